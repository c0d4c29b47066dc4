//! Outlines, where databases are older than they are.

use super::*;
use crate::store::Wanted;

/// A database of an earlier program has no outlines until it gets its next seed, and then of that one alone.
#[test]
fn outlines_come_to_an_older_database() {
    let Some(server) = Server::of_tests() else { return };
    let address = made(server);
    let rng = &mut SmallRng::seed_from_u64(13);
    let mut store = open(&address).unwrap();
    let seeds: Vec<_> = (0..40).map(|_| random_seed(rng)).collect();
    store.add_seeds(&seeds[..20]).unwrap();
    let name = Server::name(&address);
    server.psql(name, "ALTER TABLE seeddb.grading DROP COLUMN outline").unwrap();
    let told = |store: &mut Store| {
        let mut count = 0;
        for ladder in store.counts().unwrap().gradings.into_keys() {
            let wanted = Wanted::graded_by(&ladder);
            let outlines = store.outlines(&wanted).unwrap().into_iter().map(|one| one.0);
            let seeds = store.seeds(&ladder, 0..=u8::MAX).unwrap();
            assert!(outlines.eq(seeds.iter().map(|seed| seed.outline(&ladder).unwrap())));
            count += seeds.len();
        }
        assert_eq!(store.check().unwrap(), []);
        count
    };
    let before = told(&mut store);
    store.add_seeds(&seeds[20..]).unwrap();
    assert!(told(&mut store) > before);
    // What is read is the column, where there is one.
    let harm =
        "UPDATE seeddb.grading SET outline = set_byte(outline, 30, 255 - get_byte(outline, 30))";
    server.psql(name, harm).unwrap();
    let ladder = store.counts().unwrap().gradings.into_keys().next().unwrap();
    assert!(store.outlines(&Wanted::graded_by(&ladder)).is_err());
}
