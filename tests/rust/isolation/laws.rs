//! The laws of isolation, held over one pair.

use rethought::api::write_report;
use rethought::audit::{Auditor, Options};
use rethought::ledger::Ledger;
use rethought::model::Target;

use super::damage::{Damage, Hit};
use super::endpoint::Ids;
use super::evidence::{Traces, followed, repaired, report, thoughts};
use super::pair::{Accounts, Config, Pair};
use super::random::Random;
use super::session::Session;
use super::tally::{Law, Outcome};
use super::vendors;

/// How many damages are tried on each person's request.
const HITS: usize = 3;

pub fn check(config: Config) -> Outcome {
    let (pair, mut outcome) = (Pair::new(config), Outcome::default());
    let ledger = pair.ledger();
    for person in 0..2 {
        of_one(&pair, person, &ledger, &mut outcome);
        // And before its first exchange is on record.
        intact(&pair, person, &pair.alone[1 - person], &mut outcome);
    }
    going_on(&pair, &mut outcome);
    vendors::check(&pair, &mut outcome);
    outcome
}

/// The same with a ledger that knows nobody else: whatever breaks then is no matter of isolation.
pub fn check_alone(config: Config) -> Outcome {
    let (pair, mut outcome) = (Pair::new(config), Outcome::default());
    (0..2).for_each(|person| of_one(&pair, person, &pair.alone[person], &mut outcome));
    outcome
}

fn of_one(pair: &Pair, person: usize, ledger: &Ledger, outcome: &mut Outcome) {
    intact(pair, person, ledger, outcome);
    let mut random = Random::new(pair.config.seed).fork("damage", person);
    for _ in 0..HITS {
        let hit = Hit::draw(&mut random, &pair.sessions[person]);
        if let Some(request) = hit.apply(&pair.sessions[person]) {
            outcome.damages += 1;
            damaged(pair, person, hit, &request, ledger, outcome);
        }
    }
}

/// A request that carries everything as it came is left alone, whoever else is recorded.
fn intact(pair: &Pair, person: usize, ledger: &Ledger, outcome: &mut Outcome) {
    let session = &pair.sessions[person];
    let (request, target) = (session.next(), &session.target);
    let mended = repaired(request, target, Some(ledger));
    let (told, mut rejects) = report(request, target, Some(ledger));
    // The other's account alone has the shared branch on record: whoever knows no more has to think it foreign.
    if pair.config.accounts == Accounts::Own && !pair.knows(ledger, person) {
        rejects.retain(|rule| *rule != "foreign-handle");
    }
    if mended != request {
        let alone = repaired(request, target, Some(&pair.alone[person])) != request;
        let law = if alone { Law::IntactIsUnchangedAlone } else { Law::IntactIsUnchanged };
        outcome.fail(law, format!("person {person}, intact\n    sent {request}\n    got  {mended}"));
    }
    if !rejects.is_empty() {
        outcome.fail(Law::IntactIsNotRejected, format!("person {person}, intact: {rejects:?}"));
    }
    let what = format!("person {person}, intact");
    leaks(&pair.traces_of_the_other[person], &what, (&mended, &told, &followed(request, target, ledger)), false, outcome);
}

fn leaks(other: &Traces, what: &str, (mended, told, view): (&str, &[u8], &[u8]), by_account: bool, outcome: &mut Outcome) {
    let places = [
        (Law::NothingOfTheOtherInTheRequest, mended.as_bytes()),
        (Law::NothingOfTheOtherInTheReport, told),
        (Law::NothingOfTheOtherInTheView, view),
    ];
    for (law, text) in places {
        if let Some(stretch) = other.find(text) {
            let law = if by_account { Law::NothingOfTheOtherAccount } else { law };
            outcome.fail(law, format!("{what}: {stretch}\n    in {}", String::from_utf8_lossy(text)));
        }
    }
}

/// Whatever happened to a request, what comes of it is the person's own.
fn damaged(pair: &Pair, person: usize, hit: Hit, request: &str, ledger: &Ledger, outcome: &mut Outcome) {
    let session = &pair.sessions[person];
    let target = &session.target;
    let mended = repaired(request, target, Some(ledger));
    let told = report(request, target, Some(ledger)).0;
    let what = format!("person {person}, {hit:?}");
    // Nobody can tell apart what both would have sent in the same bytes, unless both are on record or the accounts differ.
    let everything = Hit { damage: Damage::AllDropped, ..hit };
    let same_bytes = [hit, everything].iter().any(|hit| hit.apply(&pair.sessions[1 - person]).as_deref() == Some(request));
    let only_by_account = same_bytes && pair.config.accounts == Accounts::Own;
    // A drawn id shows its answer (DESIGN 5a). No vendor draws the same twice, so a ledger that saw it once cannot know that here two answers have it.
    let Config { accounts, ids, shared, .. } = pair.config;
    let same_drawn_ids = accounts != Accounts::Own && shared.ids && matches!(ids, Ids::Long | Ids::Nine);
    let decidable = !same_bytes && !same_drawn_ids || only_by_account || pair.is_recorded(person);
    if decidable {
        leaks(&pair.traces_of_the_other[person], &what, (&mended, &told, &followed(request, target, ledger)), only_by_account, outcome);
    }
    for (law, detail) in
        unsound(session, (request, &mended), ledger).into_iter().filter(|(law, _)| decidable || *law != Law::ThoughtsAreSentOrIssued)
    {
        // Then it is no matter of isolation.
        let alone = unsound(session, (request, &repaired(request, target, Some(&pair.alone[person]))), &pair.alone[person])
            .iter()
            .any(|(other, _)| *other == law);
        if alone && law == Law::ThoughtsAreNotMultiplied {
            continue;
        }
        let alone = if alone { ", alone too" } else { "" };
        outcome.fail(law, format!("{what}{alone}: {detail}\n    sent {request}\n    got  {mended}"));
    }
    completes(pair, person, hit, (request, &mended), outcome);
}

