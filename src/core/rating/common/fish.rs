//! Fish: X-wing, swordfish and jellyfish, with and without fins.

use super::basic::{choose, size};
use super::step::{Flow, GO, Reason, Sink, only, remove};
use super::technique::Technique;
use super::view::View;
use crate::board::{CellSet, Digit, House, HouseKind, bits};

const fn line(kind: HouseKind, number: usize) -> House {
    if matches!(kind, HouseKind::Row) { House::row(number) } else { House::column(number) }
}

const fn across(kind: HouseKind) -> HouseKind {
    if matches!(kind, HouseKind::Row) { HouseKind::Column } else { HouseKind::Row }
}

fn lines(kind: HouseKind, numbers: u16) -> Vec<House> {
    bits(numbers.into()).map(|number| line(kind, number)).collect()
}

fn cells(houses: &[House]) -> CellSet {
    houses.iter().map(|house| house.cells()).collect()
}

/// X-wing, swordfish, jellyfish: in as many lines as lines across a digit stands only where they
/// cross. It goes from the rest of those across.
pub(super) fn basic(view: &View, technique: Technique, sink: &mut Sink<'_>) -> Flow {
    for kind in [HouseKind::Row, HouseKind::Column] {
        for digit in Digit::all() {
            let words = std::array::from_fn(|number| view.in_house(line(kind, number), digit));
            choose(&words, size(technique), &mut |taken, union| {
                let (base, cover) = (lines(kind, taken), lines(across(kind), union));
                let own = cells(&base);
                let removed = view.marks(digit.into(), cells(&cover) - own);
                remove(sink, technique, removed, || {
                    let pattern = only(digit, own & view.places(digit));
                    (pattern, Reason::Fish { base, cover, fins: CellSet::EMPTY })
                })
            })?;
        }
    }
    GO
}

/// Finned X-wing, swordfish, jellyfish: a fish but for some places in one box, the fins. If none of
/// them is true the fish is there: what it removes and the fins see goes. Each line has at least
/// two of the places that are covered.
pub(super) fn finned(view: &View, technique: Technique, sink: &mut Sink<'_>) -> Flow {
    with_fins(view, technique, sink, |fewest| fewest >= 2)
}

/// Sashimi X-wing, swordfish, jellyfish: a finned fish with a line that has only one of the places
/// that are covered, so that without its fins no fish would be left.
pub(super) fn sashimi(view: &View, technique: Technique, sink: &mut Sink<'_>) -> Flow {
    with_fins(view, technique, sink, |fewest| fewest == 1)
}

/// Fish whose fins stand in one box, where `fits` likes how many covered places the line with
/// fewest has.
fn with_fins(
    view: &View,
    technique: Technique,
    sink: &mut Sink<'_>,
    fits: fn(u32) -> bool,
) -> Flow {
    let size = size(technique);
    for kind in [HouseKind::Row, HouseKind::Column] {
        for digit in Digit::all() {
            let words: [u16; 9] =
                std::array::from_fn(|number| view.in_house(line(kind, number), digit));
            let union = |taken: u16| bits(taken.into()).fold(0, |all, line| all | words[line]);
            // Fins stand in three lines across at most.
            let taken_all = (0..1_u16 << 9).filter(|taken| {
                taken.count_ones() as usize == size
                    && (size as u32 + 1..=size as u32 + 3).contains(&union(*taken).count_ones())
                    && bits((*taken).into()).all(|number| words[number].count_ones() >= 2)
            });
            for taken in taken_all {
                for (band, stack) in (0..9).map(|n| (n / 3, n % 3)) {
                    let fish = Finned { words: &words, taken, band, stack };
                    fish.covers(size, &mut |cover| {
                        if !fits(fish.fewest(cover)) {
                            return GO;
                        }
                        let base = lines(kind, taken);
                        let own = cells(&base);
                        let cover = lines(across(kind), cover);
                        let covered = cells(&cover);
                        let boxed = match kind {
                            HouseKind::Row => House::boxed(band * 3 + stack),
                            _ => House::boxed(stack * 3 + band),
                        };
                        let removed = view.marks(digit.into(), (covered & boxed.cells()) - own);
                        remove(sink, technique, removed, || {
                            let places = own & view.places(digit);
                            let reason = Reason::Fish { base, cover, fins: places - covered };
                            (only(digit, places), reason)
                        })
                    })?;
                }
            }
        }
    }
    GO
}

/// The lines of a fish with fins in the box where a band of lines crosses a stack of lines across.
struct Finned<'a> {
    words: &'a [u16; 9],
    taken: u16,
    band: usize,
    stack: usize,
}

impl Finned<'_> {
    /// Tells of each choice of `size` lines across that covers all but some places in the box.
    fn covers(&self, size: usize, visit: &mut dyn FnMut(u16) -> Flow) -> Flow {
        let columns = 7 << (3 * self.stack);
        let band = 7 << (3 * self.band);
        if self.taken & band == 0 {
            return GO;
        }
        let union = |lines: u16| bits(lines.into()).fold(0, |all, line| all | self.words[line]);
        let (inside, outside) = (union(self.taken & band), union(self.taken & !band));
        // Covered in any case: what is not in the box.
        let needed = outside | inside & !columns;
        let in_box = inside & columns;
        for more in 0..8_u16 {
            let more = more << (3 * self.stack);
            let fits = more & needed == 0 && more & !in_box == 0;
            let cover = needed | more;
            // Some place is a fin, and something in the box may go.
            if fits
                && cover.count_ones() as usize == size
                && in_box & !cover != 0
                && cover & columns != 0
            {
                visit(cover)?;
            }
        }
        GO
    }

    /// The number of covered places of the line that has fewest.
    fn fewest(&self, cover: u16) -> u32 {
        bits(self.taken.into())
            .map(|line| (self.words[line] & cover).count_ones())
            .min()
            .unwrap_or(0)
    }
}
