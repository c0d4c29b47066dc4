//! `explain --format html`: the puzzles as a page to play, whose hints are these steps; and the
//! forms of output.

use std::path::Path;

use clap::ValueEnum;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use seeddb_export::Renderer;

use super::super::convert;
use super::{Args, Steps, handout};
use crate::terminal::{
    Exit, Globals, OutputKind, Pages, PuzzleWriter, ReportFormat, Source, UsageError, by_ending,
    clash, ending, ladder, protected, refuse,
};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    Rows(ReportFormat),
    /// A page to play.
    Page,
    /// Pages of paper.
    Handout,
}

/// The forms other than rows, by extension.
const FORMS: [(&str, Form); 2] = [("html", Form::Page), ("pdf", Form::Handout)];

pub fn form() -> impl TypedValueParser<Value = Form> {
    let names = ReportFormat::value_variants().iter().map(|format| format.name());
    let forms = FORMS.map(|(name, _)| name);
    PossibleValuesParser::new(names.chain(forms).map(PossibleValue::new)).map(|name| {
        let form = FORMS.into_iter().find(|(known, _)| *known == name).map(|(_, form)| form);
        form.unwrap_or_else(|| Form::Rows(ReportFormat::from_str(&name, true).unwrap_or_default()))
    })
}

/// The form by name, or by the extension of the output.
///
/// # Errors
/// [`UsageError`] if both are given and differ, or if the extension belongs to another kind of
/// file.
pub fn chosen(given: Option<Form>, path: Option<&Path>) -> Result<Form, UsageError> {
    path.map_or(Ok(()), protected::check)?;
    let ending = ending::of(path);
    let of_ending = FORMS.into_iter().find(|(name, _)| Some(*name) == ending.as_deref());
    match (given, of_ending) {
        (None, Some((_, form))) => Ok(form),
        (Some(Form::Rows(format)), _) => by_ending(Some(format), path).map(Form::Rows),
        (None, None) => by_ending(None, path).map(Form::Rows),
        (Some(form), of_ending) => {
            let is_it = of_ending.map_or(ending.is_none(), |(_, other)| other == form);
            let name = FORMS.iter().find(|(_, known)| *known == form).map_or("", |(name, _)| name);
            if is_it { Ok(form) } else { Err(clash(path, name)) }
        }
    }
}

impl Args {
    /// Refuses flags that do not apply to a page: it has all steps, and draws its own board.
    fn check_page(&self) -> anyhow::Result<()> {
        let flags = [
            (self.hint, "--hint"),
            (self.step.is_some(), "--step"),
            (self.until.is_some(), "--until"),
            (self.summary, "--summary"),
            (self.board.is_some(), "--board"),
            (self.svg.is_some(), "--svg"),
        ];
        let given = flags.into_iter().find_map(|(given, flag)| given.then_some(flag));
        match given.or(self.without.given()) {
            Some(flag) => refuse(format!("a page has all steps: {flag} is for other formats")),
            None => Ok(()),
        }
    }
}

pub fn run(globals: &Globals, args: &Args, puzzles: &[Source]) -> anyhow::Result<Exit> {
    args.check_page()?;
    let steps = (args.ladder == Steps::Hsolve).then(ladder);
    let mut page = args.page.look().page(steps);
    if args.ladder == Steps::Common {
        match handout::told(args.ladder, page.language) {
            Ok(language) => page.common = Some(language),
            Err(refused) => return refuse(refused),
        }
    }
    let (renderer, output) = (Renderer::Page(Box::new(page)), args.place.open()?);
    let pages = Pages::new(OutputKind::Page, renderer, output, None);
    convert::write(globals, puzzles, PuzzleWriter::Pages(Box::new(pages)))
}
