//! [`StyleArgs`]: the flags of commands that print issued puzzles.

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use seeddb_export::book::Language;
use seeddb_export::drawing::Theme;
use seeddb_export::{Field, Format, Look, PictureFormat, Place, Renderer, Template, Writer};

use super::{
    FileSet, Files, For, Output, OutputKind, PageArgs, Pages, PieceArgs, PuzzleWriter, Room,
    UsageError, chosen, ending, impossible, keeps_nothing, kind, ladder, protected, refuse,
    refuse_terminal,
};

const PDF: OutputKind = OutputKind::Picture(PictureFormat::Pdf);

/// How issued puzzles are printed, and where.
#[derive(clap::Args, Debug)]
pub struct StyleArgs {
    /// html: a page to play; site: a folder for the web [default: by the ending of -o, else line,
    /// in a terminal board]
    #[arg(long, help_heading = "Output", value_name = "FORMAT", value_parser = kind())]
    format: Option<OutputKind>,
    /// Begin with the names of the columns (csv and tsv always do)
    #[arg(long, help_heading = "Output")]
    header: bool,
    /// In the file (in), separate, next-day, none; on paper overleaf, below
    #[arg(long, help_heading = "Output", hide_possible_values = true, value_name = "WHERE", value_enum, num_args = 0..=1, default_missing_value = "in")]
    solutions: Option<Solutions>,
    /// A file, or FOLDER/ or .zip for one file per puzzle [default: stdout]
    #[arg(short, long, help_heading = "Output", value_name = "PATH")]
    output: Option<PathBuf>,
    /// Replace files that are there
    #[arg(long, help_heading = "Output")]
    force: bool,
    #[command(flatten)]
    pieces: PieceArgs,
    #[command(flatten)]
    page: PageArgs,
}

/// The most puzzles that are drawn as boards in a terminal; more would scroll away.
const MOST_BOARDS: u32 = 9;

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Solutions {
    /// In the same file: board, f-puzzles, ipuz; beside the puzzle in a picture, on the last pages
    /// of paper
    In,
    /// On the back of each page of paper, behind their puzzles
    Overleaf,
    /// Below their puzzles on paper, small and upside down
    Below,
    /// In files of their own, with -solution before the ending
    Separate,
    /// In files of their own under the names of the next day of a series, with -solution before the
    /// ending
    NextDay,
    /// Nowhere
    None,
}

impl Solutions {
    /// The place in the file of the puzzles.
    const fn place(self) -> Place {
        match self {
            Self::In => Place::In,
            Self::Overleaf => Place::Overleaf,
            Self::Below => Place::Below,
            Self::Separate | Self::NextDay | Self::None => Place::None,
        }
    }
}

impl StyleArgs {
    fn place(&self) -> Option<&Path> {
        self.output.as_deref().filter(|path| path.as_os_str() != "-")
    }

    /// Whether an output or a format is given.
    pub fn has_output(&self) -> bool {
        self.output.is_some() || self.format.is_some()
    }

