//! `explain --format pdf`: the steps on pages of paper, with pictures.

use std::io::Write;

use seeddb_core::board::Grid;
use seeddb_core::logic::StepWords;
use seeddb_core::rating::common::words;
use seeddb_core::rating::levels::LevelTable;
use seeddb_export::book::{Language, Size, step_words};
use seeddb_export::{Handout, Look, PageFrame, Row, SolvePath, WayStep};

use super::explained::Explained;
use super::selection::{Boards, Selection};
use super::{Args, Steps, se};
use crate::terminal::{
    Exit, Globals, Next, Source, input, interrupt, ladder, refuse, refuse_terminal, usual_page,
};

/// The selected steps of a puzzle; a single selected step becomes a card.
fn way<W: Explained>(
    walk: &W,
    args: &Args,
    words: &StepWords,
    levels: &LevelTable,
) -> Result<SolvePath, String> {
    let selection = args.selection();
    let steps = walk.selected(&selection)?;
    let is_card = matches!(selection, Selection::Step(_));
    let boards = args.board.as_ref().unwrap_or(&Boards::Hard);
    let step = |i: usize| WayStep {
        text: format!("{}. {}", i + 1, walk.sentence(i, words)),
        scene: boards.at(i + 1, is_card || walk.is_hard(i)).then(|| walk.scene_of(i)),
    };
    let is_whole = matches!(selection, Selection::All);
    Ok(SolvePath {
        givens: walk.puzzle().grid(),
        level: (!is_card).then(|| Row::own(ladder(), levels, walk.puzzle(), 1).level_or_tier()),
        solution: is_whole.then(|| walk.puzzle().solution().grid()),
        steps: steps.map(step).collect(),
    })
}

/// The language for steps of `common`.
///
/// # Errors
/// The ladder has no words in the language of the page.
pub fn told(ladder: Steps, page: Language) -> Result<&'static words::Language, String> {
    let own = words::Language::of(page.tag());
    let languages = match ladder {
        Steps::Common if own.is_none() => {
            words::Language::all().each_ref().map(|own| own.code).join(", ")
        }
        Steps::Se if page != Language::En => "English".to_owned(),
        _ => return Ok(own.unwrap_or_else(words::Language::english)),
    };
    Err(format!(
        "the steps of --ladder {} are told in {languages}, not in {}: give no other --language or --words",
        ladder.name(),
        page.tag()
    ))
}

pub fn run(globals: &Globals, args: &Args, puzzles: &[Source]) -> anyhow::Result<Exit> {
    let given = [(args.summary, "--summary"), (args.svg.is_some(), "--svg")];
    if let Some((_, flag)) = given.into_iter().find(|(given, _)| *given) {
        return refuse(format!("a handout has pictures of its steps: leave {flag} out"));
    }
    let Look { credits, language, .. } = args.page.look();
    let told = match told(args.ladder, language) {
        Ok(told) => told,
        Err(refused) => return refuse(refused),
    };
    refuse_terminal("pdf", args.place.path())?;
    let page = args.size.clone().map_or_else(usual_page, |size| Ok(Some(size)))?;
    let page = page.unwrap_or_else(Size::a4);
    let step_words = step_words(language)?;
    let levels = globals.labels()?;
    let bar = globals.spinner();
    let mut output = args.place.open()?;
    let (foot, head) = (credits.makers(), credits.title);
    let handout = Handout { frame: PageFrame { page, head, foot }, language };
    let solve = |grid: &Grid| match args.ladder {
        Steps::Hsolve => way(&args.by_tiers(grid)?, args, &step_words, &levels),
        Steps::Common => way(&args.by_common(grid)?.in_language(told), args, &step_words, &levels),
        Steps::Se => {
            way(&se::walk(grid, args.without.without(), &bar)?, args, &step_words, &levels)
        }
    };
    let mut ways = Vec::new();
    let tally = input::each(puzzles, solve, |way| {
        if let Next::Result(way) = way {
            ways.push(way);
        }
        Ok(())
    })?;
    bar.finish_and_clear();
    if interrupt::interrupted() || ways.is_empty() {
        return Ok(tally.exit());
    }
    output.write_all(&handout.write(&ways)?)?;
    output.finish()?;
    Ok(tally.exit())
}
