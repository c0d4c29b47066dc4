//! [`ClueSymmetry`]: a symmetry of the printed pattern of clues.

use std::sync::LazyLock;

use super::transform::{Permutation, REVERSED, Transform, UNMOVED};
use crate::board::{Cell, CellSet};

crate::named_enum! {
    /// A symmetry that a pattern of clues can have.
    ///
    /// ```
    /// # use seeddb_core as seeddb;
    /// use seeddb::board::{Cell, CellSet};
    /// use seeddb::symmetry::ClueSymmetry;
    ///
    /// let symmetry: ClueSymmetry = "rot180".parse()?;
    /// let corners: CellSet = [Cell::at(0, 0), Cell::at(8, 8)].into_iter().collect();
    /// assert_eq!(symmetry.orbit(Cell::at(0, 0)), corners);
    /// assert!(symmetry.holds(corners) && !ClueSymmetry::LeftRight.holds(corners));
    /// # Ok::<(), seeddb::symmetry::ParseClueSymmetryError>(())
    /// ```
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
    #[derive(serde::Serialize, serde::Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum ClueSymmetry {
        /// None asked for.
        #[default]
        None = "none",
        /// Half a turn.
        Rot180 = "rot180",
        /// A quarter turn.
        Rot90 = "rot90",
        /// Mirrored from top to bottom: row r and row 10 - r.
        TopBottom = "top-bottom",
        /// Mirrored from left to right: column c and column 10 - c.
        LeftRight = "left-right",
        /// Over the main diagonal.
        Diagonal = "diagonal",
        /// Over the other diagonal.
        AntiDiagonal = "anti-diagonal",
    }
}

impl ClueSymmetry {
    /// Returns the one, two or four transforms that keep a pattern with this symmetry, the identity
    /// first.
    pub fn maps(self) -> &'static [Transform] {
        const fn with(transposed: bool, rows: Permutation, columns: Permutation) -> [Transform; 2] {
            [Transform::IDENTITY, Transform::geometric(transposed, rows, columns)]
        }
        const ROT180: [Transform; 2] = with(false, REVERSED, REVERSED);
        const ROT90: [Transform; 4] = [
            Transform::IDENTITY,
            Transform::geometric(true, UNMOVED, REVERSED),
            ROT180[1],
            Transform::geometric(true, REVERSED, UNMOVED),
        ];
        match self {
            Self::None => const { &[Transform::IDENTITY] },
            Self::Rot180 => &ROT180,
            Self::Rot90 => &ROT90,
            Self::TopBottom => const { &with(false, REVERSED, UNMOVED) },
            Self::LeftRight => const { &with(false, UNMOVED, REVERSED) },
            Self::Diagonal => const { &with(true, UNMOVED, UNMOVED) },
            Self::AntiDiagonal => const { &with(true, REVERSED, REVERSED) },
        }
    }

    /// Returns the orbit of `cell`: itself and its images, which are clues together.
    pub fn orbit(self, cell: Cell) -> CellSet {
        self.maps().iter().map(|map| map.apply_cell(cell)).collect()
    }

    /// Returns the possible numbers of clues with this symmetry, rising.
    ///
    /// ```
    /// # use seeddb_core as seeddb;
    /// use seeddb::symmetry::ClueSymmetry;
    ///
    /// let sizes: Vec<usize> = ClueSymmetry::Rot90.sizes().filter(|size| *size >= 22).collect();
    /// assert_eq!(sizes[..4], [24, 25, 28, 29]);
    /// ```
    pub fn sizes(self) -> impl Iterator<Item = usize> {
        let sums = self.orbits().fold(1_u128, |sums, orbit| sums | sums << orbit.len());
        (0..=Cell::COUNT).filter(move |size| sums >> size & 1 == 1)
    }

    /// Returns all orbits, each once, in the order of their first cells.
    pub fn orbits(self) -> impl Iterator<Item = CellSet> {
        static ORBITS: LazyLock<[Vec<CellSet>; 7]> = LazyLock::new(|| {
            ClueSymmetry::ALL.map(|symmetry| {
                let orbits = Cell::all().map(|cell| (cell, symmetry.orbit(cell)));
                let once = orbits.filter(|(cell, orbit)| orbit.first() == Some(*cell));
                once.map(|(_, orbit)| orbit).collect()
            })
        });
        ORBITS[self as usize].iter().copied()
    }

    /// Whether the pattern `cells` has this symmetry.
    pub fn holds(self, cells: CellSet) -> bool {
        self.maps().get(1).is_none_or(|map| map.apply_cells(cells) == cells)
    }
}

crate::read_by_name! {
    /// The error of a text that is not the name of a clue symmetry.
    ClueSymmetry, ParseClueSymmetryError:
    "no symmetry is called {0:?}: write none, rot180, rot90, top-bottom, left-right, diagonal or anti-diagonal"
}
