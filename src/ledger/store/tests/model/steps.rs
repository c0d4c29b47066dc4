//! [`Run`]: random operations on stores and on the model.

use super::*;

/// The databases and the model, which all get each change.
struct Run {
    homes: Vec<Home>,
    stores: Vec<Store>,
    model: Model,
}

impl Run {
    fn new(engines: Engines) -> Self {
        let homes = engines();
        let stores = homes.iter().map(Home::open).collect();
        Self { homes, stores, model: Model::default() }
    }

    fn reopen(&mut self) {
        self.stores.clear();
        self.stores = self.homes.iter().map(Home::open).collect();
    }

    /// Adds seeds, as an import or not.
    fn add_seeds(&mut self, rng: &mut SmallRng) {
        let mut seeds: Vec<Seed> = (0..rng.random_range(0..8)).map(|_| random_seed(rng)).collect();
        for seed in &mut seeds {
            // Few twins and few keys, so that they collide.
            for grading in &mut seed.gradings {
                grading.twin = Key([rng.random_range(0..20); 16]);
            }
            if rng.random_bool(0.1) {
                seed.key = alike(Key([rng.random_range(0..30); 16]), rng);
            }
        }
        let mut brought = Vec::new();
        let added = self.model.add(&seeds, &mut brought);
        if rng.random() {
            for store in &self.stores {
                assert_eq!(store.add_seeds(&seeds).unwrap(), added);
            }
            return;
        }
        let begun = Batch { attempts: 0, id: 0, ..random_batch(rng) };
        let id = self.model.batches.len() as u32 + 1;
        let batch = Batch { id, attempts: seeds.len() as u64, ..begun.clone() };
        let batch = Some(batch).filter(|_| !brought.is_empty());
        for store in &self.stores {
            let (theirs, kept) = store.import_seeds(&begun, &seeds).unwrap();
            assert_eq!((theirs, kept.map(untold)), (added, batch.clone()));
        }
        if let Some(batch) = batch {
            self.model.imported.insert(batch.id, brought);
            self.model.batches.push(batch);
        }
    }

    fn complete_seeds(&mut self, rng: &mut SmallRng) {
        let mut seeds = Vec::new();
        for known in self.model.seeds.iter().take(5) {
            let mut more = random_seed(rng);
            more.key = if rng.random_bool(0.9) { known.key } else { more.key };
            for grading in &mut more.gradings {
                grading.twin = Key([rng.random_range(0..20); 16]);
                // A seed without scores by one ladder may have some by another.
                grading.turned = grading.turned.map(|turned| Turned { scores: None, ..turned });
                if rng.random() {
                    grading.ladder = "other/1".to_owned();
                }
            }
            more.gradings.dedup_by(|a, b| a.ladder == b.ladder);
            seeds.push(more);
        }
        let completed = self.model.complete(&seeds);
        for store in &self.stores {
            assert_eq!(store.complete_seeds(&seeds).unwrap(), completed);
        }
    }

    fn new_batch(&mut self, rng: &mut SmallRng) {
        let id = self.model.batches.len() as u32 + 1;
        let begun = rng.random::<bool>().then(|| rng.random());
        let batch = Batch { id, begun, ..random_batch(rng) };
        for store in &self.stores {
            let kept = store.new_batch(&batch).unwrap();
            assert_eq!(untold(kept.clone()), batch);
            if rng.random_bool(0.1) {
                let other = Batch { token: !kept.token, ..kept.clone() };
                assert!(!store.write_aside(|to| batches::remove_empty(to, &other)).unwrap());
                assert!(store.write_aside(|to| batches::remove_empty(to, &kept)).unwrap());
                assert_eq!(untold(store.new_batch(&batch).unwrap()), batch);
            }
        }
        self.model.batches.push(batch);
    }

    fn commit(&mut self, rng: &mut SmallRng) {
        let Self { model, stores, .. } = self;
        let mut batch = model.batches[rng.random_range(0..model.batches.len())].clone();
        let mut puzzles: Vec<Entry> =
            (0..rng.random_range(0..200)).map(|_| random_issued(rng)).collect();
        if rng.random() {
            for puzzle in &mut puzzles {
                puzzle.seed = None;
            }
        }
        for i in 1..puzzles.len() {
            puzzles[i].key = match rng.random_range(0..10) {
                0 => puzzles[rng.random_range(0..i)].key,
                1 => model.ledger.keys().next().copied().unwrap_or(puzzles[i].key),
                2 => alike(puzzles[rng.random_range(0..i)].key, rng),
                _ => puzzles[i].key,
            };
        }
        batch.attempts += 1000;
        let number = batch.issued + 1;
        let mut ours = batch.clone();
        let refused = model.commit(&mut ours, &puzzles);
        for store in stores {
            // Void and exports of the passed batch must be ignored.
            let token = store.read(|from| batches::find(from, batch.id)).unwrap().token;
            let mut batch = Batch { void: 7, exports: 7, token, ..batch.clone() };
            let mut puzzles = puzzles.clone();
            for puzzle in &mut puzzles {
                puzzle.void = true;
            }
            // A batch begun in another database is refused.
            let mut other = Batch { token: !token, ..batch.clone() };
            let error = store.commit_some(&mut other, &mut puzzles.clone()).unwrap_err();
            assert!(matches!(error, StoreError::OtherBatch(id) if id == batch.id));
            assert_eq!(store.commit_some(&mut batch, &mut puzzles).unwrap(), refused);
            assert_eq!(untold(batch.clone()), ours);
            assert!(puzzles.iter().map(|p| p.number).eq(number..=batch.issued));
        }
    }

