//! The table of routes: each with its request, its answer and its handler.

pub(super) mod books;
pub(super) mod draws;
mod exports;
mod jobs;
mod puzzles;
mod records;
pub(super) mod series;

use std::sync::Arc;

use axum::http::{Method, Uri};
use axum::routing::{MethodRouter, delete, get, post};

use super::Shared;
use super::files::WISH;
use super::jobs::TOLD;
use super::route::{Access, Async, ROOT, RequestBody, ResponseBody, Route, Verb, methods};

/// Returns the effect of a request, from which the access that it needs follows.
pub(super) fn does(method: &Method, uri: &Uri) -> Access {
    let name = if method == Method::HEAD { "GET" } else { method.as_str() };
    let found = ROUTES.iter().find(|route| route.verb.name() == name && route.is_at(uri.path()));
    found.map_or(Access::Approve, |route| {
        // A book counts as final unless `final` is absent or exactly `false`.
        let mut query = uri.query().unwrap_or_default().split('&');
        let is_final = query.any(|pair| pair.starts_with("final") && pair != "final=false");
        if is_final && route.query.contains(&"final") { Access::Approve } else { route.does }
    })
}

pub(super) fn methods_of(path: &str) -> Vec<&'static str> {
    let path = path.strip_prefix(ROOT).unwrap_or_default();
    methods(ROUTES.iter().map(|route| (route.path, route.verb)), path)
}

const JOBS: &str = r#"{"type": "array", "items": {"type": "object"}}"#;
const PAGES: &[&str] = &["after", "limit"];

const fn read(
    path: &'static str,
    comes: &'static str,
    about: &'static str,
    handler: fn() -> MethodRouter<Arc<Shared>>,
) -> Route {
    Route {
        verb: Verb::Get,
        path,
        about,
        does: Access::Read,
        query: &[],
        sent: RequestBody::Nothing,
        comes: ResponseBody::Rows(comes),
        long: Async::Never,
        problems: &[],
        handler,
    }
}

/// Returns a route that changes something.
const fn change(
    path: &'static str,
    sent: &'static str,
    comes: ResponseBody,
    about: &'static str,
    handler: fn() -> MethodRouter<Arc<Shared>>,
) -> Route {
    Route {
        does: Access::Change,
        problems: &[404, 409, 413, 415, 422, 507],
        ..work_out(path, sent, comes, about, handler)
    }
}

const fn work_out(
    path: &'static str,
    sent: &'static str,
    comes: ResponseBody,
    about: &'static str,
    handler: fn() -> MethodRouter<Arc<Shared>>,
) -> Route {
    Route {
        verb: Verb::Post,
        sent: RequestBody::Object(sent),
        comes,
        problems: &[413, 415, 422],
        ..read(path, "", about, handler)
    }
}

