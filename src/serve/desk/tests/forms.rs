//! Forms: what they offer, and what they say of wrong words.

use super::*;

/// A calendar has no puzzle to spare: some are drawn to choose from, and are on record before they
/// are shown.
#[test]
fn a_day_of_a_full_calendar_gets_another_puzzle() {
    run(async {
        let database = database();
        let options = FillOptions {
            days: Some(7),
            ramp: Some("mon..thu:easy,fri..sun:hard".parse().unwrap()),
            draw: true,
            ..FillOptions::starting("2027-01-01".parse().unwrap())
        };
        database.fill(&options, &Control::default()).unwrap();
        let server = app(database.clone(), settings(false));
        let empty = page(&server, "/series/daily/2027-01-02").await;
        assert!(empty.body.contains("No drawn puzzle of level hard is unused"), "{}", empty.body);
        let of_day = json!({"what": "draw", "day": "2027-01-02"});
        let draw = offer(&server, "/series/daily/change", &of_day).await;
        assert_eq!(
            attribute(&draw.body, "data-copy"),
            "seeddb draw --level hard --count 3 --note 'to choose from for daily, 2027-01-02'"
        );
        assert_eq!(press(&server, &draw).await.status, 200);
        let choice = page(&server, "/series/daily/2027-01-02?replace").await;
        assert!(choice.body.contains("class=\"card\" id=\"replace\" open"), "{}", choice.body);
        let drawn = database.candidates("daily", DAY, 9).unwrap();
        assert_eq!(drawn.len(), 3);
        for named in &drawn {
            assert!(choice.body.contains(&format!("value=\"{}\"", named.id)), "{}", choice.body);
        }
        let taken = drawn[1].id.to_string();
        let fields = json!({"what": "replace", "day": "2027-01-02", "puzzle": taken});
        let replaced = offer(&server, "/series/daily/change", &fields).await;
        assert_eq!(press(&server, &replaced).await.status, 200);
        // Neither the puzzles that ran before nor the present one are offered.
        let left = database.candidates("daily", DAY, 9).unwrap();
        assert_eq!(left, [drawn[0].clone(), drawn[2].clone()]);

        // A day that was changed on purpose keeps its puzzle; the others are filled.
        let [friday, monday] = [1, 4].map(|day| Day { day, ..DAY });
        database.swap_days("daily", friday, monday, DayChange::default()).unwrap();
        let mut fill = json!({"series": "daily", "from": "2027-01-01", "days": "9", "draw": true});
        for day in ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] {
            let is_hard = ["fri", "sat", "sun"].contains(&day);
            fill[day] = if is_hard { "hard" } else { "easy" }.into();
        }
        let filled = offer(&server, "/fill", &fill).await;
        assert_eq!(press(&server, &filled).await.status, 200);
        assert_eq!(database.series().unwrap().days("daily").count(), 9);
    });
}

/// An error in a form is a problem document, whose text the page shows.
#[test]
fn forms_say_what_is_wrong() {
    run(async {
        let server = app(with_days(), settings(false));
        for (path, fields, words) in [
            ("/fill", json!({"from": "x", "days": "1"}), "choose the first day"),
            ("/fill", json!({"from": "2027-01-01", "days": "1", "past": true}), "choose a level"),
            ("/fill", json!({"from": "2001-01-01", "days": "1", "mon": "easy"}), "is over"),
            (
                "/fill",
                json!({"from": "2027-01-01", "days": "1", "mon": "eazy", "past": true}),
                "easy",
            ),
            ("/draw/offer", json!({"count": "3"}), "how hard"),
            ("/draw/offer", json!({"level": "easy", "clues": "30..20"}), "30..20 is empty"),
            ("/draw/offer", json!({"level": "easy", "rng-seed": "x"}), "u64"),
            (
                "/series/daily/change",
                json!({"what": "move", "day": "2027-01-01"}),
                "choose the day to move it to",
            ),
            (
                "/series/daily/change",
                json!({"what": "withdraw", "day": "2026-01-01"}),
                "has no puzzle",
            ),
            (
                "/series/daily/change",
                json!({"what": "replace", "day": "2027-01-01", "puzzle": "x"}),
                "no id",
            ),
            (
                "/series/daily/change",
                json!({"what": "burn", "day": "2027-01-01"}),
                "no such change",
            ),
            (
                "/series/daily/change",
                json!({"what": "replace", "day": "2027-01-01"}),
                "choose one of the puzzles",
            ),
            (
                "/series/daily/change",
                json!({"what": "withdraw", "day": "2027-01-01", "reason": "x".repeat(1001)}),
                "1 to 1000 characters",
            ),
            ("/series/daily/approve", json!({"by": "Ann"}), "tick the days"),
            ("/series/daily/approve", json!({"by": "Ann", "undo": "yes"}), "approval ends"),
            (
                "/fill",
                json!({"series": "..", "from": "2027-01-01", "days": "1", "mon": "easy"}),
                "another name",
            ),
            ("/batches/1/void", json!({"reason": "x".repeat(1001)}), "1 to 1000 characters"),
            ("/batches/1/void", json!({}), "say why"),
            ("/setter/offer", json!({"text": "12"}), "81"),
            ("/books/offer", json!({"batch": "x"}), "batches are numbers"),
            (
                "/books/offer",
                json!({"level easy": "4", "size": "6x"}),
                "size: \"6x\" is no page size",
            ),
            ("/books/offer", json!({"toml": "\ntitle = 3"}), "line 1, title"),
            ("/books/offer", json!({"toml": "font = \"/etc/passwd\""}), "no font of a client"),
            ("/seeds/offer", json!({"tier": "x"}), "choose a tier"),
            ("/seeds/offer", json!({"tier": "3"}), "how many minutes"),
        ] {
            let answer = offer(&server, path, &fields).await;
            assert!((400..500).contains(&answer.status), "{path} {fields}: {}", answer.body);
            let detail = answer.json()["detail"].as_str().unwrap().to_owned();
            assert!(detail.contains(words), "{path} {fields}: {detail}");
        }
        let book =
            json!({"level easy": "4", "level hard": "0", "title": "A b", "cover design": "gift"});
        let told = offer(&server, "/books/offer", &book).await;
        assert_eq!(
            attribute(&told.body, "data-copy"),
            "seeddb book --cover gift --level easy:4 --title 'A b' -o book.pdf"
        );
        // Without a folder the button is disabled.
        assert!(told.body.contains("4 puzzles") && told.body.contains("disabled"), "{}", told.body);
    });
}