    fn record_book(&mut self, rng: &mut SmallRng) {
        // Few titles and few puzzles, so that books recur.
        let title = rng.random_range(0..2).to_string();
        let book = Book { title, volumes: 1, ..random_book(rng) };
        let issued = self.model.issued.iter().filter(|(_, issued)| !issued.void);
        let at = issued.map(|(at, _)| at).take(rng.random_range(0..3));
        let places: Vec<Place> = at.enumerate().map(|(i, at)| place(*at, i)).collect();
        let id = self.model.record(&book, &places);
        for store in &self.stores {
            assert_eq!(store.write_giving(|to| books::record(to, &book, &places)).unwrap(), id);
        }
    }

    /// Makes many puzzles void at once, some void or in a book, sometimes a missing one, sometimes
    /// by outdated events.
    fn void(&mut self, rng: &mut SmallRng) {
        let mut places: Vec<(u32, u32)> = self.model.issued.keys().copied().collect();
        places.retain(|_| rng.random_bool(0.3));
        if rng.random_bool(0.1) {
            places.push((1, 77_777));
        }
        let (printed_too, events) = (rng.random(), self.model.events.len() as u32);
        let known = [None, Some(events), Some(events + 1)][rng.random_range(0..3)];
        let mut after = self.model.clone();
        let ours = after.void(&places, printed_too);
        let is_outdated = known > Some(events) && ours.is_some_and(|ours| ours.new > 0);
        if !is_outdated {
            self.model = after;
        }
        for store in &self.stores {
            let theirs = store.write_giving(|to| events::void(to, &places, printed_too, known));
            match ours {
                Some(_) if is_outdated => assert!(matches!(theirs, Err(StoreError::Overtaken))),
                Some(ours) => assert_eq!(theirs.unwrap(), ours),
                None => assert!(matches!(theirs, Err(StoreError::NotIssued(1, 77_777)))),
            }
        }
        let Some((&at, _)) = self.model.issued.iter().find(|(_, issued)| issued.void) else {
            return;
        };
        let book = Book { title: "of void ones".to_owned(), ..random_book(rng) };
        for store in &self.stores {
            let error =
                store.write_giving(|to| books::record(to, &book, &[place(at, 0)])).unwrap_err();
            assert!(matches!(error, StoreError::Void(batch, number) if (batch, number) == at));
        }
    }

    /// Appends events of random puzzles, with a right or a wrong count of known events.
    fn append(&mut self, rng: &mut SmallRng) {
        let Self { model, stores, .. } = self;
        let mut at: Vec<(u32, u32)> = model.issued.keys().copied().collect();
        at.retain(|_| rng.random_bool(0.1));
        let mut events: Vec<Event> = at.into_iter().map(|at| random_event(at, rng)).collect();
        let runs =
            |event: &Event| matches!(event.what, EventKind::Runs(..) | EventKind::Approved(..));
        let is_void = |event: &Event| model.issued[&(event.batch, event.number)].void;
        if rng.random_bool(0.9) {
            events.retain(|event| !(runs(event) && is_void(event)));
        }
        let void = events.iter().find(|event| runs(event) && is_void(event)).cloned();
        let known = model.events.len() as u32;
        for store in stores {
            if !events.is_empty() {
                for wrong in [known + 1, known.wrapping_sub(1)] {
                    let error =
                        store.write_giving(|to| events::append(to, wrong, &events)).unwrap_err();
                    assert!(matches!(error, StoreError::Overtaken));
                }
                let stray = Event { number: 77_777, ..events[0].clone() };
                let error = store
                    .write_giving(|to| {
                        events::append(
                            to,
                            known,
                            &[&events[..1], std::slice::from_ref(&stray)].concat(),
                        )
                    })
                    .unwrap_err();
                assert!(matches!(error, StoreError::NotIssued(_, 77_777) | StoreError::Void(..)));
            }
            match (&void, store.write_giving(|to| events::append(to, known, &events))) {
                (None, done) => done.unwrap(),
                (Some(event), Err(StoreError::Void(batch, number))) => {
                    assert_eq!((event.batch, event.number), (batch, number));
                }
                (Some(_), other) => panic!("{other:?}"),
            }
        }
        if void.is_none() {
            model.events.extend(events);
        }
    }

