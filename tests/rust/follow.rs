//! The fates of recorded parts, over their cases: `tests/data/follow/<behaviour>/`.
//!
//! A case is `emitted.json`, `{"target": …, "exchanges": [{"request": …, "response" or "stream": …}]}`, the request after them in `next.json`, and
//! what JavaScript is told of every part in `followed.json`. `BLESS=1 cargo test --test rust follow::` writes that; read it before you commit it.

use std::fs;
use std::path::PathBuf;

use rethought::api::{write_fates, write_report};
use rethought::audit::follow::{Followed, follow};
use rethought::audit::{Auditor, Options};
use rethought::json::{Document, scan};
use rethought::ledger::Ledger;
use rethought::ledger::fates::State;
use rethought::model::Target;
use rethought::wires::resolve_target;

struct Case {
    name: String,
    folder: PathBuf,
    target: Target,
    ledger: Ledger,
    next: Vec<u8>,
}

impl Case {
    fn read(folder: PathBuf) -> Self {
        let name = folder.file_name().unwrap().to_string_lossy().into_owned();
        let (emitted, next) = (fs::read(folder.join("emitted.json")).unwrap(), fs::read(folder.join("next.json")).unwrap());
        let document = scan(&emitted).unwrap();
        let target = resolve_target(document.find("/target").unwrap(), Some(&scan(&next).unwrap())).unwrap();
        let ledger = recorded(&document, &target, |_| {});
        Self { name, folder, target, ledger, next }
    }

    fn follow(&self, ledger: &Ledger) -> Vec<Followed> {
        follow(&scan(&self.next).unwrap(), &self.target, ledger).unwrap()
    }
}

/// A ledger of what a case says was emitted, and of its exchanges one after the other.
fn recorded(emitted: &Document<'_>, target: &Target, mut also: impl FnMut(&[u8])) -> Ledger {
    let mut ledger = Ledger::default();
    for exchange in emitted.root().get("exchanges").unwrap().elements() {
        let request = exchange.get("request").unwrap().raw();
        also(request);
        match exchange.get("stream") {
            Some(stream) => ledger.record_stream(target, request, &stream.text().unwrap().wtf8()),
            None => ledger.record(target, request, exchange.get("response").unwrap().raw()),
        }
        .unwrap();
    }
    ledger
}

fn cases() -> Vec<Case> {
    let folders = fs::read_dir(PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/follow")).unwrap();
    let mut folders: Vec<PathBuf> = folders.map(|entry| entry.unwrap().path()).collect();
    folders.sort();
    folders.into_iter().map(Case::read).collect()
}

/// The fates as JSON, a part a line.
fn lines(followed: &[Followed]) -> String {
    let fates = String::from_utf8(write_fates(followed)).unwrap();
    fates.replace("},{", "},\n {") + "\n"
}

#[test]
fn every_case_is_reported_as_it_is_expected() {
    let cases = cases();
    assert!(cases.len() >= 25, "{}", cases.len());
    for case in &cases {
        let (told, path) = (lines(&case.follow(&case.ledger)), case.folder.join("followed.json"));
        if std::env::var_os("BLESS").is_some() {
            fs::write(&path, &told).unwrap();
        }
        assert_eq!(told, fs::read_to_string(&path).unwrap_or_default(), "{}", case.name);
    }
}

#[test]
fn every_recorded_part_is_reported_of_once_and_in_order() {
    for case in cases() {
        let parts = (0..case.ledger.len()).flat_map(|nth| (0..case.ledger.answer(nth).unwrap().parts.len()).map(move |part| (nth, part)));
        let told: Vec<_> = case.follow(&case.ledger).iter().map(|one| (one.response, one.part)).collect();
        assert_eq!(told, parts.collect::<Vec<_>>(), "{}", case.name);
    }
}

#[test]
fn a_pointer_names_the_bytes_that_are_reported_with_it() {
    for case in cases() {
        let document = scan(&case.next).unwrap();
        for one in case.follow(&case.ledger) {
            let raw = case.ledger.answer(one.response).unwrap().parts[one.part].raw.clone();
            // An empty text may be left out.
            let nowhere = matches!(one.state, State::Missing | State::Gone) || one.place.is_none() && raw == b"\"\"";
            assert_eq!((one.place.is_none(), one.bytes.is_none()), (nowhere, nowhere), "{}", case.name);
            let Some((pointer, span)) = one.place else { continue };
            let value = document.find(&pointer).unwrap();
            assert_eq!(value.span(), span, "{}", case.name);
            assert_eq!(one.bytes, Some(value.raw() == raw), "{}", case.name);
            assert!(one.differs.is_none_or(|at| (span.start..=span.end).contains(&at)), "{}", case.name);
        }
    }
}

#[test]
fn digests_tell_the_same_fates_and_nothing_of_bytes() {
    for case in cases() {
        let full = case.follow(&case.ledger).into_iter().map(|one| Followed { bytes: None, differs: None, ..one });
        let snapshot = case.ledger.digests().snapshot();
        let digests = case.follow(&Ledger::restore(&snapshot).unwrap().0);
        assert_eq!(digests, full.collect::<Vec<_>>(), "{}", case.name);
    }
}

#[test]
fn a_ledger_that_was_read_again_tells_the_same() {
    for case in cases() {
        let again = Ledger::restore(&case.ledger.snapshot()).unwrap().0;
        assert_eq!(case.follow(&again), case.follow(&case.ledger), "{}", case.name);
    }
}

#[test]
fn following_between_audits_changes_nothing_of_them() {
    for case in cases() {
        // An answer in an unknown form switches off its row of handle forms for the thread, so each run has a thread of its own.
        let audits = |follows: bool| {
            let folder = case.folder.clone();
            std::thread::spawn(move || audited(&Case::read(folder), follows)).join().unwrap()
        };
        assert_eq!(audits(true), audits(false), "{}", case.name);
    }
}

/// The audits of all requests of a case, whether an answer after them is recorded, and the ledger.
type Audited = (Vec<(Vec<u8>, usize)>, bool, Vec<u8>);

fn audited(case: &Case, follows: bool) -> Audited {
    let emitted = fs::read(case.folder.join("emitted.json")).unwrap();
    let mut auditor = Auditor::new(case.ledger.clone());
    let mut told = Vec::new();
    let mut step = |request: &[u8]| {
        let found =
            auditor.audit(request, &case.target, &Options::default(), |document, facts, found| write_report(&found, facts, document));
        told.push((found.unwrap(), auditor.skipped()));
        if follows {
            follow(&scan(request).unwrap(), &case.target, auditor.ledger()).unwrap();
            case.follow(auditor.ledger());
        }
    };
    recorded(&scan(&emitted).unwrap(), &case.target, &mut step);
    step(&case.next);
    step(&case.next);
    let answered = auditor.answer(b"{\"id\":\"last\"}", false);
    (told, answered.is_ok(), auditor.ledger().snapshot())
}
