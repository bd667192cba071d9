//! Collisions that an attack on the package showed.

use rethought::ledger::Ledger;

use super::damage::{Damage, Hit};
use super::endpoint::{Endpoint, Seal};
use super::evidence::{Traces, findings, followed, repaired, report};
use super::random::{ALPHANUMERIC, LOWER, Random};
use super::session::Session;
use super::talk::{Call, Talk, Thought, Turn};
use crate::handles::claude_head;

/// A thought that no other person has any twelve characters of, behind the beginning that handles of one key share.
fn thought(person: usize, seal: Seal) -> Thought {
    let mut own = Random::new(7).fork("thought", person);
    let secret = format!("secret-{person}-0-{}", own.letters(16, LOWER));
    // A Fernet token has whole blocks.
    let letters = if seal == Seal::OpenAi { 128 } else { 88 };
    let own_part = if seal == Seal::Nothing { String::new() } else { own.letters(letters, ALPHANUMERIC) };
    let head = match seal {
        Seal::Claude => claude_head(letters / 4 * 3, 7),
        Seal::OpenAi => "gAAAAABpQ2xh".to_owned(),
        Seal::Nothing => String::new(),
        Seal::Google | Seal::Xai | Seal::Mistral => "CiQBcsjafJ1e".to_owned(),
    };
    Thought {
        id: format!("rs_{}", own.letters(32, LOWER)),
        text: format!("I know that {secret} is so."),
        handle: head + &own_part,
        own_part,
        redacted: false,
    }
}

fn call(id: &str, name: &str) -> Call {
    Call { id: id.to_owned(), item: format!("fc_{id}"), name: name.to_owned(), place: "Oslo".to_owned() }
}

/// An answer that only calls, and the result of the call.
fn calling(thought: Thought, call: Call) -> Turn {
    Turn { response: "msg_1".to_owned(), thoughts: vec![thought], text: None, calls: vec![call], next: "rain".to_owned() }
}

/// An answer that only speaks, and what the user says then.
fn speaking(thought: Thought) -> Turn {
    let text = Some("It rains in Oslo.".to_owned());
    Turn { response: "msg_1".to_owned(), thoughts: vec![thought], text, calls: Vec::new(), next: "And tomorrow?".to_owned() }
}

fn talk(turns: Vec<Turn>) -> Talk {
    Talk { prompt: "How is the weather in Oslo?".to_owned(), turns }
}

fn held(endpoint: &str, talk: Talk) -> Session {
    Session::hold(Endpoint::named(endpoint), None, talk, |_| false)
}

fn recorded(sessions: &[Session]) -> Ledger {
    let mut ledger = Ledger::default();
    sessions.iter().for_each(|session| session.record_all(&mut ledger));
    ledger
}

/// The person's intact request goes out as it is, and nothing is missed in it.
fn is_left_alone(session: &Session, ledger: &Ledger) {
    assert_eq!(repaired(session.next(), &session.target, Some(ledger)), session.next());
    assert_eq!(report(session.next(), &session.target, Some(ledger)).1, Vec::<&str>::new());
    assert!(!findings(session.next(), &session.target, ledger).contains(&"dropped-thought"));
}

/// Nothing of the others is in what becomes of a request.
fn is_not_told_of(others: &[&Session], request: &str, session: &Session, ledger: &Ledger) {
    let texts = [
        repaired(request, &session.target, Some(ledger)).into_bytes(),
        report(request, &session.target, Some(ledger)).0,
        followed(request, &session.target, ledger),
    ];
    for (other, text) in others.iter().flat_map(|other| texts.iter().map(move |text| (other, text))) {
        assert_eq!(Traces::all(other).find(text), None, "{}", String::from_utf8_lossy(text));
    }
}

/// Two people whose calls differ in their thoughts and their keys alone, both on record.
fn two(endpoint: &str, call: &Call) -> ([Session; 2], Ledger) {
    let seal = Endpoint::named(endpoint).seal;
    let sessions = [0, 1].map(|person| {
        let mut session = held(endpoint, talk(vec![calling(thought(person, seal), call.clone())]));
        session.target.credential = Some(format!("key-{person}"));
        session
    });
    let ledger = recorded(&sessions);
    (sessions, ledger)
}

/// A damage to the only thought.
fn hit(damage: Damage) -> Hit {
    Hit { damage, turn: 0, thought: 0, cut: 60 }
}

/// Both intact requests are left alone, whoever is on record, and a dropped thought is not refilled with the other's.
fn are_kept_apart(endpoint: &str, call: &Call) {
    let ([one, other], ledger) = two(endpoint, call);
    for (own, stranger) in [(&one, &other), (&other, &one)] {
        is_left_alone(own, &ledger);
        is_left_alone(own, &stranger.alone());
        for damage in [Damage::ThoughtDropped, Damage::HandleDropped, Damage::TextEdited, Damage::HandleEdited] {
            if let Some(request) = hit(damage).apply(own) {
                is_not_told_of(&[stranger], &request, own, &ledger);
            }
        }
    }
}

#[test]
fn two_deepseek_users_with_call_0_keep_their_own_reasoning() {
    are_kept_apart("deepseek", &call("call_0", "get_weather"));
}

