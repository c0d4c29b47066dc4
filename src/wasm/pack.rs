//! Packs: seeds in memory, puzzles made from them, and the keys of the drawn puzzles. A pack is no
//! ledger: if the keys are lost, or two devices draw, a puzzle can come twice.

use std::cell::RefCell;
use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

use chacha20::ChaCha8Rng;
use rand::seq::IndexedMutRandom as _;
use rand::{RngExt as _, SeedableRng as _};
use seeddb::ask::Constraints;
use seeddb::draw::{Missed, Request, prepared, unrecorded};
use seeddb::mine::seed_of;
use seeddb::rating::levels::{LevelTable, shown};
use seeddb::record::{Outline, Seed};
use seeddb::refill::{Prepared, Rejection};
use seeddb::symmetry::{ClueSymmetry, Id, Key};
use serde::Serialize;

use super::answer::{Answer, Failure, given};
use super::ladder::ladder;

/// The number of vain attempts in a row after which a draw gives up: a second or two.
const FRUITLESS: usize = 1_000;
/// The number of attempts after which earlier ones count half.
const OF_LATE: u32 = 256;
/// The number of vain attempts assumed for seeds that were not searched for the symmetry of a wish.
const DOUBTED: u32 = 8;
/// The number of seeds kept prepared for a wish, and of wishes kept parsed.
const KEPT: usize = 256;
const WISHES: usize = 16;

thread_local! {
    static PACKS: RefCell<Vec<Option<Pack>>> = const { RefCell::new(Vec::new()) };
}

/// Seeds, with the keys of the puzzles drawn from them.
struct Pack {
    seeds: Vec<Seed>,
    drawn: HashSet<Key>,
    rng: ChaCha8Rng,
    /// The wishes, by their text.
    wanted: HashMap<String, Wanted>,
}

/// A wish, and the seeds that may serve it.
struct Wanted {
    request: Request,
    groups: Vec<Group>,
    prepared: HashMap<usize, Prepared>,
}

/// Seeds of one tier and one clue symmetry that may serve a wish, by index, and how often such
/// seeds met it recently. Seeds of tier 0, for example, may serve every symmetry, but few of their
/// symmetric puzzles have a score far from their own: seeds found with the symmetry serve better.
struct Group {
    tier: u8,
    symmetry: ClueSymmetry,
    fitting: Vec<usize>,
    met: u32,
    tried: u32,
}

impl Group {
    /// The number of seeds times the square of their success rate: vain attempts take time.
    fn weight(&self) -> f64 {
        let likely = f64::from(self.met + 1) / f64::from(self.tried + 2);
        self.fitting.len() as f64 * likely * likely
    }

    fn tell(&mut self, is_met: bool) {
        self.met += u32::from(is_met);
        self.tried += 1;
        // Old attempts count less, as seeds are used up.
        if self.tried >= OF_LATE {
            self.met /= 2;
            self.tried /= 2;
        }
    }
}

/// A puzzle of a pack as JavaScript reads it: names are those of the columns of `seeddb draw`.
#[derive(Serialize)]
struct PackRow {
    puzzle: String,
    solution: String,
    id: String,
    key: String,
    level: Option<String>,
    tier: u8,
    score: Option<f64>,
    clues: usize,
}

/// The answer to an opened pack.
#[derive(Serialize)]
struct Opened {
    pack: usize,
    seeds: usize,
}

/// Answers a call about packs: the lines of `text`, of which the first is its name.
pub fn call(name: &str, text: &str) -> Answer {
    let (_, rest) = text.split_once('\n').unwrap_or((text, ""));
    if name == "open" {
        let (rng, lines) = rest.split_once('\n').unwrap_or((rest, ""));
        return open(rng, lines);
    }
    let (number, rest) = rest.split_once('\n').unwrap_or((rest, ""));
    PACKS.with_borrow_mut(|packs| {
        let pack = number.parse::<usize>().ok().and_then(|number| packs.get_mut(number));
        let Some(pack) = pack else { return Err(Failure::request("there is no such pack")) };
        let own = pack.as_mut().ok_or_else(|| Failure::request("the pack is closed"))?;
        match name {
            "know" => {
                for line in rest.lines() {
                    own.drawn.insert(line.parse().map_err(Failure::request)?);
                }
                given(&own.drawn.len())
            }
            "draw" => given(&own.draw(rest)?),
            "close" => {
                *pack = None;
                given(&true)
            }
            _ => Err(Failure::request(format_args!("there is no call pack-{name}"))),
        }
    })
}

/// Opens a pack of these lines, the first of which names the columns; `rng` is the RNG seed,
/// written as a key.
fn open(rng: &str, lines: &str) -> Answer {
    let rng: Key = rng.parse().map_err(Failure::request)?;
    let mut seeds = Vec::new();
    for (number, line) in lines.lines().enumerate().skip(1) {
        let wrong = || Failure::request(format_args!("line {} of the pack is no seed", number + 1));
        seeds.push(seed_of(line).ok_or_else(wrong)?);
    }
    if seeds.is_empty() {
        return Err(Failure::request("the pack has no seed"));
    }
    let count = seeds.len();
    let rng = ChaCha8Rng::from_seed(rng.rng_seed());
    let pack = Pack { seeds, drawn: HashSet::new(), rng, wanted: HashMap::new() };
    PACKS.with_borrow_mut(|packs| {
        packs.push(Some(pack));
        given(&Opened { pack: packs.len() - 1, seeds: count })
    })
}

