//! [`document`]: the API as OpenAPI 3.1, generated from the table of routes and from `FORMATS.md`,
//! whose schemas a test compares with the answers.

use serde_json::{Map, Value, json};

use super::jobs::TOLD;
use super::route::{Access, Async, RequestBody, ResponseBody, Route, Verb};
use crate::schemas::{Output, inputs, outputs};

struct Known {
    outputs: Vec<Output>,
    inputs: Vec<Output>,
}

/// Problem statuses that every route can answer with.
const ALWAYS: [u16; 8] = [400, 401, 403, 406, 408, 500, 501, 503];

pub(super) fn document(routes: &[Route]) -> Value {
    let known = Known { outputs: outputs(), inputs: inputs() };
    let mut paths: Map<String, Value> = Map::new();
    for route in routes {
        let path = paths.entry(route.path()).or_insert_with(|| json!({}));
        path[route.verb.name().to_ascii_lowercase()] = operation(route, &known);
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "seeddb",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Sudoku puzzles of a wished difficulty, none of them ever twice. Rows have the keys of the command line's \
                            `--format json`; an error is a problem by RFC 9457. Each list is an array, with `Accept: application/x-ndjson` \
                            a line for each row; a list in pages has a header Link with `rel=\"next\"` where there are more.",
        },
        "security": [{"token": []}],
        "paths": paths,
        "components": {
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
            "schemas": {"problem": problem()},
        },
    })
}

fn problem() -> Value {
    json!({
        "type": "object",
        "required": ["type", "title", "status", "detail", "code"],
        "properties": {
            "type": {"type": "string", "description": "urn:seeddb: and the code"},
            "title": {"type": "string"},
            "status": {"type": "integer"},
            "detail": {"type": "string", "description": "for people"},
            "code": {"type": "string", "description": "stable"},
            "kind": {"type": "string"},
            "data": {"type": "object"},
            "cures": {"type": "array"},
        },
    })
}

fn operation(route: &Route, known: &Known) -> Value {
    let mut operation = json!({
        "summary": route.about,
        "operationId": name(route),
        "parameters": parameters(route),
        "responses": responses(route, known),
    });
    if let Some(schema) = sent(route.sent, known) {
        operation["requestBody"] =
            json!({"required": true, "content": {"application/json": {"schema": schema}}});
    }
    operation["x-role"] = route.does.needs().name().into();
    if route.does == Access::Nothing {
        operation["security"] = json!([]);
    }
    operation
}

/// Returns the name of an operation, from method and path: `get-batches-id-puzzles`.
fn name(route: &Route) -> String {
    let words = route.path.split(['/', '{', '}', '.']).filter(|word| !word.is_empty());
    let words: Vec<&str> = words.collect();
    format!("{}-{}", route.verb.name().to_ascii_lowercase(), words.join("-"))
}

fn parameters(route: &Route) -> Value {
    let in_path =
        route.path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'));
    let is_number = |name: &str| name == "id" && route.path.starts_with("/batches");
    let in_path = in_path.map(|name| {
        let schema = if is_number(name) {
            json!({"type": "integer", "minimum": 0, "maximum": u32::MAX})
        } else if name == "day" {
            json!({"type": "string", "format": "date"})
        } else {
            json!({"type": "string", "minLength": 1})
        };
        json!({"name": name, "in": "path", "required": true, "schema": schema})
    });
    let in_query = route.query.iter().map(|name| {
        let schema = match *name {
            "limit" => json!({"type": "integer", "minimum": 1, "maximum": 1000, "default": 100}),
            "tier" => json!({"type": "integer", "minimum": 0, "maximum": u8::MAX}),
            "from" | "to" => json!({"type": "string", "format": "date"}),
            "by" => json!({"type": "string", "minLength": 1, "maxLength": 100}),
            "final" | "ignore-rules" => json!({"type": "boolean", "default": false}),
            _ => json!({"type": "string"}),
        };
        json!({"name": name, "in": "query", "required": *name == "by", "schema": schema})
    });
    let is_draw = route.path.starts_with("/draws");
    let takes_key = is_draw || (route.path, route.verb) == ("/books", Verb::Post);
    let key = takes_key.then(|| {
        let schema = json!({"type": "string", "minLength": 1, "maxLength": 200});
        let required = route.path == "/draws";
        json!({"name": "Idempotency-Key", "in": "header", "required": required, "schema": schema})
    });
    let prefer = (route.long == Async::Wished).then(|| {
        let schema = json!({"enum": ["respond-async"]});
        json!({"name": "Prefer", "in": "header", "required": false, "schema": schema})
    });
    let expected = takes_tags(route).then(|| {
        let about = "tags (ETag) of the days, or of the plan, that this was decided by: if they are others now, nothing is changed";
        let schema = json!({"type": "string"});
        json!({"name": "If-Match", "in": "header", "required": false, "schema": schema, "description": about})
    });
    in_path.chain(in_query).chain(key).chain(prefer).chain(expected).collect()
}

