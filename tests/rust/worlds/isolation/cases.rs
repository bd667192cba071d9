//! The leaks that an attack on the package showed, each with the least that it takes: one user is on record, and another says the same.

use rethought::ledger::Ledger;

use crate::isolation::damage::{Damage, Hit};
use crate::isolation::endpoint::{Endpoint, Ids};
use crate::isolation::evidence::{Traces, findings, repaired, report};
use crate::isolation::random::Random;
use crate::isolation::session::Session;
use crate::worlds::damage::without_item_ids;
use crate::worlds::user::{Difference, Persona, Step, User};

/// A user of that endpoint who says what all users of a seed say.
fn user(endpoint: &str, ids: Ids, seed: u64, person: char, difference: Difference) -> User {
    Persona {
        seed: Random::new(seed),
        person,
        endpoint: Endpoint::named(endpoint),
        ids,
        turns: 3,
        repeats: false,
        difference,
        at: if matches!(difference, Difference::Status | Difference::Id) { 1 } else { 0 },
        account: (difference == Difference::Account).then(|| format!("account of {person}")),
        credential: Some(if difference == Difference::Key { format!("key of {person}") } else { "the key".to_owned() }),
        rotates: None,
        conversation: None,
        clock: false,
        compacts: None,
        streams: false,
    }
    .hold()
}

/// How many damaged requests of a user get a mark of another who alone is on record, and how many were tried.
fn leaks(endpoint: &str, ids: Ids, difference: Difference) -> (usize, usize) {
    let (mut tried, mut leaking) = (0, 0);
    for seed in 0..8 {
        let [one, other] = ['A', 'B'].map(|person| user(endpoint, ids, seed, person, difference));
        let ledger = one.alone();
        // Nobody has to tell apart the answers to what both have said alike.
        let is_alike = |step: &&Step| other.steps.iter().any(|own| own.is_same_conversation(step));
        let traces = Traces::of_turns(one.steps.iter().filter(|step| !is_alike(step)).map(|step| &step.turn));
        for step in &other.steps {
            let target = &step.session.target;
            for request in damaged(&step.session) {
                tried += 1;
                let told = report(&request, target, Some(&ledger)).0;
                let mended = repaired(&request, target, Some(&ledger));
                leaking += usize::from([mended.as_bytes(), &told].iter().any(|text| traces.find(text).is_some()));
            }
        }
    }
    (tried, leaking)
}

/// A request without one of its thoughts, without all of them, and without the ids of items too.
fn damaged(session: &Session) -> Vec<String> {
    let turns = 0..session.talk.turns.len();
    let one = turns.filter_map(|turn| Hit { damage: Damage::ThoughtDropped, turn, thought: 0, cut: 40 }.apply(session));
    let all = Hit { damage: Damage::AllDropped, turn: 0, thought: 0, cut: 40 }.apply(session);
    let bare = all.as_ref().filter(|_| session.endpoint.wire == "openai-responses").map(|request| without_item_ids(request));
    one.chain(all.clone()).chain(bare).collect()
}

fn is_kept_apart(endpoint: &str, ids: Ids, difference: Difference) {
    let (tried, leaking) = leaks(endpoint, ids, difference);
    assert!(tried > 10, "only {tried} requests");
    assert_eq!(leaking, 0, "of {tried} requests on {endpoint} got what another user's answer thought; they differ in {difference:?}");
}

#[test]
fn a_kimi_user_with_another_key_or_system_prompt_is_another_user() {
    is_kept_apart("kimi", Ids::Functions, Difference::Key);
    is_kept_apart("kimi", Ids::Functions, Difference::System);
    is_kept_apart("kimi", Ids::Functions, Difference::Account);
}

#[test]
fn tools_and_callers_tell_users_apart() {
    is_kept_apart("deepseek", Ids::Counting, Difference::Tools);
    is_kept_apart("deepseek", Ids::Counting, Difference::Caller);
    is_kept_apart("claude", Ids::Counting, Difference::Caller);
    is_kept_apart("claude", Ids::Counting, Difference::Tools);
}

#[test]
fn a_model_tells_users_apart() {
    is_kept_apart("kimi", Ids::Functions, Difference::Model);
    is_kept_apart("claude", Ids::Counting, Difference::Model);
}

#[test]
fn gemini_results_that_differ_in_status_or_id_are_of_two_users() {
    is_kept_apart("gemini", Ids::Absent, Difference::Status);
    is_kept_apart("gemini", Ids::Absent, Difference::Id);
}

#[test]
fn pictures_tell_users_apart() {
    is_kept_apart("responses", Ids::Counting, Difference::Picture);
    is_kept_apart("gemini", Ids::Absent, Difference::Picture);
    is_kept_apart("claude", Ids::Counting, Difference::Picture);
}

#[test]
fn a_dropped_thought_is_found_however_many_say_the_same() {
    for (count, difference) in [1, 2, 7, 8, 20].into_iter().flat_map(|count| [(count, Difference::System), (count, Difference::Key)]) {
        let mut ledger = Ledger::default();
        let users: Vec<User> = (0..count).map(|nth| user("gemini", Ids::Absent, 3, char::from(b'A' + nth), difference)).collect();
        for step in users.iter().flat_map(|user| &user.steps) {
            ledger.record(&step.session.target, step.session.next().as_bytes(), &step.answer.body).unwrap();
        }
        for session in users.iter().flat_map(|user| &user.steps).map(|step| &step.session) {
            for request in damaged(session) {
                let found = findings(&request, &session.target, &ledger);
                assert!(found.contains(&"dropped-thought"), "{found:?} among {count} users apart by {difference:?}: {request}");
            }
        }
    }
}
