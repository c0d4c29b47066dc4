//! The rights of each role, and the names under which users act.

use serde_json::{Value, json};

use super::PAGES;
use super::tests::{OWN, cookie, signed, with_days};
use crate::api::ROUTES;
use crate::database::{Error, Question, UserRole};
use crate::route::Access;
use crate::tests::{ask, request, run, settings};
use crate::{Token, app};

/// The whole table: each role may call its routes and no others, by its token and by a session.
#[test]
fn each_role_does_what_it_may() {
    run(async {
        let database = with_days();
        let mut known = Vec::new();
        for role in UserRole::ALL {
            let token = Token::random().unwrap();
            database.add_user(role.name(), role, token.reveal()).unwrap();
            known.push((role, token));
        }
        let users = database.users().unwrap();
        let server = app(database.clone(), settings(false));
        let routes = ROUTES.iter().map(|route| (route.verb.name(), route.path(), route.does));
        let pages = PAGES.iter().map(|page| (page.verb.name(), page.path.to_owned(), page.does));
        let all: Vec<_> = routes.chain(pages).filter(|row| row.2 != Access::Nothing).collect();
        assert!(all.len() > 70);
        for (role, token) in &known {
            let user = users.iter().find(|user| user.role == *role).unwrap();
            let bearer = format!("Bearer {}", token.reveal());
            for (verb, path, does) in &all {
                let cookie = signed(Some(user), u64::MAX);
                // The parameters in braces name nothing that exists: permitted calls find nothing
                // and change nothing.
                let by_token = [("authorization", &*bearer)];
                let by_cookie = [("authorization", ""), ("cookie", &*cookie), OWN];
                for headers in [&by_token[..], &by_cookie[..]] {
                    let answer = ask(&server, request(verb, path, headers, "{}")).await;
                    let is_refused = answer.status == 403 && answer.body.contains("needs the role");
                    assert_eq!(
                        is_refused,
                        does.needs() > *role,
                        "{role:?} {verb} {path}: {}",
                        answer.body
                    );
                    assert_ne!(answer.status, 401, "{role:?} {verb} {path}");
                }
            }
        }
        // A book for the printer is for readers; a proof is not.
        let edit = format!("Bearer {}", known[1].1.reveal());
        for (query, refused) in [("", false), ("?final=false", false), ("?final=true", true)] {
            let headers = [("authorization", &*edit)];
            let answer =
                ask(&server, request("POST", &format!("/api/v1/books{query}"), &headers, "{}"))
                    .await;
            assert_eq!(answer.body.contains("needs the role"), refused, "{query}: {}", answer.body);
        }
    });
}

