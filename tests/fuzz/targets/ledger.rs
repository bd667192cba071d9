//! Any bytes as a ledger: a typed error, or a ledger that is its own snapshot and its own file; recording onto it, from any wire, keeps it so,
//! and a file of it that is cut loses what was cut.
#![no_main]

use libfuzzer_sys::fuzz_target;
use rethought::audit::{Auditor, Options};
use rethought::wires::CODECS;
use rethought::ledger::{Form, Ledger};
use rethought::model::Target;

fuzz_target!(|input: &[u8]| {
    // The recorded parts come first, each before a zero byte.
    let mut pieces = input.splitn(3, |byte| *byte == 0);
    let (Some(request), Some(response), Some(text)) = (pieces.next(), pieces.next(), pieces.next()) else { return };
    let Ok((mut ledger, _)) = Ledger::restore(text) else { return };
    holds(&ledger);
    let codec = CODECS[(request.len() + response.len()) % CODECS.len()];
    let target = Target { host: Some("api.anthropic.com".to_owned()), ..Target::new(codec.wire()) };
    let before = ledger.len();
    let known = ledger.record(&target, request, response).is_ok() && ledger.len() > before;
    assert!(ledger.record_stream(&target, request, response).is_err() || ledger.len() > 0);
    let most = ledger.len();
    if known {
        ledger.record(&target, request, response).unwrap();
        assert_eq!(ledger.len(), most, "known, and kept twice");
    }
    holds(&ledger);
    holds(&ledger.digests());
    let mut auditor = Auditor::new(ledger);
    let _ = auditor.audit(request, &target, &Options::default(), |_, _, report| report.findings.len());
    let _ = auditor.audit(request, &target, &Options::default(), |_, _, report| report.findings.len());
});

/// Checks that a ledger is what its texts say.
fn holds(ledger: &Ledger) {
    for nth in 0..ledger.len() {
        assert!(ledger.answer(nth).is_some() && !ledger.line(nth).unwrap().contains(&b'\n'));
    }
    for nth in 0..ledger.len() {
        // Lines may go round in a circle; a branch ends all the same.
        assert!(ledger.branch(nth).len() <= ledger.len());
    }
    let file = file(ledger);
    for text in [&ledger.snapshot(), &file, &[&ledger.snapshot(), &b"\n"[..]].concat()] {
        let (again, torn) = Ledger::restore(text).unwrap();
        assert!(torn.is_empty());
        assert_eq!((again.len(), again.form()), (ledger.len(), ledger.form()));
        assert!(again.snapshot() == ledger.snapshot(), "another after its own text");
    }
    // Cut in the middle, a snapshot and a file have what was whole, and no more.
    for text in [&file, &ledger.snapshot()] {
        let cut = text.len() / 2;
        let (again, torn) = Ledger::restore(&text[..cut]).unwrap();
        assert!(again.len() <= ledger.len() && torn.len() <= 1);
        for nth in 0..again.len() {
            assert_eq!(again.line(nth), ledger.line(nth));
        }
    }
    if ledger.form() == Form::Digests {
        assert_eq!(ledger.digests().form(), Form::Digests);
    }
}

fn file(ledger: &Ledger) -> Vec<u8> {
    let mut text = ledger.opening();
    for nth in 0..ledger.len() {
        text.push(b'\n');
        text.extend_from_slice(ledger.line(nth).unwrap());
    }
    text.push(b'\n');
    text
}