    fn void_book(&mut self, rng: &mut SmallRng) {
        let id = rng.random_range(0..=self.model.books.len() as u32 + 1);
        let book = id.checked_sub(1).and_then(|at| self.model.books.get_mut(at as usize));
        let new = book.map(|(book, _)| !std::mem::replace(&mut book.void, true));
        for store in &self.stores {
            match (new, store.write_giving(|to| books::void(to, id))) {
                (Some(new), voided) => assert_eq!(voided.unwrap(), new),
                (None, Err(StoreError::NoBook(none))) => assert_eq!(none, id),
                (None, other) => panic!("{other:?}"),
            }
        }
    }

    fn set_levels(&mut self, rng: &mut SmallRng) {
        let name = ["week", "paper"][rng.random_range(0..2)];
        self.model.levels = crate::level_table::built_in(name).unwrap();
        for store in &self.stores {
            store.write(|to| texts::set_levels(to, &self.model.levels)).unwrap();
        }
    }

    fn set_user(&mut self, rng: &mut SmallRng) {
        let name = ["a", "b", "ü~ x"][rng.random_range(0..3)];
        let kept = rng.random::<bool>().then(|| format!("edit {}", rng.random::<u64>()));
        for store in &self.stores {
            store.write_giving(|to| users::set(to, name, kept.as_deref())).unwrap();
        }
        self.model.users.remove(name);
        self.model.users.extend(kept.map(|kept| (name.to_owned(), kept)));
    }

    fn take_back(&mut self, rng: &mut SmallRng) {
        let ids = 1..=self.model.batches.len() as u32;
        for id in ids.filter(|_| rng.random_bool(0.5)) {
            let ours = self.model.take_back(id);
            for store in &self.stores {
                let found = store.read(|from| imports::find(from, id));
                match (&ours, store.write_giving(|to| imports::take_back(to, id, "gone"))) {
                    (Some(ours), theirs) => {
                        assert_eq!((ours, ours), (&found.unwrap(), &theirs.unwrap()));
                    }
                    (None, Err(StoreError::NotTakenBack { batch, .. })) => assert_eq!(batch, id),
                    (None, other) => panic!("{other:?}"),
                }
            }
        }
        for store in &self.stores {
            assert!(matches!(
                store.write_giving(|to| imports::take_back(to, 77_777, "")),
                Err(StoreError::NoBatch(77_777))
            ));
            assert_eq!(store.read(imports::count_lost).unwrap(), 0);
        }
    }

    fn count_export(&mut self, rng: &mut SmallRng) {
        let Self { model, stores, .. } = self;
        let mut ids: Vec<u32> = (1..=model.batches.len() as u32).collect();
        ids.retain(|_| rng.random_bool(0.3));
        for id in &ids {
            model.batches[*id as usize - 1].exports += 1;
        }
        for store in stores {
            store.write_aside(|to| batches::count_export(to, &ids)).unwrap();
            let error = store
                .write_aside(|to| batches::count_export(to, &[&ids[..], &[77_777]].concat()))
                .unwrap_err();
            assert!(matches!(error, StoreError::NoBatch(77_777)));
        }
    }

    fn issue_book(&mut self, rng: &mut SmallRng) {
        let id = self.model.batches.len() as u32 + 1;
        let batch = Batch { id, ..random_batch(rng) };
        let puzzles: Vec<Entry> = (0..20).map(|_| random_issued(rng)).collect();
        let places: Vec<Place> = (0..20).map(|i| place((id, i as u32 + 1), i)).collect();
        let book = random_book(rng);
        let mut ours = Batch { issued: 0, ..batch.clone() };
        self.model.batches.push(ours.clone());
        assert!(self.model.commit(&mut ours, &puzzles).is_empty());
        let of_book = self.model.record(&book, &places);
        for store in &self.stores {
            let (kept, id) =
                store.commit_entries(&batch, &puzzles, Some((&book, &places))).unwrap();
            assert_eq!((untold(kept), id), (ours.clone(), Some(of_book)));
        }
    }

    fn finish(self, rng: &mut SmallRng) {
        for store in &self.stores {
            self.model.assert_equals(store, rng);
        }
    }
}

pub(super) fn run(engines: Engines, rng: &mut SmallRng) {
    let mut run = Run::new(engines);
    for _ in 0..30 {
        match rng.random_range(0..22) {
            0..4 => run.add_seeds(rng),
            4 => run.new_batch(rng),
            5..8 if !run.model.batches.is_empty() => run.commit(rng),
            8 => run.stores.iter().for_each(|store| run.model.assert_looks_up(store, rng)),
            9 => run.record_book(rng),
            10 => run.issue_book(rng),
            11 => {
                for store in &run.stores {
                    assert_eq!(store.check().unwrap(), []);
                }
            }
            12 => run.void(rng),
            13 => run.count_export(rng),
            14 => run.append(rng),
            15 => run.void_book(rng),
            16 => run.complete_seeds(rng),
            17 => run.take_back(rng),
            18 => run.set_user(rng),
            19 => run.set_levels(rng),
            _ => run.reopen(),
        }
    }
    run.finish(rng);
}
