//! [`Technique`]: the ladder as one table, the source of everything else about a technique.

use super::step::{Found, Step};
use super::view::View;
use super::{als_chains, basic, chains, colours, fish, forcing, rectangles, single_digit};
use super::{sue_de_coq, wings};

/// The properties of a technique.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The technique.
    pub technique: Technique,
    /// The name in commands and files.
    pub key: &'static str,
    /// The English name.
    pub name: &'static str,
    /// Synonyms, and names of groups of techniques that include it.
    pub synonyms: &'static [&'static str],
    /// The cost that a step adds to the score of a puzzle.
    pub cost: u32,
    /// Whether it relies on the puzzle having one solution.
    pub is_by_uniqueness: bool,
    /// Whether a candidate that it removes is still removed, by it or an easier technique, after
    /// other candidates are gone.
    pub is_monotone: bool,
    find: fn(&View, &mut Found),
}

/// Makes [`Technique`] and the table of rows: the key, the name, synonyms, the cost, the nature, and
/// the enumerator.
macro_rules! ladder {
    ($($(#[doc = $doc:literal])+ $technique:ident = $key:literal, $name:literal, $synonyms:expr, $cost:literal, $nature:expr, $find:path;)+) => {
        /// A technique of the ladder, easiest first.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Technique {
            $($(#[doc = $doc])+ $technique,)+
        }

        /// The table, easiest first.
        const ROWS: [Row; [$($key),+].len()] = [$({
            let (is_by_uniqueness, is_monotone): Nature = $nature;
            Row {
                technique: Technique::$technique,
                key: $key,
                name: $name,
                synonyms: $synonyms,
                cost: $cost,
                is_by_uniqueness,
                is_monotone,
                find: $find,
            }
        }),+];
    };
}

/// Whether a technique argues from the puzzle having one solution, and whether it is monotone.
type Nature = (bool, bool);
const MONOTONE: Nature = (false, true);
const NEITHER: Nature = (false, false);
const UNIQUE: Nature = (true, false);

ladder! {
    /// A house with one open cell.
    FullHouse = "full-house", "Full House", &["last digit", "last cell"], 4, MONOTONE, basic::full_house;
    /// A cell with one candidate.
    NakedSingle = "naked-single", "Naked Single", &["sole candidate", "lone single"], 4, MONOTONE, basic::naked_single;
    /// A digit with one place in a house.
    HiddenSingle = "hidden-single", "Hidden Single", &["pinned digit", "unique candidate"], 14, MONOTONE, basic::hidden_single;
    /// A digit of a box stands in one line.
    Pointing = "pointing", "Pointing", &["locked candidates", "locked candidates type 1", "pointing pair", "pointing triple", "intersection"], 50, MONOTONE, basic::pointing;
    /// A digit of a line stands in one box.
    Claiming = "claiming", "Claiming", &["locked candidates type 2", "box-line reduction", "intersection"], 50, MONOTONE, basic::claiming;
    /// Two cells of a house with two candidates.
    NakedPair = "naked-pair", "Naked Pair", &["disjoint pair", "locked pair"], 60, MONOTONE, basic::naked;
    /// Two digits of a house with two places.
    HiddenPair = "hidden-pair", "Hidden Pair", &["unique pair"], 70, MONOTONE, basic::hidden;
    /// Three cells of a house with three candidates.
    NakedTriple = "naked-triple", "Naked Triple", &["naked triplet", "locked triple"], 80, MONOTONE, basic::naked;
    /// Three digits of a house with three places.
    HiddenTriple = "hidden-triple", "Hidden Triple", &["hidden triplet"], 100, MONOTONE, basic::hidden;
    /// Four cells of a house with four candidates.
    NakedQuad = "naked-quad", "Naked Quad", &["naked quadruple", "naked quadruplet"], 120, MONOTONE, basic::naked;
    /// Four digits of a house with four places.
    HiddenQuad = "hidden-quad", "Hidden Quad", &["hidden quadruple", "hidden quadruplet"], 150, MONOTONE, basic::hidden;
    /// A fish of two lines.
    XWing = "x-wing", "X-Wing", &["2-fish"], 140, MONOTONE, fish::basic;
    /// A fish of three lines.
    Swordfish = "swordfish", "Swordfish", &["3-fish"], 150, MONOTONE, fish::basic;
    /// A fish of four lines.
    Jellyfish = "jellyfish", "Jellyfish", &["4-fish"], 160, MONOTONE, fish::basic;
    /// A chain of cells with the same two candidates.
    RemotePair = "remote-pair", "Remote Pair", &["remote pairs"], 110, MONOTONE, wings::remote_pair;
    /// Two parallel strong links joined by a line.
    Skyscraper = "skyscraper", "Skyscraper", &[], 130, MONOTONE, single_digit::two_links;
    /// A strong link in a row and one in a column, joined in a box.
    TwoStringKite = "two-string-kite", "Two-String Kite", &["2-string kite", "kite", "dual empty rectangle"], 150, MONOTONE, single_digit::two_links;
    /// Other two strong links of a digit, joined.
    TurbotFish = "turbot-fish", "Turbot Fish", &["turbot", "crane"], 120, MONOTONE, single_digit::two_links;
    /// A box with a digit in a row and a column only, and a strong link.
    EmptyRectangle = "empty-rectangle", "Empty Rectangle", &["hinge"], 120, MONOTONE, single_digit::empty_rectangle;
    /// Two cells with the same two candidates, joined by a strong link.
    WWing = "w-wing", "W-Wing", &["semi-remote naked pair"], 150, MONOTONE, wings::w;
    /// A pivot with two candidates and two wings.
    XyWing = "xy-wing", "XY-Wing", &["y-wing", "bent triple"], 160, MONOTONE, wings::xy;
    /// A pivot with three candidates and two wings.
    XyzWing = "xyz-wing", "XYZ-Wing", &[], 180, MONOTONE, wings::xyz;
    /// One corner has more than the pair.
    UniqueRectangle1 = "unique-rectangle-1", "Unique Rectangle 1", &["uniqueness test 1", "ur1"], 100, UNIQUE, rectangles::unique_1;
    /// Two corners of a side have the same digit more.
    UniqueRectangle2 = "unique-rectangle-2", "Unique Rectangle 2", &["uniqueness test 2", "ur2"], 100, UNIQUE, rectangles::unique_2;
    /// Two corners of a side make a naked subset with others.
    UniqueRectangle3 = "unique-rectangle-3", "Unique Rectangle 3", &["uniqueness test 3", "ur3"], 100, UNIQUE, rectangles::unique_3;
    /// A digit of the pair is bound to two corners of a side.
    UniqueRectangle4 = "unique-rectangle-4", "Unique Rectangle 4", &["uniqueness test 4", "ur4"], 100, UNIQUE, rectangles::unique_4;
    /// Opposite corners, or three, have the same digit more.
    UniqueRectangle5 = "unique-rectangle-5", "Unique Rectangle 5", &["uniqueness test 5", "ur5"], 100, UNIQUE, rectangles::unique_5;
    /// A digit of the pair is bound to the corners, two opposite ones of which have more.
    UniqueRectangle6 = "unique-rectangle-6", "Unique Rectangle 6", &["uniqueness test 6", "ur6"], 100, UNIQUE, rectangles::unique_6;
    /// A digit of the pair is bound to the corners beside one.
    HiddenRectangle = "hidden-rectangle", "Hidden Rectangle", &["hidden unique rectangle"], 100, UNIQUE, rectangles::hidden;
    /// Three corners are filled, none given.
    AvoidableRectangle1 = "avoidable-rectangle-1", "Avoidable Rectangle 1", &["avoidable rectangle", "ar1"], 100, UNIQUE, rectangles::avoidable_1;
    /// Two corners are filled, none given, and two have the same digit more.
    AvoidableRectangle2 = "avoidable-rectangle-2", "Avoidable Rectangle 2", &["ar2"], 100, UNIQUE, rectangles::avoidable_2;
    /// All open cells have two candidates but one.
    BugPlusOne = "bug-plus-one", "BUG+1", &["bug+1", "bivalue universal grave"], 100, UNIQUE, rectangles::grave;
    /// A place sees both colours of a cluster.
    ColourTrap = "simple-colouring-trap", "Simple Colouring (Trap)", &["simple colouring", "simple colour", "simple coloring", "simple color", "colouring", "coloring", "singles chain", "colour trap"], 150, MONOTONE, colours::trap;
    /// Two places of a colour see each other.
    ColourWrap = "simple-colouring-wrap", "Simple Colouring (Wrap)", &["simple colouring", "simple coloring", "singles chain", "colour wrap"], 150, MONOTONE, colours::wrap;
    /// A finned X-wing that is none without its fins.
    SashimiXWing = "sashimi-x-wing", "Sashimi X-Wing", &[], 150, MONOTONE, fish::sashimi;
    /// An X-wing but for fins in a box.
    FinnedXWing = "finned-x-wing", "Finned X-Wing", &["finned fish"], 130, MONOTONE, fish::finned;
    /// A finned swordfish that is none without its fins.
    SashimiSwordfish = "sashimi-swordfish", "Sashimi Swordfish", &[], 240, MONOTONE, fish::sashimi;
    /// A swordfish but for fins in a box.
    FinnedSwordfish = "finned-swordfish", "Finned Swordfish", &[], 200, MONOTONE, fish::finned;
    /// A finned jellyfish that is none without its fins.
    SashimiJellyfish = "sashimi-jellyfish", "Sashimi Jellyfish", &[], 260, MONOTONE, fish::sashimi;
    /// A jellyfish but for fins in a box.
    FinnedJellyfish = "finned-jellyfish", "Finned Jellyfish", &[], 250, MONOTONE, fish::finned;
    /// A colour of a cluster sees a colour of another.
    ColourBridge = "multi-colouring-bridge", "Multi-Colouring (Bridge)", &["multi-colouring", "multi-colour", "multi-coloring", "multi-color", "multi-colors type 1", "colour wing"], 200, MONOTONE, colours::bridge;
    /// A colour of a cluster sees both colours of another.
    ColourBetween = "multi-colouring-between", "Multi-Colouring (Between)", &["multi-colouring", "multi-coloring", "multi-colors type 2"], 200, MONOTONE, colours::between;
    /// A pivot and three wings with four candidates.
    WxyzWing = "wxyz-wing", "WXYZ-Wing", &[], 240, MONOTONE, wings::wxyz;
    /// Cells of a line and a box, where they cross and around, as many as digits.
    SueDeCoq = "sue-de-coq", "Sue de Coq", &["two-sector disjoint subsets"], 250, NEITHER, sue_de_coq::sue_de_coq;
    /// A chain of one digit.
    XChain = "x-chain", "X-Chain", &["x-cycle"], 260, MONOTONE, chains::x;
    /// A chain of cells with two candidates.
    XyChain = "xy-chain", "XY-Chain", &["y-chain"], 260, MONOTONE, chains::xy;
    /// A chain that can be walked round.
    NiceLoop = "continuous-nice-loop", "Continuous Nice Loop", &["nice loop", "alternating inference loop"], 280, MONOTONE, chains::closed;
    /// A chain of candidates of any kind.
    Aic = "aic", "AIC", &["alternating inference chain", "discontinuous nice loop"], 280, MONOTONE, chains::aic;
    /// A chain with groups of places as nodes.
    GroupedAic = "grouped-aic", "Grouped AIC", &["grouped nice loop", "grouped chain"], 300, MONOTONE, chains::grouped;
    /// Two almost locked sets, linked.
    AlsXz = "als-xz", "ALS-XZ", &["almost locked sets xz rule"], 300, MONOTONE, als_chains::xz;
    /// An almost locked set linked to two others.
    AlsXyWing = "als-xy-wing", "ALS-XY-Wing", &["als-wing"], 320, MONOTONE, als_chains::xy_wing;
    /// Almost locked sets, each linked to the next.
    AlsChain = "als-chain", "ALS Chain", &["als-xy-chain"], 340, MONOTONE, als_chains::chain;
    /// A cell linked to an almost locked set by each candidate.
    DeathBlossom = "death-blossom", "Death Blossom", &[], 360, MONOTONE, als_chains::blossom;
    /// All candidates of a cell, or places of a digit, lead to the same by chains.
    ForcingChain = "forcing-chain", "Forcing Chain", &["cell forcing chain", "region forcing chain", "unit forcing chain"], 500, MONOTONE, forcing::chain;
    /// They do by all singles that follow, or a candidate leads to a contradiction.
    ForcingNet = "forcing-net", "Forcing Net", &["multiple forcing net"], 700, MONOTONE, forcing::net;
}

impl Technique {
    /// Returns all techniques, easiest first.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator + Clone {
        ROWS.iter().map(|row| row.technique)
    }

    /// Returns the properties of the technique.
    pub const fn row(self) -> &'static Row {
        &ROWS[self as usize]
    }

    /// Whether it is a single: its steps place digits without any chain.
    pub fn is_single(self) -> bool {
        self <= Self::HiddenSingle
    }

    /// Whether puzzles can be told by it whose hardest technique it is: it is above all that the
    /// tiers of hsolve have, so that the refills of a seed agree on it.
    pub fn is_above_tiers(self) -> bool {
        self > Self::Jellyfish
    }

    /// Returns the technique with this key, name or synonym, in any case; the easiest if there are
    /// several.
    pub fn named(name: &str) -> Option<Self> {
        let plain = |text: &str| text.to_lowercase().replace([' ', '_'], "-");
        let name = plain(name);
        let is_key = |row: &&Row| plain(row.key) == name || plain(row.name) == name;
        let is_synonym = |row: &&Row| row.synonyms.iter().any(|own| plain(own) == name);
        let row = ROWS.iter().find(is_key).or_else(|| ROWS.iter().find(is_synonym));
        row.map(|row| row.technique)
    }

    /// All its steps on the board.
    pub fn steps(self, view: &View) -> Vec<Step> {
        let mut found = Found { technique: self, steps: Vec::new() };
        (self.row().find)(view, &mut found);
        found.steps
    }

    /// Returns the first of the smallest steps of the technique on the board.
    pub fn easiest(self, view: &View) -> Option<Step> {
        let mut steps = self.steps(view).into_iter();
        // The easy ones are of one size each, or found smallest first.
        if self < Self::RemotePair { steps.next() } else { steps.min_by_key(Step::size) }
    }
}

impl std::fmt::Display for Technique {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.row().name)
    }
}

