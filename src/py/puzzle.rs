//! A single puzzle.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash as _, Hasher as _};

use chacha20::ChaCha8Rng;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::types::{PyBytes, PyDict, PyList};
use rand::SeedableRng as _;
use seeddb::board::{self, Grid};
use seeddb::export::drawing::{Fonts, Theme};
use seeddb::export::{
    Layout, OutputKind, PictureContent, PictureFormat, Pictures, Reader, Resolution, Row,
};
use seeddb::logic::{self, Ladder, Played, Walk};
use seeddb::rating::common::{self, CommonRow};
use seeddb::rating::levels::LevelTable;
use seeddb::rating::se::{self, Without};
use seeddb::rating::stop::Stop;
use seeddb::rows::{CanonRow, CanonicalExplainerRow, DetailsRow, ExplainerRow, RateRow};
use seeddb::symmetry::{ClueSymmetry, Transform};

use super::convert::{self, record, records};
use super::errors::{self, Failure};
use super::looks::Look;
use super::many::Given;

/// The width of a board in a notebook, in points.
const SIDE: f64 = 240.0;

/// A Sudoku puzzle that has exactly one solution, from a text of 81 characters or a board of numpy,
/// (9, 9) or (81,), with 0, -1 or NaN for an open cell.
#[pyclass(frozen, module = "seeddb")]
pub struct Puzzle(board::Puzzle);

/// Returns the ladder that grades.
pub fn ladder() -> &'static Ladder {
    Ladder::hsolve()
}

/// Reads a grid: 81 cells, or a link or a line with one puzzle.
pub fn grid(text: &str) -> Result<Grid, String> {
    text.parse().or_else(|error: board::ParseGridError| {
        let mut reader = Reader::new(text.as_bytes()).map_err(|_| error.to_string())?;
        let mut next = || reader.entry().ok().flatten();
        match (next(), next()) {
            (Some(Ok(found)), None) => Ok(found.grid),
            (Some(Ok(_)), Some(_)) => Err("this text holds more than one puzzle".to_owned()),
            _ => Err(error.to_string()),
        }
    })
}

/// Returns the puzzle of a grid with one solution, or the message of the error.
pub fn unique(grid: &Grid) -> Result<board::Puzzle, String> {
    board::Puzzle::new(grid).map_err(|error| error.to_string())
}

/// The message about an unknown metric or ladder.
pub fn unknown(what: &str, name: &str) -> String {
    format!("no {what} {name:?}: there are hsolve, se and common")
}

impl Puzzle {
    fn svg(&self) -> PyResult<String> {
        let pictures = Pictures {
            format: PictureFormat::Svg,
            theme: Theme::default(),
            layout: Layout::Crop,
            side: Some(SIDE),
            resolution: Resolution::Dpi(300.0),
            fonts: Fonts::bundled().map_err(std::io::Error::other)?,
            caption: None,
        };
        let drawing = pictures.puzzle(&self.row(), PictureContent::Puzzle);
        let mut svg = Vec::new();
        pictures.write(&mut svg, &drawing, "Sudoku")?;
        Ok(String::from_utf8_lossy(&svg).into_owned())
    }

    fn row(&self) -> Row {
        Row::own(ladder(), &LevelTable::default(), &self.0, 1)
    }
}

#[pymethods]
impl Puzzle {
    #[new]
    fn new(py: Python<'_>, text: &Bound<'_, PyAny>) -> PyResult<Self> {
        let grid = if let Ok(text) = text.extract::<PyBackedStr>() {
            grid(&text)
        } else {
            let board = py.import("seeddb._inputs")?.call_method1("board", (text,))?;
            board.extract::<Given>()?.grid(0)
        };
        let grid = grid.map_err(|words| errors::of_text(py, &words))?;
        let puzzle = board::Puzzle::new(&grid);
        puzzle.map(Self).map_err(|error| errors::of_grid(py, &grid, error))
    }

    /// The solution, 81 digits.
    #[getter]
    fn solution(&self) -> String {
        self.0.solution().to_string()
    }

    /// The number of clues.
    #[getter]
    fn clues(&self) -> usize {
        self.0.clues().len()
    }

