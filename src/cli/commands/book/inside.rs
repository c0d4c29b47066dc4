//! [`InsideFlags`]: the flags of `book` that are about what its pages bear besides grids, and how much white.

use seeddb::database::BookFile;
use seeddb::export::book::{Captions, Design, Dividers, Folios, Heads, Length, Plan};

use super::description::{replace, replace_any};
use crate::cli::terminal::parse;

/// Flags of the pages.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Its pages")]
pub struct InsideFlags {
    /// How pages look: newspaper has rules and running heads, gift framed dividers and captions in the middle [default: plain]
    #[arg(long, value_parser = parse::names::<Design>())]
    design: Option<Design>,
    /// What is said with each puzzle: number, level, stars, minutes (an estimate), id, solution-page, lines for date and time; or none [default: number,level,id]
    #[arg(long, value_name = "NAME,..")]
    captions: Option<Captions>,
    /// A line for name and date at the top of each page of puzzles
    #[arg(long)]
    worksheet: bool,
    /// The title at the top of left pages, that of the section on right ones [default: that of the design]
    #[arg(long, value_parser = parse::names::<Heads>())]
    heads: Option<Heads>,
    /// Where page numbers are [default: that of the design]
    #[arg(long, value_parser = parse::names::<Folios>())]
    folios: Option<Folios>,
    /// The pages before sections: on right pages, on any, or none [default: recto]
    #[arg(long, value_parser = parse::names::<Dividers>())]
    dividers: Option<Dividers>,
    /// The white above, below and outside, as 15mm or 0.6in [default: 0.5in]
    #[arg(long, value_name = "LENGTH")]
    margin: Option<Length>,
    /// The white at the spine [default: what the number of pages asks for]
    #[arg(long, value_name = "LENGTH")]
    gutter: Option<Length>,
    /// The side of a puzzle's grid [default: as large as there is room for]
    #[arg(long, value_name = "LENGTH")]
    grid: Option<Length>,
    /// The white between grids [default: what there is]
    #[arg(long, value_name = "LENGTH")]
    gap: Option<Length>,
}

impl InsideFlags {
    /// They come before what the file says.
    pub fn apply(self, BookFile { plan, places, .. }: &mut BookFile) {
        let Plan { design, captions, dividers, heads, folios, margin, gutter, grid, gap, .. } =
            plan;
        replace(places, "design", design, self.design);
        replace(places, "captions", captions, self.captions);
        replace(places, "dividers", dividers, self.dividers);
        replace_any(places, "heads", heads, self.heads);
        replace_any(places, "folios", folios, self.folios);
        replace_any(places, "margin", margin, self.margin);
        replace_any(places, "gutter", gutter, self.gutter);
        replace_any(places, "grid", grid, self.grid);
        replace_any(places, "gap", gap, self.gap);
        plan.worksheet |= self.worksheet;
    }
}
