//! The number of puzzles left in the seeds, and how long they last.

use std::collections::HashMap;

use axum::extract::State;
use maud::html;
use serde_json::json;

use super::form_preview::{Fields, FormPreview, command, copied, field, form as live, running};
use super::frame::{Answer, Frame, Offered};
use super::levels::LevelMarks;
use super::links::grouped;
use crate::database::{Database, Error, Stats};
use crate::plural::counted;
use crate::problem::Problem;
use crate::record::Batch;
use crate::route::ROOT;
use crate::symmetry::ClueSymmetry;

const SECONDS_A_DAY: u64 = 86_400;

struct Known {
    stats: Stats,
    issued: HashMap<Option<String>, u64>,
    batches: Vec<Batch>,
    marks: LevelMarks,
}

fn known(database: &Database) -> Result<Known, Error> {
    let stats = database.stats()?;
    let marks = LevelMarks::of(&stats.table);
    Ok(Known { issued: database.issued_by_level()?, batches: database.batches()?, stats, marks })
}

/// Returns the number of days since the first draw, at least 1; `None` if no time is recorded.
fn days(batches: &[Batch], now: u64) -> Option<u64> {
    let first = batches.iter().filter_map(|batch| batch.begun).min()?;
    Some((now.saturating_sub(first) / SECONDS_A_DAY).max(1))
}

pub async fn seeds(State(shared): crate::State) -> Answer {
    let Known { stats, issued, batches, marks } = shared.call(known).await?;
    let now = jiff::Timestamp::now().as_second();
    let days = days(&batches, u64::try_from(now).unwrap_or_default());
    let most = stats.tiers.iter().map(|(_, sum)| sum.left).max().unwrap_or(1).max(1);
    let tiers: Vec<u8> = shared.database.ladder().tiers().collect();
    let hardest = tiers.iter().rev().nth(1).copied().unwrap_or_default();
    let body = html! {
        h1 { "Seeds" }
        p .lead { "A seed is a hard puzzle that gives many others. Each tier of difficulty has its own seeds." }
        (running(&shared, "mine", "mined"))
        section .card {
            h2 { "By tier" }
            div .wide tabindex="0" role="region" aria-label="By tier" { table .list {
                thead { tr { th { "Tier" } th .figure { "Seeds" } th .figure .more { "Can give" } th .figure { "Gave" } th .figure { "Left" } th .more { span .unseen { "Left, as a bar" } } } }
                tbody { @for (tier, sum) in &stats.tiers { tr {
                    td { (tier) } td .figure { (grouped(sum.seeds)) } td .figure .more { (grouped(sum.capacity)) } td .figure { (grouped(sum.issued)) } td .figure { (grouped(sum.left)) }
                    td .more { meter min="0" max=(most) value=(sum.left) aria-label={ (sum.left) " left of tier " (tier) } {} }
                } } }
            } }
        }
        section .card {
            h2 { "By level" }
            div .wide tabindex="0" role="region" aria-label="By level" { table .list {
                thead { tr { th { "Level" } th .figure .more { "Seeds" } th .figure { "Left" } th .figure .more { "Drawn" } th { "Lasts" } } }
                tbody { @for (level, sum) in &stats.levels {
                    @let drawn = issued.get(&Some(level.clone())).copied().unwrap_or(0);
                    tr { td { (marks.chip(Some(level), 0)) } td .figure .more { (grouped(sum.seeds)) } td .figure { (grouped(sum.left)) } td .figure .more { (grouped(drawn)) } td { (lasts(sum.left, drawn, days)) } }
                } }
            } }
            @if let Some(days) = days { p .hint { "At the rate since the first draw, " (counted(days, "day")) " ago. A seed that may give several levels counts in each." } }
        }
        (copied(&command(&shared.settings, &["stats"])))
        section .card {
            h2 { "Mine" }
            p { "A search for new seeds, beside everything else. It can be stopped; what it has found stays." }
            (live("/seeds/offer", &html! {
                div .fields {
                    (field("Tier", &html! { select name="tier" { @for tier in &tiers { option value=(tier) selected[*tier == hardest] { (tier) } } } }, None))
                    (field("Symmetry of the clues", &html! { select name="symmetry" { @for symmetry in ClueSymmetry::ALL { option value=(symmetry.name()) { (symmetry.name()) } } } }, None))
                    (field("Minutes", &html! { input type="number" name="minutes" value="10" min="1" max="1440" required; }, None))
                }
            }))
        }
    };
    Ok(Frame::of("Seeds", "/seeds", body).page(&shared.settings))
}

pub async fn offer(State(shared): crate::State, fields: Fields) -> Offered {
    let bad = |words: &str| Problem::bad("bad-field", words);
    let tier = fields.text("tier").unwrap_or_default();
    let number: u8 = tier.parse().map_err(|_| bad("choose a tier"))?;
    let minutes = fields.text("minutes").unwrap_or_default();
    let minutes: u32 = minutes.parse().map_err(|_| bad("say how many minutes"))?;
    let time = format!("{minutes}m");
    let mut words = vec!["mine", "--tier", tier, "--for", &time];
    let mut part = json!({"tier": number});
    if let Some(symmetry) = fields.text("symmetry").filter(|name| *name != "none") {
        words.extend(["--symmetry", symmetry]);
        part["symmetry"] = symmetry.into();
    }
    let offer = FormPreview {
        told: html! { p .told { "Searches for " (counted(minutes.into(), "minute")) " for seeds of tier " (tier) "." } },
        command: command(&shared.settings, &words),
        button: "Mine".to_owned(),
        post: format!("{ROOT}/mine"),
        body: json!({"part": part, "seconds": u64::from(minutes) * 60}),
        then: "mined".to_owned(),
        can: true,
        ..FormPreview::default()
    };
    offer.answer(&fields)
}

/// Returns how long the remaining number lasts at the present rate, in words.
fn lasts(left: u64, drawn: u64, days: Option<u64>) -> String {
    match (drawn, days) {
        (0, _) | (_, None) => "nothing drawn".to_owned(),
        (drawn, Some(days)) => match left * days / drawn {
            lasts @ 0..=3_650 => format!("{lasts} days"),
            lasts => format!("{} years", lasts / 365),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_lasts_as_long_as_it_did() {
        assert_eq!(lasts(100, 50, Some(10)), "20 days");
        assert_eq!(lasts(100_000, 1, Some(1)), "273 years");
        assert_eq!(lasts(5, 0, Some(1)), "nothing drawn");
    }
}
