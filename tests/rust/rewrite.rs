//! Compaction safety over its cases: `tests/data/rewrite/<wire>/<case>.json`.
//!
//! A case is `{"target": …, "range": [from, to], "request": …, "drop": …, "summary": …}`, perhaps with `"emitted"` as in `tests/data/rules`. What
//! is expected of each method is the view that JavaScript gets. `BLESS=1 cargo test --test rust rewrite::` writes it; read it before you commit it.

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use rethought::api::write_rewrite;
use rethought::audit::{Options, Rewrite, RewriteMethod, Verdict, audit, can_rewrite};
use rethought::json::{Changes, Document, Value, scan};
use rethought::ledger::Ledger;
use rethought::model::{PartKind, Role, Target};
use rethought::wires::{codec, resolve_target};

const METHODS: [(RewriteMethod, &str); 2] = [(RewriteMethod::Drop, "drop"), (RewriteMethod::Summary, "summary")];

struct Case {
    name: String,
    target: Target,
    ledger: Option<Ledger>,
    request: Vec<u8>,
    range: Range<usize>,
}

fn files() -> Vec<PathBuf> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/rewrite");
    let folders = fs::read_dir(root).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_dir());
    let mut files: Vec<PathBuf> = folders.flat_map(|folder| fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path())).collect();
    files.sort();
    files
}

fn case(path: &Path, document: &Document<'_>) -> Case {
    let request = document.find("/request").unwrap().raw().to_vec();
    let aimed = |target: Value<'_>, request: &[u8]| resolve_target(target, Some(&scan(request).unwrap())).unwrap();
    let ledger = document.root().get("emitted").map(|emitted| {
        let mut ledger = Ledger::default();
        for exchange in emitted.elements() {
            let request = exchange.get("request").unwrap().raw();
            let target = aimed(exchange.get("target").unwrap(), request);
            ledger.record(&target, request, exchange.get("response").unwrap().raw()).unwrap();
        }
        ledger
    });
    let number = |pointer: &str| usize::try_from(document.find(pointer).unwrap().whole().unwrap()).unwrap();
    let name = format!("{}/{}", path.parent().unwrap().file_name().unwrap().display(), path.file_stem().unwrap().display());
    let range = number("/range/0")..number("/range/1");
    Case { name, target: aimed(document.find("/target").unwrap(), &request), ledger, request, range }
}

impl Case {
    fn ask(&self, range: Range<usize>, method: RewriteMethod) -> Rewrite {
        let options = Options { ledger: self.ledger.as_ref(), ..Options::default() };
        can_rewrite(&scan(&self.request).unwrap(), &self.target, &options, range, method).unwrap()
    }

    fn verdict(&self, request: &[u8]) -> Verdict {
        let options = Options { ledger: self.ledger.as_ref(), ..Options::default() };
        audit(&scan(request).unwrap(), &self.target, &options, |_, report| report.verdict).unwrap()
    }

    /// How many entries there are, which of them instruct at the head, and which asks the question that is open.
    fn entries(&self) -> (usize, usize, Option<usize>) {
        let document = scan(&self.request).unwrap();
        let history = codec(&self.target.wire).unwrap().request(document.root());
        let entries = history.entries();
        let head = entries.iter().take_while(|entry| entry.role == Some(Role::System)).count();
        let asks = |entry: &rethought::model::Entry<'_>| {
            entry.role == Some(Role::User) && entry.parts.iter().any(|part| part.kind != PartKind::Result)
        };
        (entries.len(), head, entries.iter().rposition(asks))
    }

    /// The request without the stretch.
    fn without(&self, range: &Range<usize>) -> Vec<u8> {
        let document = scan(&self.request).unwrap();
        let mut changes = Changes::new(&document);
        let history = codec(&self.target.wire).unwrap().request(document.root());
        for entry in &history.entries()[range.clone()] {
            changes.remove(entry.value).unwrap();
        }
        changes.apply().unwrap()
    }
}