    /// The first given flag other than those of output and format.
    pub fn given(&self) -> Option<&'static str> {
        let own = [
            (self.header, "--header"),
            (self.solutions.is_some(), "--solutions"),
            (self.force, "--force"),
        ];
        let own = own.into_iter().find_map(|(given, flag)| given.then_some(flag));
        let all = [For::Files, For::Boards, For::Pictures, For::Pixels];
        own.or_else(|| self.page.given()).or_else(|| self.pieces.given(&all))
    }

    pub fn keeps_nothing(&self) -> bool {
        self.place().is_some_and(keeps_nothing)
    }

    /// Whether the output is stdout.
    pub fn is_to_stdout(&self) -> bool {
        self.place().is_none()
    }

    /// The format of `count` puzzles; `None` means an unknown count.
    fn kind(&self, count: Option<u32>) -> Result<OutputKind, UsageError> {
        let few = count.is_some_and(|count| count <= MOST_BOARDS) && !self.header;
        let for_people = few && self.is_to_stdout() && io::stdout().is_terminal();
        chosen(self.format, self.place(), for_people)
    }

    /// Whether `count` puzzles become a PDF. Errors in the output's name are reported when it is
    /// [opened](Self::open).
    pub fn is_pdf(&self, count: Option<u32>) -> bool {
        self.kind(count).is_ok_and(|kind| kind == PDF)
    }

    /// The page size of `count` puzzles in a PDF; `None` for other formats.
    pub fn paper(&self, count: Option<u32>) -> anyhow::Result<Option<String>> {
        (self.kind(count)? == PDF).then(|| self.pieces.page_of_pdf()).transpose()
    }

    /// Uses the page size of the puzzles' record, unless a flag gives one.
    pub fn take_recorded(&self, page: &str) {
        self.pieces.take_recorded(page);
    }

    pub fn is_site(&self) -> bool {
        self.format == Some(OutputKind::Site)
    }

    /// The folder of a site, whether it may replace other files, and the theme of its boards.
    ///
    /// # Errors
    /// [`UsageError`] if no folder is given, or a flag has no effect.
    pub fn site(&self) -> anyhow::Result<(&Path, bool, Theme)> {
        let pieces = &self.pieces;
        let given = pieces.given(&[For::Files, For::Pictures, For::Pixels]);
        if let Some(flag) = self.header.then_some("--header").or(given) {
            return refuse(format!("a site takes no {flag}"));
        }
        let given = self.page.given().filter(|flag| *flag != "--words");
        let flag = given.or(self.solutions.map(|_| "--solutions"));
        if let Some(flag) = flag {
            return refuse(format!("a site takes {flag} from its file, see --site"));
        }
        let is_zip = |path: &Path| path.extension().is_some_and(|ending| ending == "zip");
        match self.place() {
            Some(path) if !is_zip(path) => Ok((path, self.force, pieces.theme.clone())),
            _ => refuse("a site is a folder: give it with -o FOLDER/"),
        }
    }

    /// The user's words, if given.
    pub const fn words(&self) -> Option<Language> {
        self.page.words
    }

    /// Opens the output for `count` puzzles (`None` if unknown) before any work, so that a place
    /// without write access changes nothing. With `dated`, puzzles have dates.
    pub fn open(&self, count: Option<u32>, dated: bool) -> anyhow::Result<PuzzleWriter> {
        let place = self.place();
        place.map_or(Ok(()), protected::check)?;
        let kind = self.kind(count)?;
        if kind.is_binary() {
            refuse_terminal(kind.name(), place)?;
        }
        let renderer = self.renderer(kind, dated)?;
        let has_ending = |ending: &str| {
            place.and_then(Path::extension).is_some_and(|found| found.eq_ignore_ascii_case(ending))
        };
        let is_folder = |path: &Path| {
            ending::is_folder(path) || kind.is_one_a_file() && !has_ending(kind.extension())
        };
        let files = match place {
            Some(path) if has_ending("zip") => Some(Files::zip(path, self.force)?),
            Some(path) if is_folder(path) => Some(Files::folder(path, self.force)?),
            _ => None,
        };
        if let Some(files) = files {
            return Ok(PuzzleWriter::Pieces(Box::new(self.pieces(kind, renderer, files, dated)?)));
        }
        self.refuse_many(kind, count, dated)?;
        let solutions = (self.solutions == Some(Solutions::Separate)).then(|| match place {
            Some(path) => Output::open(Some(&ending::beside(path)), self.force),
            None => refuse("--solutions separate makes a second file: give the first one with -o"),
        });
        let (output, solutions) = (Output::open(place, self.force)?, solutions.transpose()?);
        Ok(match renderer {
            Renderer::Text(style) => PuzzleWriter::Stream {
                solutions: solutions
                    .map(|output| Writer::new(output, style.clone()))
                    .transpose()?,
                puzzles: Writer::new(output, style)?,
                room: Room::of(kind),
            },
            renderer @ (Renderer::Picture(..) | Renderer::Page(_)) => {
                PuzzleWriter::Pages(Box::new(Pages::new(kind, renderer, output, solutions)))
            }
        })
    }

    /// Refuses flags that need several files if the output is one file.
    fn refuse_many(&self, kind: OutputKind, count: Option<u32>, dated: bool) -> anyhow::Result<()> {
        let name = kind.name();
        let given = self.pieces.given(&[For::Files]);
        for (given, flag) in [
            (given.is_some(), given.unwrap_or_default()),
            (self.pieces.sheet.is_some() && !kind.has_pages(), "--sheet"),
            (self.pieces.per_page.is_some_and(|each| each > 1) && !kind.has_pages(), "--per-page"),
            (dated && kind.is_one_a_file() && !kind.has_pages() && count != Some(1), "a series"),
            (self.solutions == Some(Solutions::NextDay), "--solutions next-day"),
        ] {
            if given {
                return refuse(format!(
                    "{flag} makes many files: give a folder (--format {name} -o FOLDER/), a .zip or a .pdf"
                ));
            }
        }
        if kind.is_one_a_file() && !kind.has_pages() && count.is_some_and(|count| count > 1) {
            return refuse(format!(
                "{name} is one file per puzzle: give a folder (--format {name} -o FOLDER/), a .zip or a .pdf"
            ));
        }
        Ok(())
    }

    /// The renderer by the flags; refuses flags without effect.
    fn renderer(&self, kind: OutputKind, dated: bool) -> anyhow::Result<Renderer> {
        let solutions = self.solutions;
        let of_pages = self.page.of_pages();
        let has_credits = match kind {
            OutputKind::Text(format) => format.has_credits(),
            OutputKind::Picture(_) | OutputKind::Page | OutputKind::Site => true,
        } && (kind == OutputKind::Page || of_pages.is_none());
        if let Some(flag) = self.page.given().filter(|_| !has_credits) {
            let flag = of_pages.unwrap_or(flag);
            let others = of_pages.map_or(", pictures, ipuz, f-puzzles and sdk", |_| "");
            return refuse(format!("{flag} is for --format html{others}, not for {}", kind.name()));
        }
        if solutions == Some(Solutions::NextDay) && !dated {
            return refuse(
                "--solutions next-day is for the days of a series: give `export --series NAME`",
            );
        }
        match kind {
            OutputKind::Page => self.check_page()?,
            OutputKind::Site => {
                return refuse(
                    "a site has days: make it with `export --series NAME --format site`",
                );
            }
            OutputKind::Text(format) => self.check_text(format)?,
            OutputKind::Picture(_) => {}
        }
        let look = Look {
            header: self.header,
            solutions: solutions.map(Solutions::place),
            ..self.pieces.look(kind, self.page.look())?
        };
        look.renderer(kind, dated, Some(ladder())).map_err(impossible)
    }

    fn check_text(&self, format: Format) -> anyhow::Result<()> {
        if let Some(flag) = self.pieces.given(&[For::Boards, For::Pictures]) {
            return refuse(format!("{format} is text: {flag} is for pictures"));
        }
        match self.solutions {
            Some(Solutions::Overleaf | Solutions::Below) => self.refuse_back(),
            Some(Solutions::Separate | Solutions::NextDay | Solutions::None)
                if format.has_columns() =>
            {
                refuse(format!("{format} always has the solutions, in a column"))
            }
            Some(Solutions::In) if !format.has_columns() && !format.has_room() => {
                refuse(format!("{format} has no place for solutions: take --solutions separate"))
            }
            _ => Ok(()),
        }
    }

    fn refuse_back(&self) -> anyhow::Result<()> {
        let name = if self.solutions == Some(Solutions::Below) { "below" } else { "overleaf" };
        refuse(format!("--solutions {name} is for pages of paper: give --page a4, or -o NAME.pdf"))
    }

    fn check_page(&self) -> anyhow::Result<()> {
        if let Some(flag) = self.pieces.given(&[For::Pictures]) {
            return refuse(format!("a page to play has no {flag}: it is for pictures"));
        }
        match self.solutions {
            Some(Solutions::Overleaf | Solutions::Below) => self.refuse_back(),
            Some(Solutions::Separate | Solutions::NextDay) => refuse(
                "a page has its solution inside: --solutions none leaves it and the hints out",
            ),
            _ => Ok(()),
        }
    }

    fn pieces(
        &self,
        kind: OutputKind,
        renderer: Renderer,
        files: Files,
        dated: bool,
    ) -> anyhow::Result<FileSet> {
        let PieceArgs { name, manifest, merge, .. } = &self.pieces;
        let has_several = renderer.each() > 1;
        let template = name.clone().unwrap_or_else(|| Template::usual(dated, has_several));
        let days = [Field::Date, Field::Compact, Field::Weekday];
        if !dated && days.into_iter().any(|field| template.uses(field)) {
            return refuse(
                "{date}, {yyyymmdd} and {weekday} are the days of a series: give `export --series NAME`",
            );
        }
        if !has_several && template.uses(Field::Sheet) {
            return refuse("{sheet} is the number of a page of several boards: give --per-page N");
        }
        Ok(FileSet {
            renderer,
            files,
            template,
            extension: kind.extension(),
            separate: matches!(self.solutions, Some(Solutions::Separate | Solutions::NextDay)),
            next_day: self.solutions == Some(Solutions::NextDay),
            merge: merge.then(Vec::new),
            manifest: (*manifest || dated).then(Vec::new),
            rows: Vec::new(),
            number: 0,
        })
    }
}
