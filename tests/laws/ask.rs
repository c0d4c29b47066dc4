//! Constraints: `holds` agrees with slow, literal definitions; the sum of two holds where both do;
//! JSON and TOML are read back.

use rand::rngs::SmallRng;
use rand::seq::{IndexedRandom, IteratorRandom};
use rand::{Rng, RngExt, SeedableRng};
use seeddb::ask::{Constraints, Contradiction, Name, PuzzleFilter};
use seeddb::board::{Cell, Grid, Puzzle};
use seeddb::database::{DrawOptions, Part};
use seeddb::logic::{Ladder, Technique, explain, grade, hardest};
use seeddb::rating::er::Score;
use seeddb::rating::hsolve;
use seeddb::rating::labels::{Label, Labels};
use seeddb::rating::levels::Facts;
use seeddb::rating::minutes::{self, Scale};
use seeddb::rating::se::{self, MOST_WITHOUT_GUESSING};
use seeddb::rating::stop::Stop;
use seeddb::record::Origin;
use seeddb::search::count_solutions;
use seeddb::symmetry::{self, ClueSymmetry, Id, Key};

use crate::cases::cases;
use crate::puzzles::known;

/// Puzzles of all tiers; some with added clues, some symmetric.
fn puzzles(rng: &mut SmallRng) -> Vec<Puzzle> {
    let shown = |puzzle: Puzzle| {
        let symmetry = *ClueSymmetry::ALL.choose(rng).unwrap();
        let mut clues = puzzle.clues();
        if rng.random() {
            clues = clues.iter().fold(clues, |clues, cell| clues | symmetry.orbit(cell));
        }
        for _ in 0..rng.random_range(0..12) {
            clues |= symmetry.orbit(Cell::all().choose(rng).unwrap());
        }
        Puzzle::proved(clues, *puzzle.solution())
    };
    known().step_by(7).map(shown).collect()
}

fn names(all: &[String], most: usize, rng: &mut impl Rng) -> Vec<Name> {
    let count = rng.random_range(1..=most);
    all.sample(rng, count).map(|name| name.parse().unwrap()).collect()
}

/// Returns random constraints, each field set with some probability, with ranges around the values
/// of real puzzles.
pub fn random(rng: &mut SmallRng) -> Constraints {
    let mut asked = Constraints::default();
    let mut some = |chance| rng.random_bool(chance);
    let said = [0.4, 0.3, 0.15, 0.2, 0.2, 0.3, 0.2, 0.1, 0.15, 0.15, 0.1, 0.1, 0.15, 0.1, 0.1, 0.4]
        .map(&mut some);
    let [
        tier,
        score,
        se,
        minutes,
        labels,
        clues,
        symmetry,
        minimal,
        technique,
        without,
        at,
        a_box,
        digits,
        way,
        guess,
        harder,
    ] = said;
    let mut ends = |least: u16, most: u16| {
        let (a, b) = (rng.random_range(least..=most), rng.random_range(least..=most));
        (a.min(b), a.max(b))
    };
    if tier {
        let (from, to) = ends(0, 6);
        asked.tier = Some(from as u8..=to as u8);
    }
    if score {
        let (from, to) = ends(0, 9_000);
        let to = if to > 6_000 { f64::INFINITY } else { f64::from(to) + 0.25 };
        asked.score = Some(f64::from(from).min(to)..=to);
    }
    if se {
        let (from, to) = ends(12, 60);
        let (from, to) = (Score::from_tenths(from), Score::from_tenths(to + 5));
        asked.er = Some(from..=to).filter(|range| se::scores().any(|own| range.contains(&own)));
    }
    if minutes {
        let (from, to) = ends(0, 30);
        asked.minutes = Some(f64::from(from) + 0.5..=f64::from(to) + 6.75);
        let own = Scale { factor: 0.9, power: 0.7, ..Scale::BUILT_IN };
        asked.scale = (from % 3 == 0).then_some(own);
    }
    if labels {
        let (some, others) = ends(0, 3);
        let label = |place: u16| Label::ALL[usize::from(place)];
        (asked.label, asked.not_label) = match (some + others) % 3 {
            0 => (vec![label(some)], vec![]),
            1 => (vec![], vec![label(others)]),
            _ => (vec![label(some)], vec![label(others)]),
        };
    }
    if clues {
        let (from, to) = ends(20, 45);
        asked.clues = Some(from.into()..=to.into());
    }
    if at {
        let (from, to) = ends(1, 60);
        asked.hardest_at = Some(from.into()..=to.into());
    }
    if symmetry {
        asked.symmetry = *ClueSymmetry::ALL.choose(rng).unwrap();
    }
    let of_tiers: Vec<String> =
        Technique::BUILT_IN.iter().map(|one| Name::from(*one).to_string()).collect();
    if technique {
        asked.technique = names(&if rng.random() { se::names() } else { of_tiers.clone() }, 3, rng);
    }
    if without {
        asked.without = names(&of_tiers, 2, rng);
    }
    asked.and_harder = harder;
    asked.min_givens_a_box = if a_box { rng.random_range(1..4) } else { 0 };
    (asked.minimal, asked.digits_all_present) = (minimal, digits);
    (asked.no_uniqueness, asked.no_guessing) = (way, guess);
    asked
}