/// Does something with every case.
fn each_case(check: impl Fn(&Case, &Document<'_>)) {
    for path in files() {
        let text = fs::read(&path).unwrap();
        let document = scan(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        check(&case(&path, &document), &document);
    }
}

/// The answer as the package gives it, without the messages of rules: the cards have those.
fn view_of(rewrite: &Rewrite) -> serde_json::Value {
    let mut view: serde_json::Value = serde_json::from_slice(&write_rewrite(rewrite)).unwrap();
    for broken in view["breaks"].as_array_mut().unwrap() {
        if broken.get("rule").is_some() {
            let message = broken.as_object_mut().unwrap().remove("message").unwrap();
            assert!(message.as_str().unwrap().ends_with('.'), "{message}");
        }
    }
    view
}

#[test]
fn every_case_is_answered_as_it_says() {
    let mut count = 0;
    for path in files() {
        let text = fs::read(&path).unwrap();
        let document = scan(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let case = case(&path, &document);
        count += 1;
        let mut changes = Changes::new(&document);
        for (method, name) in METHODS {
            let view = view_of(&case.ask(case.range.clone(), method));
            changes.set(document.root(), name, view.to_string().as_bytes()).unwrap();
            if std::env::var("BLESS").is_err() {
                let said = document.root().get(name).unwrap_or_else(|| panic!("{}: nothing is expected of {name}", case.name));
                assert_eq!(serde_json::from_slice::<serde_json::Value>(said.raw()).unwrap(), view, "{} {name}", case.name);
            }
        }
        if std::env::var("BLESS").is_ok() {
            fs::write(&path, changes.apply().unwrap()).unwrap();
        }
    }
    assert!(count >= 40, "{count} cases");
}

#[test]
fn what_is_called_safe_is_safe_when_it_is_asked_for() {
    each_case(|case, _| {
        for (method, name) in METHODS {
            let found = case.ask(case.range.clone(), method);
            assert_eq!(found.breaks.is_empty(), found.smallest == Some(case.range.clone()), "{} {name}", case.name);
            if let Some(range) = &found.smallest {
                assert!(range.start <= case.range.start && range.end >= case.range.end, "{} {name}", case.name);
                assert!(case.ask(range.clone(), method).breaks.is_empty(), "{} {name}", case.name);
            }
            if let Some(range) = &found.largest {
                assert!(range.start >= case.range.start && range.end <= case.range.end, "{} {name}", case.name);
                assert!(case.ask(range.clone(), method).breaks.is_empty(), "{} {name}", case.name);
            }
            assert!(found.audits <= 40, "{} {name} took {} audits", case.name, found.audits);
        }
    });
}

#[test]
fn no_stretch_of_whole_steps_that_was_not_tried_is_better() {
    each_case(|case, _| {
        let (count, head, question) = case.entries();
        let document = scan(&case.request).unwrap();
        let history = codec(&case.target.wire).unwrap().request(document.root());
        let entries = history.entries();
        let is_answer = |nth: usize| entries.get(nth).is_some_and(|entry| entry.role == Some(Role::Assistant));
        // A cut between two answers may go through a response.
        let is_whole =
            |range: &Range<usize>| [range.start, range.end].iter().all(|cut| !(*cut > 0 && is_answer(cut - 1) && is_answer(*cut)));
        for (method, name) in METHODS {
            let found = case.ask(case.range.clone(), method);
            let is_safe = |range: &Range<usize>| is_whole(range) && case.ask(range.clone(), method).breaks.is_empty();
            let swallows = |range: &Range<usize>| {
                let beyond = |nth: usize| range.contains(&nth) && !case.range.contains(&nth);
                (0..head).any(beyond) || method == RewriteMethod::Drop && question.is_some_and(beyond)
            };
            let (from, to) = (case.range.start, case.range.end);
            let around =
                (0..=from).flat_map(|start| (to..=count).map(move |end| start..end)).filter(|range| !swallows(range) && is_safe(range));
            let (ours, best) = (found.smallest.map_or(usize::MAX, |range| range.len()), around.map(|range| range.len()).min());
            assert!(ours <= best.unwrap_or(usize::MAX), "{} {name}: {ours} entries around, where {best:?} would do", case.name);
            let inside = (from..to).flat_map(|start| (start + 1..=to).map(move |end| start..end)).filter(is_safe);
            let (ours, best) = (found.largest.map(|range| range.len()), inside.map(|range| range.len()).max());
            assert!(ours >= best, "{} {name}: {ours:?} entries inside, where {best:?} are safe", case.name);
        }
    });
}

#[test]
fn what_is_safe_to_drop_leaves_a_request_that_is_judged_no_worse() {
    each_case(|case, _| {
        let (count, ..) = case.entries();
        let before = case.verdict(&case.request);
        for range in (0..count).flat_map(|start| (start + 1..=count).map(move |end| start..end)) {
            if case.ask(range.clone(), RewriteMethod::Drop).breaks.is_empty() {
                assert!(case.verdict(&case.without(&range)) <= before, "{} {range:?}", case.name);
            }
        }
    });
}

#[test]
fn a_stretch_that_is_not_there_is_an_error() {
    let target = Target::new(rethought::model::Wire::OPENAI_CHAT);
    let request = scan(br#"{"messages":[{"role":"user","content":"a"},{"role":"user","content":"b"}]}"#).unwrap();
    for range in [0..0, 1..1, 0..3, 2..3] {
        let error = can_rewrite(&request, &target, &Options::default(), range, RewriteMethod::Drop).err().unwrap();
        assert_eq!(error.pointer(), Some("/range"));
    }
    assert!(can_rewrite(&request, &target, &Options::default(), 0..1, RewriteMethod::Drop).unwrap().breaks.is_empty());
}
