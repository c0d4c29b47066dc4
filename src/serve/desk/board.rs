//! Boards: as pictures, whose addresses contain everything they show, and as tables of cells that
//! screen readers can read.

use std::sync::LazyLock;

use axum::extract::Path;
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::response::IntoResponse;
use maud::{Markup, html};

use super::frame::Answer;
use crate::board::Grid;
use crate::export::Row;
use crate::export::drawing::{Board, FontError, Fonts, Theme, write_svg};
use crate::problem::Problem;

static FONTS: LazyLock<Result<Fonts, FontError>> = LazyLock::new(Fonts::bundled);

/// The side of a picture in points; pages scale it.
const SIDE: f64 = 180.0;

/// Returns a picture: `GIVENS.svg`, or with the solution `GIVENS-SOLUTION.svg`.
pub async fn picture(Path(name): Path<String>) -> Answer {
    let none = || Problem::missing("no-board", "a board is 81 characters, and ends with .svg");
    let grids = name.strip_suffix(".svg").ok_or_else(none)?;
    let (givens, solution) = grids.split_once('-').unwrap_or((grids, ""));
    let grid = |text: &str| text.parse::<Grid>().map_err(|_| none());
    let mut board = Board::of(grid(givens)?);
    if !solution.is_empty() {
        board.filled = grid(solution)?;
    }
    let fonts = FONTS.as_ref().map_err(|_| Problem::internal())?;
    let drawing = board.draw(SIDE, &Theme::CLASSIC, fonts);
    let mut svg = Vec::new();
    write_svg(&mut svg, &drawing, "Sudoku", fonts).map_err(|_| Problem::internal())?;
    let headers = [
        (CONTENT_TYPE, "image/svg+xml"),
        (CACHE_CONTROL, "private, max-age=31536000, immutable"),
        (CONTENT_SECURITY_POLICY, "default-src 'none'"),
    ];
    Ok((headers, svg).into_response())
}

pub fn image(puzzle: &Grid, solution: Option<&Grid>, words: &str) -> Markup {
    let solution = solution.map(|grid| format!("-{}", grid.line('0'))).unwrap_or_default();
    html! {
        img .board loading="lazy" width="180" height="180" alt=(words) src={ "/boards/" (puzzle.line('0')) (solution) ".svg" };
    }
}

/// Returns a puzzle among others: its picture with level, score and id, which lead to its page.
pub fn figure(row: &Row, chip: &Markup) -> Markup {
    html! {
        figure .puzzle data-number=(row.number) data-score=(row.score.unwrap_or(f64::MAX)) data-clues=(row.clues)
            data-words={ (row.number) " " (row.level_or_tier()) " " (row.id) } {
            a href={ "/puzzles/" (row.id) } { (image(&row.puzzle, None, &row.name())) }
            figcaption {
                b { (row.shown_number()) } " " (chip)
                @if let Some(score) = row.score { " " span .score title="score m(B)" { (score.floor()) } }
                small { (row.id) }
            }
        }
    }
}

pub fn table(grid: &Grid, caption: &str) -> Markup {
    let text = grid.line('0');
    let cells: Vec<char> = text.chars().collect();
    html! {
        table .cells {
            caption .unseen { (caption) }
            @for row in cells.chunks(9) {
                tr { @for &cell in row { td { @if cell != '0' { b { (cell) } } } } }
            }
        }
    }
}