/// Lists the thoughts that a repair has changed: they are not as they were sent or issued, or more often there than either.
fn unsound(session: &Session, (request, mended): (&str, &str), ledger: &Ledger) -> Vec<(Law, String)> {
    let (target, mut broken) = (&session.target, Vec::new());
    let [sent, own, now] = [request, session.next(), mended].map(|text| thoughts(text, target));
    let most = |thought: &Vec<u8>| sent.get(thought).max(own.get(thought)).copied().unwrap_or_default();
    for (thought, count) in now {
        let law = if most(&thought) == 0 { Law::ThoughtsAreSentOrIssued } else { Law::ThoughtsAreNotMultiplied };
        if count > most(&thought) {
            broken.push((law, format!("{count} times {}", String::from_utf8_lossy(&thought))));
        }
    }
    let again = repaired(mended, target, Some(ledger));
    if again != mended {
        broken.push((Law::RepairIsIdempotent, format!("once  {mended}\n    again {again}")));
    }
    broken
}

/// Everything that is certainly this person's comes back, as far as it does for a ledger that knows nobody else.
fn completes(pair: &Pair, person: usize, hit: Hit, (request, mended): (&str, &str), outcome: &mut Outcome) {
    let law = match hit.damage {
        Damage::ThoughtDropped | Damage::AllDropped => Law::DroppedThoughtComesBack,
        Damage::TextDropped => Law::DroppedTextComesBack,
        Damage::HandleDropped => Law::DroppedHandleComesBack,
        _ => return,
    };
    let session = &pair.sessions[person];
    if !pair.is_recorded(person) || !is_decidable(pair, session, hit, request) {
        return;
    }
    let target = &session.target;
    let alone = repaired(request, target, Some(&pair.alone[person]));
    let own = thoughts(session.next(), target);
    let lost: Vec<_> = own.keys().filter(|thought| !thoughts(request, target).contains_key(*thought)).collect();
    let count = |text: &str| lost.iter().filter(|thought| thoughts(text, target).contains_key(**thought)).count();
    let (due, back) = (count(&alone), count(mended));
    if law == Law::DroppedThoughtComesBack {
        outcome.restored.decidable += due;
        outcome.restored.back += back.min(due);
    }
    if back < due {
        outcome.fail(law, format!("person {person}, {hit:?}\n    sent  {request}\n    got   {mended}\n    alone {alone}"));
    }
}

/// Returns `true` if something that is left in the turn, or before it, is this person's and not the other's.
fn is_decidable(pair: &Pair, session: &Session, hit: Hit, request: &str) -> bool {
    let (config, talk) = (pair.config, &session.talk);
    if hit.damage == Damage::AllDropped {
        return config.shared.tells_apart(talk, 0);
    }
    let turn = &talk.turns[hit.turn];
    let handle_left = turn.thoughts.iter().any(|thought| !thought.handle.is_empty() && request.contains(&thought.handle));
    let own_ids = !config.shared.ids && config.ids == Ids::Long && !turn.calls.is_empty();
    // The common part of two branches is the same answer, whoever asks.
    hit.turn < config.shared.forked || handle_left || own_ids || config.shared.tells_apart(talk, hit.turn)
}

/// An audit that goes on from request to request says what an audit of the whole says, while two people take turns.
fn going_on(pair: &Pair, outcome: &mut Outcome) {
    let mut auditor = Auditor::default();
    for (person, nth) in pair.order() {
        let session = &pair.sessions[person];
        agrees(&mut auditor, &session.requests[nth], &session.target, outcome);
        let answer = &session.answers[nth];
        let (text, streamed) = answer.stream.as_ref().map_or((answer.body.as_slice(), false), |stream| (stream.as_bytes(), true));
        auditor.answer(text, streamed).unwrap();
    }
    for (person, session) in pair.sessions.iter().enumerate() {
        agrees(&mut auditor, session.next(), &session.target, outcome);
        let mut random = Random::new(pair.config.seed).fork("damage", person);
        if let Some(request) = Hit::draw(&mut random, session).apply(session) {
            agrees(&mut auditor, &request, &session.target, outcome);
        }
    }
}

fn agrees(auditor: &mut Auditor, request: &str, target: &Target, outcome: &mut Outcome) {
    let whole = report(request, target, Some(auditor.ledger())).0;
    let found =
        auditor.audit(request.as_bytes(), target, &Options::default(), |document, facts, report| write_report(&report, facts, document));
    let found = found.unwrap();
    if found != whole {
        let [found, whole] = [found, whole].map(|text| String::from_utf8_lossy(&text).into_owned());
        outcome.fail(
            Law::GoingOnAgreesWithTheWhole,
            format!(
                "{} bytes skipped, {:?}\n    sent    {request}\n    whole   {whole}\n    went on {found}",
                auditor.skipped(),
                target.credential
            ),
        );
    }
}