pub(super) const ROUTES: &[Route] = &[
    read("/healthz", "", "Whether the server answers; needs no token", || get(records::healthz))
        .does(Access::Nothing)
        .comes(ResponseBody::Object(records::HEALTH)),
    read("/openapi.json", "", "This API as OpenAPI 3.1", || get(records::openapi))
        .comes(ResponseBody::Object(r#"{"type": "object"}"#)),
    read("/levels", "levels", "The levels of the database", || get(records::levels)),
    read("/seeds", "seeds", "The seeds by key, in pages", || get(records::seeds))
        .query(&["tier", "after", "limit"]),
    read("/batches", "batches", "The batches, and what became of them", || get(records::batches)),
    read("/batches/{id}", "batches", "A batch", || get(records::batch)).problems(&[404]),
    read(
        "/batches/{id}/puzzles",
        "draw",
        "The puzzles of a batch, in pages; void ones, too",
        || get(records::puzzles_of),
    )
    .query(PAGES)
    .problems(&[404]),
    read("/puzzles", "draw", "All puzzles that were drawn, in pages; void ones, too", || {
        get(records::puzzles)
    })
    .query(PAGES),
    read("/puzzles/{id}", "show", "What is known of a puzzle or a seed", || get(records::puzzle))
        .problems(&[404]),
    read("/books", "books", "The books", || get(records::books)),
    read("/series", "series", "The series", || get(series::all)),
    read("/series/{series}", "series show", "The days of a series, or those between two", || {
        get(series::days)
    })
    .problems(&[404])
    .query(&["from", "to"]),
    read("/series/{series}/{day}", "series show", "What runs on a day (YYYY-MM-DD)", || {
        get(series::day)
    })
    .problems(&[404]),
    read(
        "/changes",
        "series log",
        "What happened to the days of series, the first first, in pages; `since` a day \
             (UTC) or the number of a change",
        || get(series::changes),
    )
    .problems(&[404])
    .query(&["series", "since", "after", "limit"]),
    read("/stats", "stats", "What is in the database, and how many puzzles are left", || {
        get(records::stats)
    }),
    read(
        "/draws",
        "draw",
        "Draws puzzles, all of them or none; wants the header Idempotency-Key: asked \
             again with the same key and the same request, it gives the puzzles that it gave \
             before",
        || post(draws::draw),
    )
    .verb(Verb::Post)
    .does(Access::Change)
    .sent(RequestBody::File("request"))
    .long(Async::Wished)
    .problems(&[404, 409, 413, 415, 422, 429, 507]),
    change(
        "/draws/one",
        "",
        ResponseBody::Row("draw"),
        "One puzzle at once, from a stock that is drawn ahead: one part, of one puzzle. \
             An Idempotency-Key is remembered while the server runs, with 100,000 others",
        || post(draws::one),
    )
    .sent(RequestBody::File("request"))
    .problems(&[404, 409, 413, 415, 422, 429, 507]),
    change(
        "/exports",
        WISH,
        ResponseBody::Object(exports::WRITTEN),
        "Writes puzzles to a file in the folder of --out, under a name of the server's own",
        || post(exports::export),
    )
    .does(Access::Approve)
    .long(Async::Wished)
    .problems(&[404, 409, 413, 415, 422, 429, 507]),
    read("/exports/{name}", "", "A file that the server has written", || get(exports::file))
        .comes(ResponseBody::File)
        .problems(&[404]),
    change(
        "/books",
        "",
        ResponseBody::Object(TOLD),
        "Makes a book in the folder of --out: a proof, which is not recorded, or with \
             `final` the book for the printer. Where puzzles are drawn for it, it wants the \
             header Idempotency-Key: with the same key it is made of the same puzzles again",
        || post(books::book),
    )
    .query(&["final", "ignore-rules"])
    .sent(RequestBody::FileOrText("book.toml"))
    .long(Async::Always)
    .problems(&[404, 409, 413, 415, 422, 429, 507]),
    read("/jobs", "", "The jobs that run, and the last ones that are over", || get(jobs::all))
        .comes(ResponseBody::Object(JOBS)),
    read("/jobs/{id}", "", "How far a job is, and what it came to", || get(jobs::one))
        .comes(ResponseBody::Object(TOLD))
        .problems(&[404]),
    read("/jobs/{id}/events", "", "The same as server-sent events, until the job is over", || {
        get(jobs::events)
    })
    .comes(ResponseBody::Events)
    .problems(&[404]),
    read("/jobs/{id}", "", "Stops a job; what it has issued stays issued", || delete(jobs::stop))
        .verb(Verb::Delete)
        .does(Access::Change)
        .comes(ResponseBody::Object(TOLD))
        .problems(&[404]),
    change("/mine", jobs::MINE, ResponseBody::Object(TOLD), "Searches for new seeds", || {
        post(jobs::mine)
    })
    .long(Async::Always)
    .problems(&[404, 409, 413, 415, 422, 429]),
    work_out(
        "/verify",
        jobs::VERIFY,
        ResponseBody::Object(TOLD),
        "Works out every seed and every puzzle again",
        || post(jobs::verify),
    )
    .long(Async::Always)
    .problems(&[413, 415, 422, 429]),
    change(
        "/void",
        draws::VOID,
        ResponseBody::Object(draws::VOIDED),
        "Gives up puzzles that will never be printed; there is no way back",
        || post(draws::void),
    )
    .does(Access::Approve),
    change(
        "/puzzles/{id}/notes",
        series::NOTE,
        ResponseBody::Rows("show"),
        "Keeps words about a puzzle that was drawn, for ever",
        || post(series::note),
    ),
    work_out(
        "/series/{series}/plan",
        series::FILL,
        ResponseBody::Object(series::PLAN),
        "Which puzzles the days of a series would get, and what is missing; nothing is \
             recorded or drawn",
        || post(series::plan),
    )
    .problems(&[404, 413, 415, 422]),
    change(
        "/series/{series}/fill",
        series::FILL,
        ResponseBody::Object(series::PLAN),
        "Gives each day of a series that has none a puzzle; with `draw` those that are \
             missing are drawn",
        || post(series::fill),
    )
    .problems(&[404, 409, 413, 415, 422, 429, 507]),
    change(
        "/series/{series}/approvals",
        series::APPROVALS,
        ResponseBody::Rows("series show"),
        "Approves the puzzles of days, all of them or none; with `undo` takes the \
             approvals back",
        || post(series::approve_all),
    )
    .does(Access::Approve),
    change(
        "/series/{series}/{day}/approval",
        series::APPROVAL,
        ResponseBody::Rows("series show"),
        "Approves the puzzle of a day",
        || post(series::approve),
    )
    .does(Access::Approve),
    read(
        "/series/{series}/{day}/approval",
        "series show",
        "Takes the approval of a day back; `by` is the name of whoever does",
        || delete(series::unapprove),
    )
    .verb(Verb::Delete)
    .does(Access::Approve)
    .query(&["by"])
    .problems(&[404, 409, 507]),
    change(
        "/series/{series}/{day}/replace",
        series::REPLACE,
        ResponseBody::Rows("series show"),
        "Gives a day another puzzle; the one before is withdrawn",
        || post(series::replace),
    ),
    change(
        "/series/{series}/{day}/undo",
        series::UNDO,
        ResponseBody::Rows("series show"),
        "Gives a day, and the days that were changed with it, back what they had before its \
             last change, if no reader has seen them",
        || post(series::undo),
    ),
    change(
        "/series/{series}/{day}/move",
        series::MOVE,
        ResponseBody::Rows("series show"),
        "Moves the puzzle of a day to a day that has none",
        || post(series::move_day),
    ),
    change(
        "/series/{series}/{day}/swap",
        series::SWAP,
        ResponseBody::Rows("series show"),
        "Exchanges the puzzles of two days",
        || post(series::swap_days),
    ),
    change(
        "/series/{series}/{day}/withdraw",
        series::WITHDRAW,
        ResponseBody::Rows("series show"),
        "Takes the puzzle of a day out: the day has none then",
        || post(series::withdraw),
    )
    .does(Access::Approve),
    work_out("/rate", puzzles::RATE, ResponseBody::Rows("rate"), "How hard puzzles are", || {
        post(puzzles::rate)
    }),
    work_out(
        "/solve",
        puzzles::SOME,
        ResponseBody::Rows("solve"),
        "The solution of each grid, and how many there are, up to 2",
        || post(puzzles::solve),
    ),
    work_out(
        "/canon",
        puzzles::SOME,
        ResponseBody::Rows("canon"),
        "The canonical form of grids",
        || post(puzzles::canon),
    ),
    work_out(
        "/explain",
        puzzles::EXPLAIN,
        ResponseBody::Rows("explain"),
        "The steps of a puzzle; with the ladder se or common those of `explain --ladder`",
        || post(puzzles::explain),
    ),
    work_out(
        "/hint",
        puzzles::HINT,
        ResponseBody::Object(puzzles::HINTED),
        "What helps a player to go on from where he is",
        || post(puzzles::hint),
    ),
];