/// The pages of an editor, the name recorded with the changes, and the end of a session.
#[test]
fn who_signed_in_signs() {
    run(async {
        let database = with_days();
        let tokens: Vec<Token> = (0..4).map(|_| Token::random().unwrap()).collect();
        let roles = [("Ann", UserRole::Approve), ("Ben", UserRole::Edit), ("Cy", UserRole::Look)];
        for ((name, role), token) in roles.iter().zip(&tokens) {
            database.add_user(name, *role, token.reveal()).unwrap();
        }
        let again = database.add_user("Ben", UserRole::Approve, tokens[3].reveal());
        assert!(matches!(again, Err(Error::UserThere(name)) if name == "Ben"));
        assert!(matches!(
            database.add_user(" x", UserRole::Look, tokens[3].reveal()),
            Err(Error::UserName(_))
        ));
        assert!(matches!(database.reset_user("Dan", tokens[3].reveal()), Err(Error::NoUser(_))));
        let server = app(database.clone(), settings(false));
        let row = |date: &str| {
            let rows = database.days_of("daily").unwrap();
            rows.into_iter().rev().find(|row| row.date == date).unwrap()
        };
        let open = async |token: &Token| {
            let login = json!({"token": token.reveal()}).to_string();
            let answer =
                ask(&server, request("POST", "/login", &[("authorization", ""), OWN], &login))
                    .await;
            assert_eq!(answer.status, 200, "{}", answer.body);
            answer.header("set-cookie").split(';').next().unwrap().to_owned()
        };
        let (ann, ben, cy) =
            (open(&tokens[0]).await, open(&tokens[1]).await, open(&tokens[2]).await);
        let send = async |method: &str, path: &str, cookie: &str, body: &Value| {
            let headers = [("authorization", ""), ("cookie", cookie), OWN];
            ask(&server, request(method, path, &headers, &body.to_string())).await
        };
        let day = "/series/daily/2027-01-04";
        let seen = async |cookie: &str| send("GET", day, cookie, &Value::Null).await.body;
        for (cookie, approves) in [(&ann, true), (&ben, false), (&cy, false)] {
            let html = seen(cookie).await;
            for words in ["Approve it", "Withdraw it"] {
                assert_eq!(html.contains(words), approves, "{words}: {html}");
            }
            assert_eq!(html.contains("data-read-only"), *cookie == cy);
        }
        assert!(seen(&ben).await.contains("Sign out Ben"));
        let approve = json!({"by": "somebody else", "days": [{"date": "2027-01-04"}]});
        let api = "/api/v1/series/daily/approvals";
        assert_eq!(send("POST", api, &ben, &approve).await.status, 403);
        assert_eq!(row("2027-01-04").approved_by, None);
        assert_eq!(send("POST", api, &ann, &approve).await.status, 200);
        assert_eq!(row("2027-01-04").approved_by.as_deref(), Some("Ann"));
        let note =
            |id: &str| database.show(&Question::Id(id.parse().unwrap())).unwrap()[0].row().note;
        let (fifth, sixth) = (row("2027-01-05").id, row("2027-01-06").id);
        let swap = json!({"with": "2027-01-06", "reason": "too hard"});
        assert_eq!(
            send("POST", "/api/v1/series/daily/2027-01-05/swap", &ben, &swap).await.status,
            200
        );
        assert_eq!(
            [note(&fifth), note(&sixth)],
            [(); 2].map(|()| Some("too hard (Ben)".to_owned()))
        );
        let id = &row("2027-01-07").id;
        let void = json!({"puzzles": [id], "if-printed": "void"});
        assert_eq!(send("POST", "/api/v1/void", &ben, &void).await.status, 403);
        assert_eq!(send("POST", "/api/v1/void", &ann, &void).await.status, 200);
        assert_eq!(note(id).as_deref(), Some("changed by Ann"));
        // Actions by the token of the server have no name.
        let body = json!({"to": "2027-02-01"});
        assert_eq!(
            send("POST", "/api/v1/series/daily/2027-01-08/move", &cookie(), &body).await.status,
            200
        );
        assert_eq!(note(&row("2027-02-01").id), None);

        // Signed out, removed, with another token, over: no session.
        let get = async |cookie: &str| send("GET", "/series", cookie, &Value::Null).await.status;
        let other = open(&tokens[0]).await;
        assert_eq!(send("POST", "/logout", &ann, &json!({})).await.status, 200);
        assert_eq!((get(&ann).await, get(&other).await), (401, 303));
        // An ended session stays ended for a server restarted with the same token.
        let again = app(database.clone(), settings(false));
        for (cookie, status) in [(&ann, 401), (&other, 303)] {
            let headers = [("authorization", ""), ("cookie", &**cookie), OWN];
            assert_eq!(ask(&again, request("GET", "/series", &headers, "")).await.status, status);
        }
        database.reset_user("Ann", tokens[3].reveal()).unwrap();
        assert_eq!((get(&other).await, get(&open(&tokens[3]).await).await), (401, 303));
        assert_eq!(get(&ben).await, 303);
        database.remove_user("Ben").unwrap();
        assert_eq!(get(&ben).await, 401);
        let bearer = format!("Bearer {}", tokens[1].reveal());
        let answer =
            ask(&server, request("GET", "/api/v1/series", &[("authorization", &bearer)], "")).await;
        assert_eq!(answer.status, 401);
        let users = database.users().unwrap();
        let user = users.iter().find(|user| user.name == "Cy");
        assert_eq!((get(&signed(user, u64::MAX)).await, get(&signed(user, 1)).await), (303, 401));
        // A changed expiry: the signature does not match.
        let forged = signed(user, u64::MAX).replace('.', ".0");
        assert_eq!(get(&forged).await, 401);
        // A link from a mail shows the login form at its own address.
        let asked = send("GET", day, "", &Value::Null).await;
        assert!(asked.status == 401 && asked.body.contains("data-login"), "{}", asked.body);
    });
}