/// Returns the ladder of the tiers up to `top` without some techniques; `None` if no valid ladder
/// remains.
fn shortened(top: u8, left_out: &[Technique]) -> Option<Ladder> {
    let ladder = Ladder::hsolve();
    let tiers = ladder.searched().filter(|tier| *tier <= top).map(|tier| -> Vec<Technique> {
        ladder.rows(tier).iter().copied().filter(|one| !left_out.contains(one)).collect()
    });
    let tiers: Vec<Vec<Technique>> = tiers.filter(|rows| !rows.is_empty()).collect();
    let tiers: Vec<&[Technique]> = tiers.iter().map(Vec::as_slice).collect();
    Ladder::new("less/1", &tiers).ok()
}

/// Checks constraints literally; `None` if they name techniques of an explainer, which other laws
/// cover.
fn slowly(asked: &Constraints, puzzle: &Puzzle) -> Option<bool> {
    let ladder = Ladder::hsolve();
    let grade = grade(ladder, puzzle);
    let text: Vec<char> = puzzle.grid().to_string().chars().collect();
    let given: Vec<usize> = (0..81).filter(|&i| text[i] != '.').collect();
    let mut holds = asked.tier.clone().is_none_or(|tiers| tiers.contains(&grade.tier));
    holds &= asked.clues.clone().is_none_or(|clues| clues.contains(&given.len()));
    holds &= asked.symmetry.holds(puzzle.clues());
    if let Some(range) = &asked.score {
        let score = hsolve::score(ladder, puzzle, &grade).map(|score| score.mean);
        holds &= score.is_some_and(|score| range.contains(&score));
    }
    if let Some(range) = &asked.minutes {
        let scale = asked.scale.unwrap_or(Scale::BUILT_IN);
        let minutes = minutes::estimate(ladder, &scale, puzzle, &grade);
        holds &= minutes.is_some_and(|estimate| range.contains(&estimate.minutes));
    }
    if !(asked.label.is_empty() && asked.not_label.is_empty()) {
        let own = Labels::of(ladder, puzzle);
        holds &= own.is_some_and(|own| {
            let has = |label: &Label| match label {
                Label::Spike => own.is_spike,
                Label::Tedious => own.hard_steps >= 4,
                Label::Bottleneck => own.bottlenecks > 0,
                Label::Steady => !own.is_spike && own.hard_steps < 4 && own.bottlenecks == 0,
            };
            asked.label.iter().all(has) && !asked.not_label.iter().any(has)
        });
    }
    if asked.minimal {
        holds &= given.iter().all(|&i| {
            let mut less = text.clone();
            less[i] = '.';
            let less: Grid = less.iter().collect::<String>().parse().unwrap();
            count_solutions(&less, 2) > 1
        });
    }
    let of_box = |i: usize| i / 27 * 3 + i % 9 / 3;
    holds &= (0..9).all(|one| {
        given.iter().filter(|&&i| of_box(i) == one).count() >= usize::from(asked.min_givens_a_box)
    });
    holds &= !asked.digits_all_present || ('1'..='9').all(|digit| text.contains(&digit));
    if let Some(steps) = &asked.hardest_at {
        let at = hardest(ladder, &explain(ladder, puzzle));
        holds &= at.is_some_and(|at| steps.contains(&(at + 1)));
    }
    let (mut needed, mut of_explainer) = (Vec::new(), Vec::new());
    for name in &asked.technique {
        match name.of_tiers(ladder).filter(|_| asked.er.is_none()) {
            Some(own) => {
                // A puzzle beyond the ladder needs no technique, because none solves it.
                holds &= grade.tier < ladder.beyond();
                needed.push(own);
                let solves = shortened(grade.tier, &[own])
                    .map(|less| seeddb::logic::grade(&less, puzzle).tier < less.beyond());
                holds &= solves == Some(false);
            }
            None => of_explainer.push(name.to_string()),
        }
    }
    if !needed.is_empty() && !asked.and_harder {
        let steps = explain(ladder, puzzle);
        holds &= hardest(ladder, &steps).is_some_and(|at| {
            let own = steps[at].technique();
            needed.iter().any(|one| *one == own || one.is_single() && own.is_single())
        });
    }
    if !asked.without.is_empty() {
        let left_out: Vec<Technique> =
            asked.without.iter().filter_map(|name| name.of_tiers(ladder)).collect();
        match shortened(grade.tier, &left_out) {
            Some(less) if grade.tier < ladder.beyond() => {
                holds &= seeddb::logic::grade(&less, puzzle).tier < less.beyond();
            }
            _ => return None,
        }
    }
    if asked.er.is_some() || !of_explainer.is_empty() || asked.no_guessing || asked.no_uniqueness {
        let rating = se::rate(&puzzle.grid(), Stop::NEVER).unwrap();
        holds &= asked.er.clone().is_none_or(|range| range.contains(&rating.er));
        holds &= !asked.no_guessing || rating.er <= MOST_WITHOUT_GUESSING;
        let is_unique = rating.steps.iter().any(|step| step.technique.needs_uniqueness());
        holds &= !asked.no_uniqueness || !is_unique;
        let own = rating.technique();
        let is_used =
            |name: &String| rating.steps.iter().any(|step| se::is_named(step.technique, name));
        holds &= if asked.and_harder {
            of_explainer.iter().all(is_used)
        } else {
            of_explainer.is_empty()
                || of_explainer.iter().any(|name| own.is_some_and(|own| se::is_named(own, name)))
        };
    }
    Some(holds)
}

