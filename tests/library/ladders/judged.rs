//! A ladder of nine tiers shaped like Sudoku Explainer's: the first tier has no naked single, so
//! that a cell with one candidate may be open; the last four tiers are assigned by a judge that
//! follows one path from the stuck state. It has no m(B).

use seeddb::board::{Solution, State};
use seeddb::logic::{Effect, Judge, Ladder, Size, Technique, find_all};
use seeddb::symmetry::GridForm;

use super::xy_wing;

/// Counts the assumed digits, always with the first technique that applies and its first
/// application. Assumptions are not undone, so the count depends on the order of applications.
struct Path;

impl Judge for Path {
    fn judge(&self, stuck: &State, solution: &Solution) -> Option<u8> {
        // In canonical coordinates, as the first application depends on the orientation of the
        // board.
        let (candidates, way) = GridForm::of(solution).smallest_candidates(&stuck.candidates);
        let mut state = State { candidates, open: way.apply_cells(stuck.open) };
        let mut assumed = 0u32;
        let path = [
            Technique::HiddenSingle,
            Technique::NakedSingle,
            Technique::Hidden(Size::Four),
            Technique::Fish(Size::Three),
            Technique::Assumption,
        ];
        while !state.is_solved() {
            let first =
                |&technique: &Technique| find_all(&state, &[technique]).all().first().copied();
            let application = path.iter().find_map(first)?;
            assumed += u32::from(application.technique == Technique::Assumption);
            if matches!(application.effect, Effect::Solve(..)) {
                break;
            }
            application.apply(&mut state);
        }
        Some(match assumed {
            0 => 0,
            1..=2 => 1,
            3..=6 => 2,
            _ => 3,
        })
    }
}

pub fn ladder() -> Ladder {
    let tiers: [&[Technique]; 5] = [
        &[Technique::HiddenSingle],
        &[Technique::NakedSingle],
        &[Technique::Locked, Technique::Naked(Size::Two), Technique::Hidden(Size::Two)],
        &[
            Technique::Naked(Size::Three),
            Technique::Fish(Size::Two),
            Technique::Hidden(Size::Three),
        ],
        &[Technique::Custom(&xy_wing::ROW)],
    ];
    Ladder::new("nine/1", &tiers).and_then(|ladder| ladder.with_judge(4, &Path)).unwrap()
}