/// A set of techniques.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Techniques(u64);

impl Techniques {
    /// No technique.
    pub const NONE: Self = Self(0);
    /// The whole ladder.
    pub const ALL: Self = Self((1 << ROWS.len()) - 1);

    /// Returns the techniques below `technique` in the ladder.
    pub const fn below(technique: Technique) -> Self {
        Self((1 << technique as u64) - 1)
    }

    /// Returns `technique` and those below it in the ladder.
    pub const fn up_to(technique: Technique) -> Self {
        Self::below(technique).with(technique)
    }

    /// Returns the techniques that do not rely on the puzzle having one solution.
    pub fn without_uniqueness() -> Self {
        Technique::all().filter(|own| !own.row().is_by_uniqueness).collect()
    }

    /// Returns the monotone techniques, whose closure does not depend on the order of steps.
    pub fn monotone() -> Self {
        Technique::all().filter(|own| own.row().is_monotone).collect()
    }

    /// Returns the set with `technique` added.
    pub const fn with(self, technique: Technique) -> Self {
        Self(self.0 | 1 << technique as u64)
    }

    /// Returns the set without `technique`.
    pub const fn without(self, technique: Technique) -> Self {
        Self(self.0 & !(1 << technique as u64))
    }

    /// Returns the techniques that are in both sets.
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Whether `technique` is in the set.
    pub const fn contains(self, technique: Technique) -> bool {
        self.0 >> technique as u64 & 1 == 1
    }

