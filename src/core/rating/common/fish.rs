//! Fish: X-wing, swordfish and jellyfish, with and without fins.

use super::basic::size;
use super::step::{Found, Reason, only};
use super::view::View;
use crate::board::{CellSet, Digit, House, HouseKind, bits};
use crate::logic::exact_subsets;

fn lines(kind: HouseKind, numbers: u16) -> Vec<House> {
    bits(numbers).map(|number| House::line(kind, number)).collect()
}

fn cells(houses: &[House]) -> CellSet {
    houses.iter().map(|house| house.cells()).collect()
}

/// The places of a digit in each row, or column.
fn by_line(view: &View, digit: Digit, kind: HouseKind) -> [u16; 9] {
    std::array::from_fn(|number| view.in_house(House::line(kind, number), digit))
}

/// X-wing, swordfish, jellyfish: in as many lines as lines across a digit stands only where they
/// cross. It goes from the rest of those across.
pub(super) fn basic(view: &View, out: &mut Found) {
    for kind in [HouseKind::Row, HouseKind::Column] {
        for digit in Digit::all() {
            for (taken, union) in exact_subsets(&by_line(view, digit, kind), size(out.technique)) {
                let (base, cover) = (lines(kind, taken), lines(kind.across(), union));
                let own = cells(&base);
                out.remove(view.marks(digit.into(), cells(&cover) - own), || {
                    let pattern = only(digit, own & view.places(digit));
                    (pattern, Reason::Fish { base, cover, fins: CellSet::EMPTY })
                });
            }
        }
    }
}

/// Finned X-wing, swordfish, jellyfish: a fish but for some places in one box, the fins. If none of
/// them is true the fish is there: what it removes and the fins see goes. Each line has at least
/// two of the places that are covered.
pub(super) fn finned(view: &View, out: &mut Found) {
    with_fins(view, out, |fewest| fewest >= 2);
}

/// Sashimi X-wing, swordfish, jellyfish: a finned fish with a line that has only one of the places
/// that are covered, so that without its fins no fish would be left.
pub(super) fn sashimi(view: &View, out: &mut Found) {
    with_fins(view, out, |fewest| fewest == 1);
}

/// Fish whose fins stand in one box, where `fits` likes how many covered places the line with
/// fewest has.
fn with_fins(view: &View, out: &mut Found, fits: fn(u32) -> bool) {
    let size = size(out.technique);
    for kind in [HouseKind::Row, HouseKind::Column] {
        for digit in Digit::all() {
            let words = by_line(view, digit, kind);
            let union = |taken: u16| bits(taken).fold(0, |all, line| all | words[line]);
            // Fins stand in three lines across at most.
            let taken_all = (0..1_u16 << 9).filter(|&taken| {
                taken.count_ones() as usize == size
                    && (size as u32 + 1..=size as u32 + 3).contains(&union(taken).count_ones())
                    && bits(taken).all(|number| words[number].count_ones() >= 2)
            });
            for taken in taken_all {
                for (band, stack) in (0..9).map(|n| (n / 3, n % 3)) {
                    let fish = Finned { words: &words, taken, band, stack };
                    for cover in fish.covers(size).filter(|&cover| fits(fish.fewest(cover))) {
                        let (base, cover) = (lines(kind, taken), lines(kind.across(), cover));
                        let (own, covered) = (cells(&base), cells(&cover));
                        let boxed = match kind {
                            HouseKind::Row => House::boxed(band * 3 + stack),
                            _ => House::boxed(stack * 3 + band),
                        };
                        let removed = view.marks(digit.into(), (covered & boxed.cells()) - own);
                        out.remove(removed, || {
                            let places = own & view.places(digit);
                            let reason = Reason::Fish { base, cover, fins: places - covered };
                            (only(digit, places), reason)
                        });
                    }
                }
            }
        }
    }
}

/// The lines of a fish with fins in the box where a band of lines crosses a stack of lines across.
struct Finned<'a> {
    words: &'a [u16; 9],
    taken: u16,
    band: usize,
    stack: usize,
}

impl Finned<'_> {
    /// Each choice of `size` lines across that covers all but some places in the box.
    fn covers(&self, size: usize) -> impl Iterator<Item = u16> {
        let columns = 7 << (3 * self.stack);
        let band = 7 << (3 * self.band);
        let union = |lines: u16| bits(lines).fold(0, |all, line| all | self.words[line]);
        let (inside, outside) = (union(self.taken & band), union(self.taken & !band));
        // Places outside the box must be covered.
        let needed = outside | inside & !columns;
        let in_box = inside & columns;
        let (stack, is_there) = (self.stack, self.taken & band != 0);
        (0..8_u16).map(move |more| more << (3 * stack)).filter_map(move |more| {
            let fits = is_there && more & needed == 0 && more & !in_box == 0;
            let cover = needed | more;
            // Some place is a fin, and something in the box may go.
            let is_finned = in_box & !cover != 0 && cover & columns != 0;
            (fits && is_finned && cover.count_ones() as usize == size).then_some(cover)
        })
    }

    /// Returns the least number of covered places of a line.
    fn fewest(&self, cover: u16) -> u32 {
        let covered = bits(self.taken).map(|line| (self.words[line] & cover).count_ones());
        covered.min().unwrap_or(0)
    }
}