/// Whether a route honours the header `If-Match`.
fn takes_tags(route: &Route) -> bool {
    route.does.changes() && route.path.starts_with("/series/")
}

fn content(route: &Route, known: &Known) -> Value {
    if route.comes == ResponseBody::Events {
        // OpenAPI 3.1 does not define whether a schema describes the text or each event.
        return json!({"text/event-stream": {"schema": {}}});
    }
    if route.comes == ResponseBody::File {
        let kinds = ["application/octet-stream", "application/pdf", "application/json"];
        return kinds.map(|kind| (kind.to_owned(), json!({"schema": {}}))).into_iter().collect();
    }
    let schema = comes(route.comes, known);
    let is_list = matches!(route.comes, ResponseBody::Rows(_));
    let whole = if is_list { json!({"type": "array", "items": schema}) } else { schema };
    let mut content = json!({
        "application/json": {"schema": whole},
        "application/x-ndjson": {"schema": {}},
    });
    if route.comes == ResponseBody::Rows("draw") {
        content["text/csv"] = json!({"schema": {"type": "string"}});
    }
    content
}

fn responses(route: &Route, known: &Known) -> Value {
    let mut responses = json!({});
    if route.long != Async::Always {
        responses["200"] = json!({"description": "as asked for", "content": content(route, known)});
        if route.comes != ResponseBody::File {
            responses["304"] = json!({"description": "what the header If-None-Match named"});
        }
    }
    if route.long != Async::Never {
        responses["202"] = json!({
            "description": "a job was begun; the header Location says where it is",
            "content": {"application/json": {"schema": object(TOLD)}, "application/x-ndjson": {"schema": {}}},
        });
    }
    let changed = takes_tags(route).then_some(&412);
    for status in ALWAYS.iter().chain(route.problems).chain(changed) {
        responses[status.to_string()] = json!({
            "description": "a problem",
            "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/problem"}}},
        });
    }
    responses
}

fn sent(sent: RequestBody, known: &Known) -> Option<Value> {
    match sent {
        RequestBody::Nothing => None,
        RequestBody::File(name) => Some(named(&known.inputs, name)),
        RequestBody::FileOrText(name) => {
            let text = json!({"type": "string", "description": "the text of the file"});
            Some(json!({"anyOf": [named(&known.inputs, name), text]}))
        }
        RequestBody::Object(text) => Some(object(text)),
    }
}

fn comes(comes: ResponseBody, known: &Known) -> Value {
    match comes {
        ResponseBody::Rows("explain") => {
            any(&["explain", "explain --ladder se", "explain --ladder common"], known)
        }
        ResponseBody::Rows("rate") => any(&["rate", "rate --metric common"], known),
        ResponseBody::Events | ResponseBody::File => Value::Null,
        ResponseBody::Rows(name) | ResponseBody::Row(name) => named(&known.outputs, name),
        ResponseBody::Object(text) => object(text),
    }
}

/// Rows of one of these outputs.
fn any(names: &[&str], known: &Known) -> Value {
    let each: Vec<Value> = names.iter().map(|name| named(&known.outputs, name)).collect();
    json!({"anyOf": each})
}

/// Returns the schema of an output or a file. The names are constants of the table, and a test
/// looks them all up.
fn named(all: &[Output], name: &str) -> Value {
    let mut schema = all.iter().find(|one| one.name == name).map_or(Value::Null, Output::schema);
    if let Some(schema) = schema.as_object_mut() {
        schema.remove("$schema");
    }
    schema
}

fn object(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_default()
}