#[test]
fn two_openrouter_users_with_tool_0_get_weather_keep_their_own_seal() {
    are_kept_apart("openrouter-gemini", &call("tool_0_get_weather", "get_weather"));
}

#[test]
fn a_dropped_thought_of_kimi_is_not_refilled_with_a_strangers() {
    are_kept_apart("kimi", &call("functions.get_weather:0", "get_weather"));
}

#[test]
fn two_gemini_users_whose_calls_have_no_ids_keep_their_own_signature() {
    are_kept_apart("gemini", &call("", "get_weather"));
}

#[test]
fn claude_siblings_with_cut_signatures_or_renamed_ids_never_get_each_others_signature() {
    let own_ids = ["toolu_01AAAAAAAAAAAAAAAAAAAAAA", "toolu_01BBBBBBBBBBBBBBBBBBBBBB"];
    let turns: [fn(usize, [&str; 2]) -> Turn; 3] = [
        |person, ids| calling(thought(person, Seal::Claude), call(ids[person], "get_weather")),
        |person, ids| calling(thought(person, Seal::Claude), call(ids[0], "get_weather")),
        |person, _| speaking(thought(person, Seal::Claude)),
    ];
    for turn in turns {
        let sessions = [0, 1].map(|person| held("claude", talk(vec![turn(person, own_ids)])));
        let (ledger, [one, other]) = (recorded(&sessions), &sessions);
        for (own, stranger) in [(one, other), (other, one)] {
            for damage in [Damage::HandleCut, Damage::IdsRewritten, Damage::HandleEdited, Damage::HandleDropped] {
                let Some(request) = hit(damage).apply(own) else { continue };
                is_not_told_of(&[stranger], &request, own, &ledger);
                let mended = repaired(&request, &own.target, Some(&ledger));
                assert!(mended == request || mended.contains(&own.talk.turns[0].thoughts[0].handle), "{damage:?}: {mended}");
            }
        }
    }
}

#[test]
fn a_request_that_goes_on_from_one_of_four_answers_to_one_prompt_keeps_its_thought() {
    for endpoint in ["claude", "converse", "responses", "gemini", "openrouter-claude", "deepseek", "mistral"] {
        let seal = Endpoint::named(endpoint).seal;
        let turns: [&dyn Fn(usize) -> Turn; 3] = [
            &|nth| calling(thought(nth, seal), call(&format!("call0000{nth}"), "get_weather")),
            &|nth| calling(thought(nth, seal), call("call00000", "get_weather")),
            &|nth| speaking(thought(nth, seal)),
        ];
        for turn in turns {
            let sessions: Vec<Session> = (0..4).map(|nth| held(endpoint, talk(vec![turn(nth)]))).collect();
            let ledger = recorded(&sessions);
            for (nth, session) in sessions.iter().enumerate() {
                is_left_alone(session, &ledger);
                let others = sessions.iter().enumerate().filter(|(other, _)| *other != nth).map(|(_, other)| other);
                is_not_told_of(&others.collect::<Vec<_>>(), session.next(), session, &ledger);
            }
        }
    }
}

#[test]
fn a_switch_from_anthropic_to_openai_to_gemini_in_one_ledger_carries_no_thought_across() {
    let seals = [Seal::Claude, Seal::OpenAi, Seal::Google].into_iter().enumerate();
    let turns: Vec<Turn> = seals.map(|(nth, seal)| calling(thought(nth, seal), call(&format!("call0000{nth}"), "get_weather"))).collect();
    // The client leaves out what the vendor that it asks now has not thought.
    let at = |endpoint: &str, own: usize, count: usize| {
        let mut turns = turns[..count].to_vec();
        turns.iter_mut().enumerate().filter(|(nth, _)| *nth != own).for_each(|(_, turn)| turn.thoughts.clear());
        held(endpoint, talk(turns))
    };
    let mut ledger = Ledger::default();
    let mut visited: Vec<Session> = Vec::new();
    for (endpoint, nth) in [("claude", 0), ("responses", 1), ("gemini", 2), ("claude", 0)] {
        let session = at(endpoint, nth, visited.len().max(nth) + usize::from(visited.len() < 3));
        // Before its own answer the history holds nothing of this vendor; after it, its own thought.
        for request in session.requests.iter().skip(nth) {
            let others: Vec<&Session> = visited.iter().filter(|other| other.endpoint.name != endpoint).collect();
            let (with, without) = (repaired(request, &session.target, Some(&ledger)), repaired(request, &session.target, None));
            assert_eq!(with, without, "at {endpoint}");
            is_not_told_of(&others, request, &session, &ledger);
            assert!(!findings(request, &session.target, &ledger).contains(&"dropped-thought"), "at {endpoint}");
        }
        if visited.len() < 3 {
            session.record(nth, &mut ledger);
        }
        visited.push(session);
    }
}

#[test]
fn the_same_answer_to_another_prompt_is_an_answer_of_its_own() {
    let same = || vec![calling(thought(0, Seal::Google), call("call_0", "get_weather"))];
    let one = held("gemini", talk(same()));
    let other = held("gemini", Talk { prompt: "And in Bergen?".to_owned(), turns: same() });
    assert_eq!(recorded(&[one, other]).len(), 2);
}
