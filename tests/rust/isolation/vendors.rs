//! A conversation that goes on at another vendor, and two people at two vendors: what one vendor has thought stays there.

use rethought::ledger::Ledger;

use super::damage::{Damage, Hit};
use super::endpoint::{Endpoint, Seal};
use super::endpoints::ENDPOINTS;
use super::evidence::{Traces, findings, repaired, report, thoughts};
use super::pair::Pair;
use super::random::Random;
use super::session::Session;
use super::tally::{Law, Outcome};

pub fn check(pair: &Pair, outcome: &mut Outcome) {
    let held = &pair.sessions[0];
    let mut random = Random::new(pair.config.seed).fork("vendor", 0);
    let elsewhere = random.pick(ENDPOINTS);
    if are_apart(held.endpoint, elsewhere) {
        switched(held, &pair.alone[0], elsewhere, outcome);
        beside(held, &pair.config.session_at(elsewhere, 'B'), &mut random, outcome);
    }
}

/// The first person's conversation was recorded where it was held. The same is asked elsewhere, without the thoughts, as a client
/// that knows better leaves them out.
fn switched(held: &Session, ledger: &Ledger, elsewhere: &'static Endpoint, outcome: &mut Outcome) {
    let mut talk = held.talk.clone();
    for (nth, turn) in talk.turns.iter_mut().enumerate() {
        turn.thoughts.clear();
        for (one, call) in turn.calls.iter_mut().enumerate().filter(|(_, call)| call.id.is_empty()) {
            call.id = format!("call_{nth}_{one}");
        }
    }
    let asked = Session::hold(elsewhere, None, talk, |_| false);
    let (request, target) = (asked.next(), &asked.target);
    let (with, without) = (repaired(request, target, Some(ledger)), repaired(request, target, None));
    let what = format!("held on {}, asked on {}", held.endpoint.name, elsewhere.name);
    if with != without {
        outcome.fail(Law::OtherVendorChangesNothing, format!("{what}\n    with a ledger    {with}\n    without a ledger {without}"));
    }
    let told = report(request, target, Some(ledger)).0;
    if let Some(stretch) = Traces::all(held).find(&[with.as_bytes(), &told].concat()) {
        outcome.fail(Law::OtherVendorChangesNothing, format!("{what}: {stretch} of the other"));
    }
    if findings(request, target, ledger).contains(&"dropped-thought") {
        outcome.fail(Law::OtherVendorIsNotMissed, format!("{what}: {}", String::from_utf8_lossy(&told)));
    }
}

/// Two people at two vendors, both on record: the second's request is left alone, and what is dropped from it comes back as if the
/// first had never been there.
fn beside(held: &Session, asked: &Session, random: &mut Random, outcome: &mut Outcome) {
    let (mut ledger, alone) = (held.alone(), asked.alone());
    asked.record_all(&mut ledger);
    let (target, what) = (&asked.target, format!("one on {}, one on {}", held.endpoint.name, asked.endpoint.name));
    let mended = repaired(asked.next(), target, Some(&ledger));
    if mended != asked.next() {
        outcome.fail(Law::OtherVendorChangesNothing, format!("{what}, intact\n    sent {}\n    got  {mended}", asked.next()));
    }
    let hit = Hit { damage: Damage::ThoughtDropped, ..Hit::draw(random, asked) };
    let Some(request) = hit.apply(asked) else { return };
    let mended = repaired(&request, target, Some(&ledger));
    if let Some(stretch) = Traces::of(held, asked).find(mended.as_bytes()) {
        outcome.fail(Law::OtherVendorChangesNothing, format!("{what}, {hit:?}: {stretch} of the other\n    in {mended}"));
    }
    // Two services of one vendor may be taken for one; then it may be open whose thought it was.
    let one_vendor = held.endpoint.seal == asked.endpoint.seal && asked.endpoint.seal != Seal::Nothing;
    let expected = repaired(&request, target, Some(&alone));
    if !one_vendor && thoughts(&mended, target) != thoughts(&expected, target) {
        outcome.fail(Law::DroppedThoughtComesBack, format!("{what}, {hit:?}\n    got   {mended}\n    alone {expected}"));
    }
}

/// Two services of one vendor may read each other's thoughts on one wire; otherwise nobody reads another's.
fn are_apart(one: &Endpoint, other: &Endpoint) -> bool {
    one.wire != other.wire || one.host != other.host && (one.wire == "openai-chat" || one.seal != other.seal)
}
