//! [`flow`]: the distribution of a list's pieces over columns and pages.

use std::ops::Range;

/// Puts pieces of these heights one after the other into `columns` columns per page, with white of
/// `gap` between them; `room` returns the height of a page's columns. The columns of the last page
/// are balanced: as low as its pieces permit. A page too low for the next piece stays empty if it
/// has no room at all or the next page is higher. Returns the ranges of pieces by page and column.
pub(super) fn flow(
    heights: &[f64],
    gap: f64,
    columns: usize,
    room: impl Fn(usize) -> f64,
) -> Vec<Vec<Range<usize>>> {
    let mut pages = Vec::new();
    let mut start = 0;
    while start < heights.len() {
        let own = room(pages.len());
        if heights[start] > own && (own <= 0.0 || own < room(pages.len() + 1)) {
            pages.push(Vec::new());
            continue;
        }
        let mut page = filled(heights, gap, columns, start, own).0;
        let end = page.last().map_or(start, |column| column.end);
        if end == heights.len() {
            page = balanced(heights, gap, columns, start);
        }
        pages.push(page);
        start = end;
    }
    pages
}

/// Returns the lowest columns that hold all pieces from `start` on.
fn balanced(heights: &[f64], gap: f64, columns: usize, start: usize) -> Vec<Range<usize>> {
    let mut height = heights[start..].iter().sum::<f64>() / columns as f64;
    loop {
        let (page, next) = filled(heights, gap, columns, start, height);
        if page.last().is_some_and(|column| column.end == heights.len()) {
            return page;
        }
        height = next;
    }
}

/// Returns the columns of a page, each as full as `room` permits, with at least one piece in the
/// first; and the next height at which a column would hold one more piece.
fn filled(
    heights: &[f64],
    gap: f64,
    columns: usize,
    mut start: usize,
    room: f64,
) -> (Vec<Range<usize>>, f64) {
    let mut page = Vec::new();
    let mut next = f64::INFINITY;
    while start < heights.len() && page.len() < columns {
        if heights[start] > room && !page.is_empty() {
            next = next.min(heights[start]);
            break;
        }
        let (mut end, mut height) = (start + 1, heights[start]);
        while end < heights.len() {
            let longer = height + gap + heights[end];
            if longer > room {
                next = next.min(longer);
                break;
            }
            (end, height) = (end + 1, longer);
        }
        page.push(start..end);
        start = end;
    }
    (page, next)
}

#[cfg(test)]
mod tests {
    use chacha20::ChaCha8Rng;
    use rand::{RngExt, SeedableRng};

    use super::*;

    const RNG_SEED: u64 = 20_261_125;

    #[test]
    fn pieces_stay_in_order_fit_and_are_balanced() {
        let mut rng = ChaCha8Rng::seed_from_u64(RNG_SEED);
        for case in 0..2000 {
            let heights: Vec<f64> =
                (0..rng.random_range(0..60)).map(|_| f64::from(rng.random_range(1..40))).collect();
            let (columns, gap) = (rng.random_range(1..5), f64::from(rng.random_range(0..9)));
            let (first, others) = (f64::from(rng.random_range(0..60)), 80.0);
            let room = |page| if page == 0 { first } else { others };
            let pages = flow(&heights, gap, columns, room);
            let told = format!("case {case} of RNG seed {RNG_SEED}: {heights:?}, {pages:?}");
            let all: Vec<usize> = pages.iter().flatten().cloned().flatten().collect();
            assert_eq!(all, (0..heights.len()).collect::<Vec<_>>(), "{told}");
            let height = |column: &Range<usize>| {
                heights[column.clone()].iter().sum::<f64>() + gap * (column.len() - 1) as f64
            };
            for (i, page) in pages.iter().enumerate() {
                assert!(page.len() <= columns && (i == 0 || !page.is_empty()), "{told}");
                assert!(page.iter().all(|column| height(column) <= room(i)), "{told}");
            }
            let Some(last) = pages.last().filter(|page| !page.is_empty()) else { continue };
            // Brute force: no way to cut the last page has lower columns.
            let own: Vec<f64> = heights[last[0].start..].to_vec();
            let tallest = last.iter().map(height).fold(0.0, f64::max);
            assert!(tallest <= lowest(&own, gap, columns), "{told}");
        }
    }

    /// Returns the height of the lowest columns for these pieces, found by trying every cut.
    fn lowest(heights: &[f64], gap: f64, columns: usize) -> f64 {
        let whole = heights.iter().sum::<f64>() + gap * (heights.len() - 1) as f64;
        if columns == 1 {
            return whole;
        }
        let cut = |at: usize| {
            let first = heights[..at].iter().sum::<f64>() + gap * (at - 1) as f64;
            first.max(lowest(&heights[at..], gap, columns - 1))
        };
        (1..heights.len()).map(cut).fold(whole, f64::min)
    }
}