    /// How hard it is: the keys of `seeddb rate`, or of `seeddb rate --metric` with se or common;
    /// with se and `canon` those of `--canon`.
    #[pyo3(signature = (metric = "hsolve", *, canon = false))]
    fn rate<'py>(&self, py: Python<'py>, metric: &str, canon: bool) -> PyResult<Bound<'py, PyAny>> {
        match metric {
            "se" if canon => record(py, &CanonicalExplainerRow::of(&self.0, Stop::NEVER)),
            "hsolve" => record(py, &RateRow::of(ladder(), &LevelTable::default(), &self.0)),
            "se" => record(py, &ExplainerRow::of(&self.0, Stop::NEVER)),
            "common" => record(py, &CommonRow::of(&self.0)),
            _ => Err(errors::of_request(py, &unknown("metric", metric))),
        }
    }

    /// The steps to its solution: the keys of `seeddb explain`, or of `seeddb explain --ladder`
    /// with se or common.
    #[pyo3(signature = (ladder = "hsolve"))]
    fn explain<'py>(&self, py: Python<'py>, ladder: &str) -> PyResult<Bound<'py, PyList>> {
        match ladder {
            "hsolve" => {
                records(py, &Walk::new(Ladder::hsolve(), &self.0).rows().collect::<Vec<_>>())
            }
            "se" => {
                let grid = self.0.grid();
                let walk = py.detach(|| se::Walk::of(&grid, Without::NOTHING, Stop::NEVER, |_| ()));
                let walk = walk.map_err(|words| errors::of_text(py, &words))?;
                records(py, &walk.rows().collect::<Vec<_>>())
            }
            "common" => {
                let walk = py.detach(|| common::Walk::of(&self.0, common::Techniques::ALL));
                records(py, &walk.rows(&self.0).collect::<Vec<_>>())
            }
            _ => Err(errors::of_request(py, &unknown("ladder", ladder))),
        }
    }

    /// The next step for a player who has filled in digits, as "r5c2=7", and removed candidates, as
    /// "r3c4<>28"; of the ladder hsolve or common.
    #[pyo3(signature = (filled = Vec::new(), removed = Vec::new(), *, ladder = "hsolve"))]
    fn hint<'py>(
        &self,
        py: Python<'py>,
        filled: Vec<String>,
        removed: Vec<String>,
        ladder: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        let mut played = Played::default();
        for effect in filled.iter().chain(&removed) {
            played.add(effect).map_err(|error| errors::of_request(py, &error.to_string()))?;
        }
        match ladder {
            "hsolve" => record(py, &logic::hint(Ladder::hsolve(), &self.0, &played)),
            "common" => record(py, &common::hint(&self.0, &played)),
            _ => {
                let words =
                    format!("no hints by the ladder {ladder:?}: there are hsolve and common");
                Err(errors::of_request(py, &words))
            }
        }
    }

    /// Its canonical form, key and id: the keys of `seeddb canon`.
    fn canon<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        record(py, &CanonRow::of(1, &self.0.grid()))
    }

    /// Whether it is minimal, its automorphisms and the symmetries of its clues: keys of
    /// `seeddb check`.
    fn symmetries<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let details = DetailsRow::of(&self.0.grid());
        record(py, &details.map_err(|clash| errors::of_text(py, &clash.to_string()))?)
    }

    /// The same puzzle turned round and relabelled at random; equal RNG seeds give equal puzzles.
    #[pyo3(signature = (rng_seed = None, *, symmetry = "none"))]
    fn shuffle(&self, py: Python<'_>, rng_seed: Option<u64>, symmetry: &str) -> PyResult<Self> {
        let symmetry: ClueSymmetry =
            symmetry.parse().map_err(|error| errors::of_request(py, &format!("{error}")))?;
        if !symmetry.holds(self.0.clues()) {
            let words = format!("its clues do not have the symmetry {symmetry}");
            return Err(errors::of_request(py, &words));
        }
        let mut rng = ChaCha8Rng::seed_from_u64(convert::rng_seed(rng_seed)?);
        Ok(Self(Transform::random_keeping(symmetry, &mut rng).apply_puzzle(&self.0)))
    }

    /// In a format of `seeddb export`: text, or bytes where the format is none (png, pdf, xlsx).
    /// The keyword arguments are those of `Database.export`.
    #[pyo3(signature = (format = "line", **look))]
    fn to<'py>(
        &self,
        py: Python<'py>,
        format: &str,
        look: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let kind: OutputKind =
            format.parse().map_err(|error| errors::of_request(py, &format!("{error}")))?;
        let renderer = Look::of(py, look)?.renderer(kind, false, ladder());
        let renderer = renderer.map_err(|error| Failure::from(error).raised(py))?;
        let bytes = renderer.file(&[self.row()], false);
        let bytes = bytes.map_err(|error| Failure::from(error).raised(py))?;
        match String::from_utf8(bytes) {
            Ok(text) if !kind.is_binary() => Ok(text.into_pyobject(py)?.into_any()),
            Ok(text) => Ok(PyBytes::new(py, text.as_bytes()).into_any()),
            Err(error) => Ok(PyBytes::new(py, error.as_bytes()).into_any()),
        }
    }

    /// A page to play it, as HTML that needs nothing else.
    #[pyo3(signature = (*, solutions = true))]
    fn page<'py>(&self, py: Python<'py>, solutions: bool) -> PyResult<Bound<'py, PyAny>> {
        let look = PyDict::new(py);
        look.set_item("solutions", solutions)?;
        self.to(py, "html", Some(&look))
    }

    /// The page to play it inside a cell of a notebook.
    #[pyo3(signature = (*, height = 720))]
    fn player<'py>(&self, py: Python<'py>, height: u32) -> PyResult<Bound<'py, PyAny>> {
        let frame = py.import("seeddb._table")?.getattr("Frame")?;
        frame.call1((self.page(py, true)?, height))
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        self.svg()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Puzzle('{}')", self.0)
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.0 == other.0
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.0.to_string().hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyAny>, (String,)) {
        (slf.get_type().into_any(), (slf.get().0.to_string(),))
    }
}