fn holds(asked: &Constraints, puzzle: &Puzzle) -> Result<bool, Contradiction> {
    let ladder = Ladder::hsolve();
    PuzzleFilter::of(asked, ladder).map(|demand| demand.holds(&Facts::of(ladder, puzzle)))
}

#[test]
fn what_holds_is_what_the_words_say() {
    let rng_seed = 20_261_124;
    let rng = &mut SmallRng::seed_from_u64(rng_seed);
    let mut counts = [0; 2];
    let count = cases(1_000, 2_000);
    for puzzle in puzzles(rng).iter().cycle().take(count) {
        let asked = random(rng);
        let (Ok(holds), Some(slowly)) = (holds(&asked, puzzle), slowly(&asked, puzzle)) else {
            continue;
        };
        assert_eq!(holds, slowly, "{asked:?} {puzzle}, RNG seed {rng_seed}");
        counts[usize::from(holds)] += 1;
    }
    assert!(counts[0] > count * 3 / 20 && counts[1] > count / 20, "{counts:?}");
}

/// The sum of two constraints holds where both hold; if they contradict each other, no puzzle meets
/// both.
#[test]
fn both_together_hold_where_each_does() {
    let rng_seed = 20_261_125;
    let rng = &mut SmallRng::seed_from_u64(rng_seed);
    let mut counts = [0; 3];
    let count = cases(500, 2_000);
    for puzzle in puzzles(rng).iter().cycle().take(count) {
        let (one, two) = (random(rng), random(rng));
        // With a rating, technique names have another meaning.
        if one.er.is_some() != two.er.is_some() && one.technique.len() + two.technique.len() > 0 {
            continue;
        }
        let (Ok(of_one), Ok(of_two)) = (holds(&one, puzzle), holds(&two, puzzle)) else { continue };
        let each = of_one && of_two;
        match one.and(&two) {
            Ok(both) => {
                let Ok(together) = holds(&both, puzzle) else { continue };
                assert!(
                    together == each || !both.without.is_empty() && !together,
                    "{one:?} {two:?} {puzzle}, RNG seed {rng_seed}"
                );
                counts[usize::from(each)] += 1;
            }
            // Limits of a draw, not contradictions: one symmetry, one scale, and no tiers together
            // with a rating.
            Err(
                Contradiction::Symmetry(_)
                | Contradiction::Scales
                | Contradiction::RatingWithout
                | Contradiction::Hardest(..),
            ) => {}
            Err(error) => {
                assert!(!each, "{error}: {one:?} {two:?} {puzzle}, RNG seed {rng_seed}");
                counts[2] += 1;
            }
        }
        assert_eq!(one.and(&Constraints::default()), one.check().map(|()| one.clone()));
    }
    let [one, each, none] = counts.map(|times| times * 2_000 / count);
    assert!(one > 200 && each > 30 && none > 100, "{counts:?}");
}

