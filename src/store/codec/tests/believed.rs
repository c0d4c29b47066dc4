//! What a record may say, and what it may not.

use super::*;

/// What another ladder says is carried along with all that is new in it.
#[test]
fn gradings_of_other_ladders_are_kept() {
    let mut seed = random_seed(&mut SmallRng::seed_from_u64(16));
    let other = Grading {
        ladder: "paths/3".to_owned(),
        tier: 200,
        capacity: 60_000,
        score: Some(Score { mean: f64::NEG_INFINITY, standard_error: -1.0 }),
        extra: Extra(vec![(10, b"judge".to_vec()), (11, Vec::new())]),
        ..own(&seed).clone()
    };
    seed.gradings.push(other);
    let record = encode_seed(&seed).unwrap();
    let read = decode_seed(seed.key, &record).unwrap();
    assert_eq!(read, seed);
    assert_eq!(encode_seed(&read).unwrap(), record);
    // By the ladder of this program, field 10 would have to be understood.
    seed.gradings.iter_mut().for_each(|grading| grading.extra = Extra(vec![(10, Vec::new())]));
    let error = decode_seed(seed.key, &encode_seed(&seed).unwrap()).unwrap_err();
    assert!(matches!(error, RecordError::Newer(_, 10)), "{error}");
}

/// Each makes something of a sound seed that cannot be.
const WRONG: [fn(&mut Grading); 18] = [
    |grading| grading.tier = 7,
    |grading| grading.tier = 6,
    |grading| grading.tier = 0,
    |grading| grading.reserved = crate::board::CellSet::EMPTY,
    |grading| grading.capacity = 1001,
    |grading| grading.score = None,
    |grading| grading.rest = None,
    |grading| grading.scores = None,
    |grading| grading.score.as_mut().unwrap().mean = f64::NAN,
    |grading| grading.score.as_mut().unwrap().standard_error = f64::INFINITY,
    // These two hung `draw` for ever.
    |grading| grading.rest.as_mut().unwrap().mean = -1e288,
    |grading| grading.rest.as_mut().unwrap().standard_error = -1e288,
    |grading| grading.rest.as_mut().unwrap().mean = 1e288,
    |grading| grading.rest.as_mut().unwrap().standard_error = f64::NAN,
    |grading| {
        let rest = grading.rest.as_mut().unwrap();
        rest.standard_error = 0.0101 * rest.mean + 0.01;
    },
    |grading| grading.scores.as_mut().unwrap().0 = -1.0,
    |grading| grading.scores.as_mut().unwrap().1 = f64::INFINITY,
    |grading| grading.score.as_mut().unwrap().mean = 1e7,
];

#[test]
fn what_cannot_be_is_neither_kept_nor_believed() {
    let rng = &mut SmallRng::seed_from_u64(17);
    let sound = std::iter::repeat_with(|| random_seed(rng))
        .find(|seed| seed.gradings.len() == 1 && (1..6).contains(&own(seed).tier))
        .unwrap();
    for (i, wrong) in WRONG.iter().enumerate() {
        let mut seed = sound.clone();
        wrong(&mut seed.gradings[0]);
        let refused = encode_seed(&seed).unwrap_err();
        assert!(matches!(refused, RecordError::Impossible(..)), "{i}: {refused}");
        let record = frame::seal(Kind::Seed, &seed.key.0, &seed::to_fields(&seed)).unwrap();
        assert!(matches!(decode_seed(seed.key, &record), Err(RecordError::Damaged(..))), "{i}");
        assert!(decode_seed(seed.key, &old::seed(&seed)).is_err(), "{i}");
    }
    let mut twice = sound.clone();
    twice.gradings.push(sound.gradings[0].clone());
    assert!(encode_seed(&twice).is_err());
    for (tier, score) in [(5, Some(f64::NAN)), (5, Some(-1.0)), (5, Some(1e300))] {
        let issued = Issued { tier, score, ..random_issued(rng) };
        assert!(matches!(encode_issued(2, 3, &issued), Err(RecordError::Impossible(..))));
        let record = framed("issued", &records::of_issued(&issued));
        assert!(matches!(read("issued", &record), Err(RecordError::Damaged(..))));
    }
    // Flags that no program knows.
    let mut list = Vec::new();
    push_item(&[], &mut list);
    for (symmetry, origin) in [(7, 0), (0, 3), (255, 255)] {
        let mut writer = Writer::new();
        writer.put(1, &puzzle::of_puzzle(&sound.puzzle));
        writer.put(2, &[origin]);
        writer.put(3, &[symmetry]);
        writer.put(4, &list);
        let record = framed("seed", &writer.finish(&Extra::default()));
        assert!(read("seed", &record).is_err());
    }
}

/// A ladder that this program does not know, or a tier that the ladder does not have, is no damage.
#[test]
fn other_ladders_and_tiers_are_kept() {
    let rng = &mut SmallRng::seed_from_u64(19);
    let sound = std::iter::repeat_with(|| random_seed(rng))
        .find(|seed| seed.gradings.len() == 1 && (1..6).contains(&own(seed).tier))
        .unwrap();
    let others: [fn(&mut Grading); 2] = [
        |grading| grading.ladder = "long/7".to_owned(),
        |grading| {
            grading.tier = 9;
            (grading.score, grading.rest, grading.scores) = (None, None, None);
        },
    ];
    for (i, other) in others.iter().enumerate() {
        let mut seed = sound.clone();
        other(&mut seed.gradings[0]);
        let record = encode_seed(&seed).unwrap();
        assert_eq!(decode_seed(seed.key, &record).unwrap(), seed, "{i}");
    }
    let issued = Issued { tier: 9, score: None, batch: 2, number: 3, ..random_issued(rng) };
    assert_eq!(
        encode_issued(2, 3, &issued).map(|record| read("issued", &record).is_ok()),
        Ok(true)
    );
}

/// What mining makes lies within what is believed.
#[test]
fn the_starter_seeds_are_believed() {
    let text = include_str!("../../../../seeds/starter.tsv");
    for line in text.lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let number = |i: usize| fields[i].parse::<f64>().ok();
        let score = |i| Some(Score { mean: number(i)?, standard_error: number(i + 1)? });
        let mut seed = random_seed(&mut SmallRng::seed_from_u64(18));
        seed.gradings.truncate(1);
        let tier = fields[2].parse().unwrap();
        let cells = seed.puzzle.clues();
        seed.gradings[0] = Grading {
            ladder: crate::logic::Ladder::HSOLVE.to_owned(),
            tier,
            reserved: if tier == 0 { crate::board::CellSet::EMPTY } else { cells },
            score: score(3),
            rest: score(5),
            scores: number(7).zip(number(8)),
            capacity: fields[9].parse().unwrap(),
            ..seed.gradings[0].clone()
        };
        assert_eq!(seed::impossible(&seed), None, "{line}");
    }
}

#[test]
fn a_seed_without_the_ladder_of_the_paper_does_not_read() {
    let mut seed = random_seed(&mut SmallRng::seed_from_u64(8));
    seed.gradings.clear();
    let record = frame::seal(Kind::Seed, &seed.key.0, &seed::to_fields(&seed)).unwrap();
    assert!(decode_seed(seed.key, &record).is_err());
}
