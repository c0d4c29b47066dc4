//! Charts of scores as SVG: histogram, scatter, boxes, bars.
//!
//! Equal data give equal bytes. Shades run from light to dark and lines are dark, so that a chart
//! can be printed in black; colour alone carries no information.

mod rankings;
mod scale;

use std::io;

use plotters::coord::Shift;
use plotters::coord::cartesian::Cartesian2d;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

pub use self::rankings::of_rankings;
use self::scale::Scale;
pub use self::scale::nice_step;
use super::markup::is_none;
use seeddb_core::rating::quantile::quantile;

/// Width and height, in the units of the file.
const SIZE: (i32, i32) = (1000, 640);

/// The shades of groups, from the easiest group on.
const SHADES: [RGBColor; 7] = [
    RGBColor(237, 248, 217),
    RGBColor(199, 233, 180),
    RGBColor(127, 205, 187),
    RGBColor(65, 182, 196),
    RGBColor(34, 121, 181),
    RGBColor(37, 52, 148),
    RGBColor(8, 16, 50),
];

/// The colour of lines and text.
const INK: RGBColor = RGBColor(20, 20, 20);

/// The most points of a scatter chart: more would make a blot, and megabytes.
const MOST_POINTS: usize = 4_000;

const BINS: usize = 50;

/// The texts of a chart.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Words {
    /// The title.
    pub title: String,
    /// A line below the title, such as the number of puzzles shown and omitted.
    pub note: String,
    /// The label of the horizontal axis, with its unit.
    pub x: String,
    /// The label of the vertical axis, with its unit.
    pub y: String,
}

/// A file name without extension, and the SVG.
pub type Picture = (String, String);

/// Removes groups without values.
pub fn without_empty(groups: Vec<Group>) -> Vec<Group> {
    groups.into_iter().filter(|group| !group.1.is_empty()).collect()
}

/// A name with its values.
pub type Group = (String, Vec<f64>);

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Chart<'a, 'b> = ChartContext<'a, SVGBackend<'b>, Cartesian2d<Scale, Scale>>;

/// The range of an axis.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Axis {
    /// The range of the values; logarithmic if they are positive and the largest is more than 30
    /// times the smallest.
    Fitting,
    /// From zero to the largest value, linear.
    FromZero,
}

/// Returns a histogram of values; the bars of groups are stacked, the first at the bottom.
pub fn histogram(words: &Words, groups: &[Group], axis: Axis) -> io::Result<String> {
    let values = groups.iter().flat_map(|group| group.1.iter().copied());
    let x = match axis {
        Axis::Fitting => Scale::of(values),
        Axis::FromZero => Scale::linear(0.0, values.fold(1.0, f64::max)),
    };
    let ends = x.bins(BINS);
    let place = |value: f64| ends.partition_point(|&end| end <= value).clamp(1, BINS) - 1;
    let mut piles = vec![vec![0u32; BINS]; groups.len()];
    for (pile, group) in piles.iter_mut().zip(groups) {
        group.1.iter().for_each(|&value| pile[place(value)] += 1);
    }
    let heights = (0..BINS).map(|bin| piles.iter().map(|pile| pile[bin]).sum::<u32>());
    let y = Scale::linear(0.0, f64::from(heights.max().unwrap_or(0).max(1)));
    let bars = piles.iter().map(|pile| {
        let bars = pile.iter().enumerate();
        bars.map(|(bin, &height)| (ends[bin]..ends[bin + 1], f64::from(height))).collect()
    });
    page(words, &legend(groups), x, y, |chart| draw_piles(chart, &bars.collect::<Vec<_>>()))
}

/// Returns a bar chart with a number for each name; the bars of groups are stacked. `groups` have
/// one value for each of `names`.
///
/// # Panics
/// If a group has fewer values than there are names.
pub fn bars(words: &Words, names: &[String], groups: &[Group]) -> io::Result<String> {
    let sums = (0..names.len()).map(|i| groups.iter().map(|group| group.1[i]).sum::<f64>());
    let y = Scale::linear(0.0, sums.fold(1.0, f64::max));
    let bars = groups.iter().map(|group| {
        let bars = group.1.iter().enumerate();
        bars.map(|(i, &height)| (i as f64 - 0.38..i as f64 + 0.38, height)).collect()
    });
    let x = Scale::names(names.iter().map(String::as_str));
    let legend =
        if groups.len() > 1 { shades(groups.iter().map(|group| &group.0)) } else { Vec::new() };
    page(words, &legend, x, y, |chart| draw_piles(chart, &bars.collect::<Vec<_>>()))
}

