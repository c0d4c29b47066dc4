//! The routes: each stands here once, with what is sent, what comes, and the handler.

mod draws;
mod puzzles;
mod records;

use std::sync::Arc;

use axum::http::Method;
use axum::routing::{MethodRouter, get, post};

use super::Shared;
use super::route::{Comes, Does, Route, Sent, Verb};

/// What a request does: nothing is free that is not in the table.
pub(super) fn does(method: &Method, path: &str) -> Does {
    let name = if method == Method::HEAD { "GET" } else { method.as_str() };
    let found = ROUTES.iter().find(|route| route.verb.name() == name && route.is_at(path));
    found.map_or(Does::Change, |route| route.does)
}

/// The methods that a path takes.
pub(super) fn methods_of(path: &str) -> Vec<&'static str> {
    ROUTES.iter().filter(|route| route.is_at(path)).map(|route| route.verb.name()).collect()
}

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
        does: Does::Read,
        query: &[],
        sent: Sent::Nothing,
        comes: Comes::Rows(comes),
        problems: &[],
        handler,
    }
}

const fn work_out(
    path: &'static str,
    sent: &'static str,
    comes: Comes,
    about: &'static str,
    handler: fn() -> MethodRouter<Arc<Shared>>,
) -> Route {
    Route {
        verb: Verb::Post,
        sent: Sent::Object(sent),
        comes,
        problems: &[413, 415, 422],
        ..read(path, "", about, handler)
    }
}

/// All of them.
pub(super) const ROUTES: &[Route] = &[
    Route {
        does: Does::Nothing,
        comes: Comes::Object(records::HEALTH),
        ..read("/healthz", "", "Whether the server answers; needs no token", || {
            get(records::healthz)
        })
    },
    Route {
        comes: Comes::Object(r#"{"type": "object"}"#),
        ..read("/openapi.json", "", "This API as OpenAPI 3.1", || get(records::openapi))
    },
    read("/levels", "levels", "The levels of the database", || get(records::levels)),
    Route {
        query: &["tier", "after", "limit"],
        ..read("/seeds", "seeds", "The seeds by key, in pages", || get(records::seeds))
    },
    read("/batches", "batches", "The batches, and what became of them", || get(records::batches)),
    Route {
        problems: &[404],
        ..read("/batches/{id}", "batches", "A batch", || get(records::batch))
    },
    Route {
        query: PAGES,
        problems: &[404],
        ..read(
            "/batches/{id}/puzzles",
            "draw",
            "The puzzles of a batch, in pages; void ones, too",
            || get(records::puzzles_of),
        )
    },
    Route {
        query: PAGES,
        ..read("/puzzles", "draw", "All puzzles that were drawn, in pages; void ones, too", || {
            get(records::puzzles)
        })
    },
    Route {
        problems: &[404],
        ..read("/puzzles/{id}", "show", "What is known of a puzzle or a seed", || {
            get(records::puzzle)
        })
    },
    read("/books", "books", "The books", || get(records::books)),
    read("/feeds", "series", "The series", || get(records::feeds)),
    Route {
        problems: &[404],
        ..read("/feeds/{series}", "series show", "The days of a series", || get(records::days))
    },
    Route {
        problems: &[404],
        ..read("/feeds/{series}/{day}", "series show", "What runs on a day (YYYY-MM-DD)", || {
            get(records::day)
        })
    },
    read("/stats", "stats", "What is in the database, and how many puzzles are left", || {
        get(records::stats)
    }),
    Route {
        verb: Verb::Post,
        does: Does::Change,
        sent: Sent::File("request"),
        problems: &[403, 409, 413, 415, 422, 507],
        ..read(
            "/draws",
            "draw",
            "Draws puzzles, all of them or none; wants the header Idempotency-Key: asked again with the same key and the same \
             request, it gives the puzzles that it gave before",
            || post(draws::draw),
        )
    },
    Route {
        does: Does::Change,
        problems: &[403, 404, 409, 413, 415, 422, 507],
        ..work_out(
            "/void",
            draws::VOID,
            Comes::Object(draws::VOIDED),
            "Gives up puzzles that will never be printed; there is no way back",
            || post(draws::void),
        )
    },
    work_out("/rate", puzzles::SOME, Comes::Rows("rate"), "How hard puzzles are", || {
        post(puzzles::rate)
    }),
    work_out(
        "/solve",
        puzzles::SOME,
        Comes::Rows("solve"),
        "The solution of each grid, and how many there are, up to 2",
        || post(puzzles::solve),
    ),
    work_out("/canon", puzzles::SOME, Comes::Rows("canon"), "The canonical form of grids", || {
        post(puzzles::canon)
    }),
    work_out(
        "/explain",
        puzzles::EXPLAIN,
        Comes::Rows("explain"),
        "The steps of a puzzle; with the ladder se those of `explain --ladder se`",
        || post(puzzles::explain),
    ),
    work_out(
        "/hint",
        puzzles::HINT,
        Comes::Object(puzzles::HINTED),
        "What helps a player to go on from where he is",
        || post(puzzles::hint),
    ),
];