    /// Whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the techniques of the set, easiest first.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = Technique> + Clone {
        Technique::all().filter(move |&technique| self.contains(technique))
    }

    /// Returns the hardest technique of the set.
    pub fn hardest(self) -> Option<Technique> {
        self.iter().next_back()
    }
}

impl FromIterator<Technique> for Techniques {
    fn from_iter<I: IntoIterator<Item = Technique>>(techniques: I) -> Self {
        techniques.into_iter().fold(Self::NONE, Self::with)
    }
}

impl std::fmt::Debug for Techniques {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_the_order_of_the_ladder_and_names_are_read_back() {
        for (i, row) in ROWS.iter().enumerate() {
            assert_eq!(row.technique as usize, i);
            assert_eq!(Technique::named(row.key), Some(row.technique));
            assert_eq!(Technique::named(&row.name.to_uppercase()), Some(row.technique));
            for synonym in row.synonyms {
                assert!(Technique::named(synonym).is_some_and(|own| own <= row.technique));
            }
            assert!(!(row.is_by_uniqueness && row.is_monotone));
        }
        assert_eq!(Technique::named("kite"), Some(Technique::TwoStringKite));
        assert_eq!(Technique::named("kites"), None);
    }

    #[test]
    fn a_set_holds_what_was_put_in() {
        for technique in Technique::all() {
            let below = Techniques::below(technique);
            assert!(below.iter().eq(Technique::all().filter(|&own| own < technique)));
            assert_eq!(Techniques::up_to(technique).hardest(), Some(technique));
            assert_eq!(Techniques::up_to(technique).without(technique), below);
        }
        assert!(Techniques::ALL.iter().eq(Technique::all()));
    }
}