/// Returns a scatter chart with one point per puzzle; at most 4,000, picked evenly.
pub fn scatter(words: &Words, points: &[(f64, f64)]) -> io::Result<String> {
    let x = Scale::of(points.iter().map(|point| point.0));
    let y = Scale::of(points.iter().map(|point| point.1));
    let mut words = words.clone();
    let shown = points.len().min(MOST_POINTS);
    if shown < points.len() {
        words.note = format!("{}; {shown} of them shown", words.note);
    }
    page(&words, &[], x, y, |chart| {
        let style = SHADES[4].mix(0.45).filled();
        let picked = (0..shown).map(|i| points[i * points.len() / shown]);
        chart.draw_series(picked.map(|point| Circle::new(point, 2, style)))?;
        Ok(())
    })
}

/// Returns a box plot with one box per group: quartiles with the median; the whiskers reach from
/// the 5th to the 95th percentile. Groups without values keep their place.
pub fn boxes(words: &Words, groups: &[Group]) -> io::Result<String> {
    let x = Scale::names(groups.iter().map(|group| group.0.as_str()));
    let y = Scale::of(groups.iter().flat_map(|group| group.1.iter().copied()));
    let top = y.range_end();
    page(words, &[], x, y, |chart| {
        for (i, (_, values)) in groups.iter().enumerate() {
            let centre = i as f64;
            let mut sorted = values.clone();
            sorted.sort_unstable_by(f64::total_cmp);
            let count = format!("n = {}", sorted.len());
            let style = font(14).pos(Pos::new(HPos::Center, VPos::Bottom));
            let above = EmptyElement::at((centre, top)) + Text::new(count, (0, -3), style);
            chart.draw_series([above])?;
            if sorted.is_empty() {
                continue;
            }
            let [low, quarter, median, three, high] =
                [0.05, 0.25, 0.5, 0.75, 0.95].map(|share| quantile(&sorted, share));
            let corners = [(centre - 0.3, quarter), (centre + 0.3, three)];
            chart.draw_series([Rectangle::new(corners, SHADES[2].filled())])?;
            let lines = [
                vec![(centre - 0.3, quarter), (centre + 0.3, quarter), (centre + 0.3, three)],
                vec![(centre + 0.3, three), (centre - 0.3, three), (centre - 0.3, quarter)],
                vec![(centre, quarter), (centre, low)],
                vec![(centre, three), (centre, high)],
                vec![(centre - 0.15, low), (centre + 0.15, low)],
                vec![(centre - 0.15, high), (centre + 0.15, high)],
            ];
            chart.draw_series(lines.map(|line| PathElement::new(line, INK.stroke_width(1))))?;
            let line = vec![(centre - 0.3, median), (centre + 0.3, median)];
            chart.draw_series([PathElement::new(line, INK.stroke_width(3))])?;
        }
        Ok(())
    })
}

/// Draws the bars of each group on top of those of the groups before.
fn draw_piles(chart: &mut Chart, piles: &[Vec<(std::ops::Range<f64>, f64)>]) -> Drawn {
    let mut grounds = vec![0.0; piles.first().map_or(0, Vec::len)];
    for (i, pile) in piles.iter().enumerate() {
        for ((sides, height), ground) in pile.iter().zip(&mut grounds) {
            if *height > 0.0 {
                let corners = [(sides.start, *ground), (sides.end, *ground + height)];
                chart.draw_series([Rectangle::new(corners, shade(i, piles.len()).filled())])?;
                chart.draw_series([Rectangle::new(corners, INK.stroke_width(1))])?;
            }
            *ground += height;
        }
    }
    Ok(())
}

/// Returns the shade of group `i` of `count`.
fn shade(i: usize, count: usize) -> RGBColor {
    match count {
        1 => SHADES[2],
        2..=6 => SHADES[(i + usize::from(count < 6)).min(6)],
        _ => SHADES[i * (SHADES.len() - 1) / (count - 1)],
    }
}

fn shades<'a>(names: impl ExactSizeIterator<Item = &'a String>) -> Vec<(String, RGBColor)> {
    let count = names.len();
    names.enumerate().map(|(i, name)| (name.clone(), shade(i, count))).collect()
}

/// Returns the names of groups with their numbers of values; empty for a single group.
fn legend(groups: &[Group]) -> Vec<(String, RGBColor)> {
    let names: Vec<String> =
        groups.iter().map(|(name, values)| format!("{name} ({})", values.len())).collect();
    if names.len() > 1 { shades(names.iter()) } else { Vec::new() }
}

fn font(size: i32) -> TextStyle<'static> {
    ("sans-serif", size).into_font().color(&INK)
}

type Drawn = Result<(), DrawingAreaErrorKind<io::Error>>;