impl Wanted {
    /// Parses a wish: a line with a level, or an empty line, and then the constraints as JSON.
    fn of(text: &str, seeds: &[Seed]) -> Result<Self, Failure> {
        let (level, asked) = text.split_once('\n').unwrap_or((text, ""));
        let asked: Constraints = serde_json::from_str(asked)
            .map_err(|error| Failure::request(error.to_string().replace(" at line 1", "")))?;
        let (ladder, levels) = (ladder(), LevelTable::default());
        let level = (!level.is_empty()).then(|| levels.target(ladder, level)).transpose();
        let level = level.map_err(Failure::request)?;
        let request = Request::new(ladder, level, &asked).map_err(Failure::request)?;
        let id = request.refilled_by().id();
        let mut groups: Vec<Group> = Vec::new();
        for (at, seed) in seeds.iter().enumerate().filter(|(_, seed)| request.may_use(seed)) {
            let Some(Outline { tier, symmetry, .. }) = seed.outline(id) else { continue };
            let known = groups.iter().position(|own| (own.tier, own.symmetry) == (tier, symmetry));
            let place = known.unwrap_or_else(|| {
                let is_own = [ClueSymmetry::None, symmetry].contains(&asked.symmetry);
                let tried = if is_own { 0 } else { DOUBTED };
                groups.push(Group { tier, symmetry, fitting: Vec::new(), met: 0, tried });
                groups.len() - 1
            });
            groups[place].fitting.push(at);
        }
        if groups.is_empty() {
            let outlines = seeds.iter().filter_map(|seed| seed.outline(id));
            return Err(Failure::unmet(request.unmet(outlines)));
        }
        Ok(Self { request, groups, prepared: HashMap::new() })
    }
}

impl Pack {
    /// Draws a puzzle that was not drawn before.
    fn draw(&mut self, text: &str) -> Result<PackRow, Failure> {
        let Self { seeds, drawn, rng, wanted } = self;
        if !wanted.contains_key(text) && wanted.len() >= WISHES {
            wanted.clear();
        }
        let wanted = match wanted.entry(text.to_owned()) {
            Entry::Occupied(own) => own.into_mut(),
            Entry::Vacant(new) => new.insert(Wanted::of(text, seeds)?),
        };
        let mut missed: HashMap<&'static str, usize> = HashMap::new();
        for _ in 0..FRUITLESS {
            let Wanted { request, groups, prepared: kept } = &mut *wanted;
            // Stops if no group has a seed left.
            let Ok(group) = groups.choose_weighted_mut(rng, Group::weight) else { break };
            let place = rng.random_range(0..group.fitting.len());
            let at = group.fitting[place];
            let seed = &seeds[at];
            if kept.len() >= KEPT {
                kept.clear();
            }
            let own = match kept.entry(at) {
                Entry::Occupied(own) => own.into_mut(),
                Entry::Vacant(new) => {
                    new.insert(prepared(seed, request).map_err(Failure::request)?)
                }
            };
            let made = unrecorded(seed.key, own, request, rng, |key| !drawn.contains(&key));
            group.tell(made.is_ok());
            match made {
                Ok(made) => {
                    drawn.insert(made.key);
                    return Ok(PackRow {
                        puzzle: made.puzzle.to_string(),
                        solution: made.puzzle.solution().to_string(),
                        id: Id::of(made.key).to_string(),
                        key: made.key.to_string(),
                        level: made.level,
                        tier: made.tier,
                        score: made.score.map(shown),
                        clues: made.puzzle.clues().len(),
                    });
                }
                Err(why) => {
                    if why == Missed::Bound(Rejection::Symmetry) {
                        group.fitting.swap_remove(place);
                    }
                    *missed.entry(words(why)).or_default() += 1;
                }
            }
        }
        let tried: usize = missed.values().sum();
        let most = missed.into_iter().max_by_key(|(words, times)| (*times, *words));
        let why = most.map_or("no seed of the pack serves it", |(words, _)| words);
        Err(Failure::unmet(format_args!("{tried} attempts in a row gave no such puzzle: {why}")))
    }
}

/// Returns the reason why most attempts were in vain.
fn words(why: Missed) -> &'static str {
    match why {
        Missed::Again => "most were drawn before",
        Missed::Other => "most are not as asked for",
        Missed::Bound(Rejection::Symmetry) => "the seeds have no puzzle with this symmetry",
        Missed::Bound(Rejection::NoScore) => "the seeds have no score",
        Missed::Bound(Rejection::ManyClues { .. }) => "most have more clues",
        Missed::Bound(Rejection::FewClues { .. }) => "most have fewer clues",
        Missed::Bound(Rejection::LowScore) => "most score below what is asked for",
        Missed::Bound(Rejection::HighScore) => "most score above what is asked for",
        Missed::Bound(Rejection::LowMinutes) => "most are estimated below the minutes asked for",
        Missed::Bound(Rejection::HighMinutes) => "most are estimated above the minutes asked for",
        Missed::Bound(Rejection::Redundant) => "most have a clue that can go",
    }
}