/// Requests with parts are read again from their text; fields beside the parts apply to each part
/// that does not set them.
#[test]
fn requests_are_read_again() {
    let rng_seed = 20_261_127;
    let rng = &mut SmallRng::seed_from_u64(rng_seed);
    for _ in 0..1_000 {
        let mut part = |_| Part {
            level: rng.random::<bool>().then(|| "hard".to_owned()),
            levels: rng.random_bool(0.2).then(|| "even".parse().unwrap()),
            count: rng.random_range(1..2_000),
            from: rng.random_bool(0.2).then(|| Id::seed(Key(rng.random()))),
            origin: Origin::ALL.into_iter().choose(rng).filter(|_| rng.random()),
            per_seed: rng.random_bool(0.3).then(|| rng.random_range(1..9)),
            per_crux: rng.random_bool(0.3).then(|| rng.random_range(1..9)),
            from_public: rng.random_bool(0.2),
            ask: random(rng),
        };
        let part: Vec<Part> = (0..3).map(&mut part).collect();
        let options = DrawOptions {
            part,
            whole: rng.random(),
            page: rng.random_bool(0.2).then(|| "letter".to_owned()),
            sets: rng.random_bool(0.2).then(|| rng.random_range(2..9)),
            given_to: rng.random_bool(0.2).then(|| "a freelancer".to_owned()),
            note: ["", "week 1"].choose(rng).unwrap().to_string(),
            rng_seed: rng.random::<u64>() >> 11,
            partition: rng.random::<bool>().then(|| symmetry::Fraction::new(1, 4)).flatten(),
            continues: rng.random(),
        };
        let json = serde_json::to_string(&options).unwrap();
        let words = format!("{json}, RNG seed {rng_seed}");
        assert_eq!(serde_json::from_str::<DrawOptions>(&json).expect(&words), options, "{words}");
        let toml = toml::to_string(&options).expect(&words);
        assert_eq!(toml::from_str::<DrawOptions>(&toml).expect(&words), options, "{words}");
        // A part takes the fields that it does not set from the table that contains the parts.
        let shared = random(rng);
        let mut table = serde_json::to_value(&options).unwrap();
        let beside = serde_json::to_value(&shared).unwrap();
        table.as_object_mut().unwrap().extend(beside.as_object().unwrap().clone());
        let read: DrawOptions = serde_json::from_value(table).expect(&words);
        for (read, own) in read.part.iter().zip(&options.part) {
            let said = serde_json::to_value(own).unwrap();
            let mut both = beside.clone();
            both.as_object_mut().unwrap().extend(said.as_object().unwrap().clone());
            assert_eq!(*read, serde_json::from_value::<Part>(both).unwrap(), "{words}");
        }
    }
}

#[test]
fn what_is_written_is_read_again() {
    let rng_seed = 20_261_126;
    let rng = &mut SmallRng::seed_from_u64(rng_seed);
    for _ in 0..1_000 {
        let asked = random(rng);
        let json = serde_json::to_string(&asked).unwrap();
        let words = format!("{json}, RNG seed {rng_seed}");
        assert_eq!(serde_json::from_str::<Constraints>(&json).expect(&words), asked, "{words}");
        let toml = toml::to_string(&asked).expect(&words);
        assert_eq!(toml::from_str::<Constraints>(&toml).expect(&words), asked, "{words}");
    }
    let read = |json: &str| serde_json::from_str::<Constraints>(json);
    assert_eq!(serde_json::to_string(&Constraints::default()).unwrap(), "{}");
    let asked = read(r#"{"clues": "24..30", "er": 7.2, "tier": 5, "technique": "XY-Wing, bug"}"#);
    for one in [
        r#"{"score":300}"#,
        r#"{"score":300.5}"#,
        r#"{"score":"300..300"}"#,
        r#"{"minutes":"8..12.5"}"#,
        r#"{"label":["steady"],"not-label":["spike","tedious"]}"#,
        r#"{"minutes":"8..12","scale":"1.294,0.5,0.8,1.1,8.4,234"}"#,
    ] {
        assert_eq!(serde_json::to_string(&read(one).unwrap()).unwrap(), one);
    }
    let json = r#"{"tier":5,"er":7.2,"clues":"24..30","technique":["xy-wing","bug"]}"#;
    assert_eq!(serde_json::to_string(&asked.unwrap()).unwrap(), json);
    for (json, words) in [
        (r#"{"cluse": 30}"#, "there is no key cluse; did you mean clues?"),
        (r#"{"colour": 1}"#, "there is no key colour; there are tier, score"),
        (r#"{"clues": "30..20"}"#, "30..20 is empty"),
        (r#"{"clues": true}"#, "a number or a text such as \"24..30\""),
        (r#"{"tier": 9}"#, "tiers are 0 to 6"),
        (r#"{"er": 1.9}"#, "1.7 and 2.0"),
        (r#"{"technique": ["swordfsh"]}"#, "no technique swordfsh; did you mean swordfish?"),
        (r#"{"technique": ["exocet"]}"#, "the nearest is dynamic-contradiction-forcing-chains: "),
        (
            r#"{"technique": ["blah"]}"#,
            "no technique blah; of the tiers there are\n  naked-single  ",
        ),
        (r#"{"symmetry": "rot45"}"#, "rot180"),
        (r#"{"min-givens-a-box": 10}"#, "a box has 9 cells"),
    ] {
        let told = read(json).unwrap_err().to_string();
        assert!(told.contains(words), "{json}: {told}");
    }
}