/// Returns a chart with texts, axes and legend, completed by `draw`.
fn page(
    words: &Words,
    legend: &[(String, RGBColor)],
    x: Scale,
    y: Scale,
    draw: impl FnOnce(&mut Chart) -> Drawn,
) -> io::Result<String> {
    let mut svg = String::new();
    let drawn = || -> Drawn {
        let root =
            SVGBackend::with_string(&mut svg, (SIZE.0 as u32, SIZE.1 as u32)).into_drawing_area();
        root.fill(&WHITE)?;
        root.draw(&Text::new(words.title.as_str(), (24, 16), font(26)))?;
        root.draw(&Text::new(words.note.as_str(), (24, 48), font(17)))?;
        let (below, right) = (root.margin(88, 12, 12, 28), SIZE.0 - 220);
        let main = if legend.is_empty() { below } else { below.split_horizontally(right).0 };
        let mut chart = ChartBuilder::on(&main)
            .x_label_area_size(64)
            .y_label_area_size(84)
            .build_cartesian_2d(x, y)?;
        chart
            .configure_mesh()
            .x_desc(words.x.as_str())
            .y_desc(words.y.as_str())
            .axis_desc_style(font(19))
            .label_style(font(16))
            .axis_style(INK)
            .light_line_style(TRANSPARENT)
            .bold_line_style(RGBColor(215, 215, 215))
            .draw()?;
        draw(&mut chart)?;
        draw_legend(&root, right + 24, legend)?;
        root.present()
    };
    let drawn = { drawn }();
    drawn.map_err(|error| io::Error::other(error.to_string()))?;
    // Replace characters that XML forbids; the library escapes the others.
    Ok(svg.replace(is_none, " "))
}

/// Draws the legend with the hardest group on top, as in the stacks.
fn draw_legend(root: &Area, left: i32, legend: &[(String, RGBColor)]) -> Drawn {
    for ((name, shade), top) in legend.iter().rev().zip((96..).step_by(28)) {
        let corners = [(left, top), (left + 18, top + 18)];
        root.draw(&Rectangle::new(corners, shade.filled()))?;
        root.draw(&Rectangle::new(corners, INK.stroke_width(1)))?;
        root.draw(&Text::new(name.as_str(), (left + 27, top + 1), font(17)))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words() -> Words {
        Words {
            title: "m(B) & \"more\" <of it>".to_owned(),
            note: "3 puzzles".to_owned(),
            x: "m(B), checks".to_owned(),
            y: "puzzles".to_owned(),
        }
    }

    fn groups() -> Vec<Group> {
        vec![
            ("easy".to_owned(), vec![320.0, 400.0, 460.0]),
            ("none".to_owned(), vec![]),
            ("hard".to_owned(), vec![12_000.0]),
        ]
    }

    /// Returns every chart, drawn twice.
    fn pictures() -> Vec<[String; 2]> {
        let points: Vec<(f64, f64)> =
            (1..9_000).map(|i| (f64::from(i), f64::from(i % 77))).collect();
        let names = ["0".to_owned(), "1".to_owned()];
        let sums = [("a".to_owned(), vec![1.0, 2.0]), ("b".to_owned(), vec![0.0, 5.0])];
        let draw = || {
            [
                histogram(&words(), &groups(), Axis::Fitting),
                histogram(&words(), &[], Axis::FromZero),
                boxes(&words(), &groups()),
                scatter(&words(), &points),
                scatter(&words(), &[]),
                bars(&words(), &names, &sums),
            ]
        };
        draw().into_iter().zip(draw()).map(|(a, b)| [a.unwrap(), b.unwrap()]).collect()
    }

    #[test]
    fn the_same_data_are_the_same_bytes() {
        for [once, again] in pictures() {
            assert_eq!(once, again);
            assert!(once.len() < 900_000);
        }
    }

    /// Tags close in order, and texts have no bare `<` or `&`.
    #[test]
    fn pictures_are_well_formed() {
        for [picture, _] in pictures() {
            let mut open = Vec::new();
            for piece in picture.split('<').skip(1) {
                let (tag, text) = piece.split_once('>').unwrap();
                assert!(text.split('&').skip(1).all(|entity| entity.contains(';')), "{text}");
                let name = tag.split_whitespace().next().unwrap().trim_end_matches('/');
                if let Some(closed) = tag.strip_prefix('/') {
                    assert_eq!(open.pop(), Some(closed.to_owned()));
                } else if !tag.ends_with('/') && !tag.starts_with(['!', '?']) {
                    open.push(name.to_owned());
                }
            }
            assert!(open.is_empty() && picture.starts_with("<svg"), "{open:?}");
            assert!(picture.contains("m(B) &amp; ") && picture.contains("&lt;of it&gt;"));
        }
    }

    #[test]
    fn a_histogram_has_a_bar_a_full_bin() {
        let picture = histogram(&words(), &groups(), Axis::Fitting).unwrap();
        let filled = picture.matches("<rect").count();
        // The background; bars and legend entries with a fill and a frame each.
        assert_eq!(filled, 1 + 2 * (4 + 3), "{picture}");
    }
}
