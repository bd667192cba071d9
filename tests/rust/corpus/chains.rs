//! Recorded chains: a response, and a later request that sends its reasoning back. Both sides must have the same thoughts.
//!
//! Where a client changed something on the way, that is told by proof from what our reader missed: a string that came and
//! is not read must be in no string of the request, and a string that is read must have come, or be in no recorded response.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use rethought::json::{Document, Value, scan};
use rethought::model::{Attachment, Part, PartKind, Wire};
use rethought::wires::codec;

use super::exchange::{Exchange, FAMILIES, exchanges, families, is_skipped_without_corpus};
use super::fates::{FATES, REQUESTS};
use super::laws::{body, each_exchange, opaque};
use crate::data::skip;

/// A thought as it must be on both sides: where a thought hangs, what can be read of it, what only its issuer reads.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Thought {
    place: String,
    texts: Vec<String>,
    handles: Vec<String>,
}

impl Thought {
    fn strings(&self) -> impl Iterator<Item = &String> {
        self.texts.iter().chain(&self.handles)
    }

    fn has(&self, string: &str) -> bool {
        self.strings().any(|own| own == string)
    }

    fn holds(&self, string: &str) -> bool {
        self.strings().any(|own| own.contains(string))
    }
}

/// The thoughts of a message, or of items. A place of which there can be several is numbered.
fn thoughts(parts: &[Part<'_>], wire: &Wire) -> Vec<Thought> {
    let text = |value: Option<Value<'_>>| value.and_then(Value::text).map(|text| text.lossy().into_owned());
    let strings = |values: &[Value<'_>]| values.iter().filter_map(|value| text(Some(*value)).filter(|text| !text.is_empty())).collect();
    let called = |part: &&Part<'_>| part.kind == PartKind::Call;
    let number = |nth: usize, kind: PartKind| parts[..=nth].iter().filter(|part| part.kind == kind).count();
    let mut found = Vec::new();
    for (nth, part) in parts.iter().enumerate() {
        let Some(thinking) = &part.thinking else { continue };
        let place = match &thinking.attachment {
            Attachment::Call { .. } => format!("call {}", number(nth, PartKind::Call)),
            Attachment::Text => format!("text {}", number(nth, PartKind::Text)),
            // An item precedes its partner; what the user says next is none.
            Attachment::Item { .. } if *wire == Wire::OPENAI_RESPONSES => {
                let next = parts.get(nth + 1).filter(|next| next.kind != PartKind::Result);
                let next = next.filter(|next| text(next.value.get("role")).is_none_or(|role| role == "assistant"));
                format!("item before {:?}", next.map(|next| next.kind))
            }
            Attachment::Item { partner } => {
                format!("item for call {:?}", parts.iter().filter(called).position(|call| text(call.value.get("id")) == *partner))
            }
            place => format!("{place:?}"),
        };
        let (mut texts, mut handles): (Vec<String>, Vec<String>) = (strings(&thinking.texts), strings(&thinking.handles));
        // Between tags it is a stretch of a string, and empty-handed an item's id stands for what the provider has stored.
        if part.span != part.value.span() {
            let start = part.value.span().start;
            let stretch = [b"\"", &part.value.raw()[part.span.start - start..part.span.end - start], b"\""].concat();
            texts.extend(text(Some(scan(&stretch).unwrap().root())));
        } else if texts.is_empty() && handles.is_empty() {
            handles.extend(text(part.value.get("id")));
        }
        found.push(Thought { place, texts, handles });
    }
    found
}

/// The thoughts of a request. On the wire of items it is one list, on the others a message is one.
fn sent(document: &Document<'_>, wire: &Wire) -> Vec<Thought> {
    let history = codec(wire).unwrap().request(document.root());
    let messages: Vec<&[Part<'_>]> = history.entries().into_iter().map(|entry| entry.parts).collect();
    let messages = if *wire == Wire::OPENAI_RESPONSES { vec![history.parts.as_slice()] } else { messages };
    messages.iter().flat_map(|parts| thoughts(parts, wire)).collect()
}

/// Every string of a request, however it is escaped, those of texts that are themselves JSON included.
fn strings(document: &Document<'_>) -> Vec<String> {
    let mut found = Vec::new();
    for text in document.values().filter_map(Value::text) {
        let text = text.lossy().into_owned();
        if let Some(b'{' | b'[' | b'"') = text.trim_start().as_bytes().first()
            && let Ok(inner) = scan(text.as_bytes())
        {
            found.extend(strings(&inner));
        }
        found.push(text);
    }
    found
}

/// Whose response a string was recorded in.
#[derive(PartialEq)]
enum Issuer {
    Nobody,
    TheSame,
    Another,
}

/// How often each thing happened to a thought.
pub type Fates = BTreeMap<&'static str, usize>;

/// Holds the thoughts that came against those that were sent, and gives the fate of each: the same in its place and order,
/// or a reason of which the proof holds.
fn compare(came: &[Thought], sent: &[Thought], request: &[String], issuer: impl Fn(&str) -> Issuer) -> Result<Fates, String> {
    let mut fates = Fates::new();
    let mut count = |fate: &'static str| *fates.entry(fate).or_default() += 1;
    let mut open = Vec::new();
    let mut left: Vec<Option<&Thought>> = sent.iter().map(Some).collect();
    let mut last = None;
    for thought in came {
        let same = |place: &usize| left[*place] == Some(thought);
        let after = (0..sent.len()).find(|place| Some(*place) > last && same(place));
        let Some(place) = after.or_else(|| (0..sent.len()).find(same)) else {
            open.push(thought);
            continue;
        };
        count(if after.is_some() { "equal" } else { "in another order" });
        last = last.max(Some(place));
        left[place] = None;
    }
    let mut take = |is: &dyn Fn(&Thought) -> bool| left.iter_mut().find(|left| left.is_some_and(is)).and_then(Option::take).is_some();
    open.retain(|thought| {
        let moved = take(&|sent| sent.texts == thought.texts && sent.handles == thought.handles);
        moved.then(|| count("in another place"));
        !moved
    });
    let runs = |length: usize| (0..length).flat_map(move |from| (from + 2..=length).map(move |to| from..to));
    while let Some(run) = runs(open.len()).find(|run| {
        let texts: String = open[run.clone()].iter().flat_map(|thought| thought.texts.clone()).collect();
        let handles: Vec<_> = open[run.clone()].iter().flat_map(|thought| thought.handles.clone()).collect();
        take(&|sent| sent.texts.concat() == texts && sent.handles == handles)
    }) {
        open.drain(run).for_each(|_| count("joined"));
    }
    for thought in open {
        let is_sent = |string: &&String| request.iter().any(|text| text.contains(string.as_str()));
        let is_read = |string: &&String| sent.iter().any(|sent| sent.holds(string));
        if let Some(unread) = thought.strings().filter(is_sent).find(|string| !is_read(string)) {
            return Err(format!("in the request and not read: {unread:.60}"));
        }
        count(if take(&|sent| sent.strings().next().is_some() && sent.strings().all(|string| thought.has(string))) {
            "sent in part"
        } else if thought.strings().next().is_none() {
            "empty and not sent"
        } else if take(&|sent| thought.strings().all(|string| sent.holds(string))) {
            "inside a longer one"
        } else if !thought.strings().all(|string| is_sent(&string)) {
            "not sent"
        } else if thought.strings().all(|string| came.iter().filter(|came| came.has(string)).count() > 1) {
            "came twice, sent once"
        } else {
            return Err(format!("sent, and read as something else: {thought:?}"));
        });
    }
    for sent in left.into_iter().flatten() {
        let is_known = |string: &&String| came.iter().any(|came| came.has(string));
        count(if sent.strings().next().is_none() {
            "sent empty"
        } else if sent.strings().all(|string| is_known(&string)) {
            "sent twice"
        } else if sent.strings().all(|string| is_known(&string) || issuer(string) == Issuer::Nobody) {
            "of no recorded response"
        } else if sent.strings().all(|string| issuer(string) == Issuer::Another) {
            "of another family's response"
        } else {
            return Err(format!("read in the request and not in the responses it replays: {sent:?}"));
        });
    }
    Ok(fates)
}

/// The result of all the chains.
#[derive(Default)]
pub struct Outcome {
    /// The requests that a recorder found to send everything back as it came, each with what happened to how many thoughts.
    pub exact: Vec<(String, Fates)>,
    /// By class, how many requests, how many pairs of a response and a request that replays it, and how many requests all of
    /// whose thoughts are the same.
    classes: BTreeMap<String, [usize; 3]>,
    /// By what the client did, and by family, the number of thoughts.
    fates: BTreeMap<&'static str, BTreeMap<String, usize>>,
    wrong: Vec<String>,
}

pub fn outcome() -> &'static Outcome {
    static OUTCOME: OnceLock<Outcome> = OnceLock::new();
    OUTCOME.get_or_init(judge)
}

fn judge() -> Outcome {
    let mut outcome = Outcome::default();
    let mut emitted: BTreeMap<String, (i64, Vec<Thought>)> = BTreeMap::new();
    let mut issuers: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    let mut requests: Vec<(&str, &Wire, Exchange)> = Vec::new();
    for (family, wire) in FAMILIES {
        let codec = codec(wire).unwrap();
        for exchange in exchanges(family).into_iter().filter(|exchange| exchange.speaks(family, wire)) {
            if let Some(body) = body(&exchange, codec)
                && let Ok(document) = scan(&body)
            {
                let thoughts = thoughts(&codec.response(document.root()).parts, wire);
                for string in thoughts.iter().flat_map(Thought::strings) {
                    issuers.entry(one_alphabet(string)).or_default().insert(family);
                }
                emitted.insert(exchange.id.clone(), (exchange.meta["interaction_index"].as_i64().unwrap_or_default(), thoughts));
            }
            if exchange.meta["replay_class"] != "none" && exchange.request.is_some() {
                requests.push((family, wire, exchange));
            }
        }
    }
    for (family, wire, exchange) in requests {
        let class = exchange.meta["replay_class"].as_str().unwrap();
        let document = scan(exchange.request.as_deref().unwrap().as_bytes()).unwrap();
        let ids = exchange.meta["replays_response_of"].as_array().unwrap();
        // One that is not in this part of the recording cannot be compared.
        let mut sources: Vec<_> = ids.iter().filter_map(|id| emitted.get(id.as_str()?)).collect();
        sources.sort_by_key(|(index, _)| index);
        let mut came: Vec<Thought> = sources.iter().flat_map(|(_, thoughts)| thoughts.clone()).collect();
        let (mut sent, mut texts) = (sent(&document, wire), strings(&document));
        // Where the client wrote base64 anew, it is the bytes that must be the same.
        if class != "exact" {
            came.iter_mut().chain(&mut sent).flat_map(|thought| &mut thought.handles).for_each(|handle| *handle = one_alphabet(handle));
            texts.extend(texts.clone().iter().map(|text| one_alphabet(text)));
        }
        for (_, thoughts) in &sources {
            let is_read = |string: &String| sent.iter().any(|sent| sent.holds(string) || sent.holds(&one_alphabet(string)));
            if class != "mixed" && !thoughts.iter().flat_map(Thought::strings).any(is_read) {
                outcome.wrong.push(format!("{}: nothing is read of a response that it replays", exchange.id));
            }
        }
        let issuer = |string: &str| match issuers.get(&one_alphabet(string)) {
            None => Issuer::Nobody,
            Some(families) if families.contains(family) => Issuer::TheSame,
            Some(_) => Issuer::Another,
        };
        let [requests, links, whole] = outcome.classes.entry(class.to_owned()).or_default();
        *requests += 1;
        *links += sources.len();
        match compare(&came, &sent, &texts, issuer) {
            Ok(fates) => {
                *whole += usize::from(fates.keys().eq(&["equal"]));
                if class == "exact" {
                    outcome.exact.push((exchange.id.clone(), fates.clone()));
                }
                for (fate, count) in fates {
                    *outcome.fates.entry(fate).or_default().entry(family.to_owned()).or_default() += count;
                }
            }
            Err(error) => outcome.wrong.push(format!("{}: {error}", exchange.id)),
        }
    }
    for family in families().into_iter().filter(|family| FAMILIES.iter().all(|(known, _)| known != family)) {
        let chains = exchanges(&family).iter().filter(|exchange| exchange.meta["replay_class"] != "none").count();
        outcome.fates.entry("of a wire without a codec").or_default().insert(family, chains);
    }
    outcome
}

/// A handle in the standard alphabet without padding. What is no base64 is changed on both sides alike.
fn one_alphabet(handle: &str) -> String {
    handle.replace('-', "+").replace('_', "/").trim_end_matches('=').to_owned()
}

#[test]
fn every_recorded_chain_has_the_same_thoughts_on_both_sides_or_a_proven_reason() {
    if is_skipped_without_corpus() {
        return;
    }
    let Outcome { classes, fates, wrong, .. } = outcome();
    println!("requests, links, whole: {classes:#?}; thoughts: {fates:#?}");
    assert!(wrong.is_empty(), "{}: {wrong:#?}", wrong.len());
    assert!(classes["exact"][2] > 0);
}

#[test]
fn what_clients_did_on_the_way_is_listed() {
    if is_skipped_without_corpus() {
        return;
    }
    let listed = |(fate, families): &(&'static str, &[(&str, usize)])| {
        (*fate, families.iter().map(|(family, count)| ((*family).to_owned(), *count)).collect())
    };
    let listed: BTreeMap<&str, BTreeMap<String, usize>> = FATES.iter().map(listed).collect();
    let requests: usize = outcome().classes.values().map(|[requests, ..]| requests).sum();
    if requests == REQUESTS {
        assert!(outcome().fates == listed, "{:#?}", outcome().fates);
    } else {
        skip(&format!("these are {requests} requests and not the {REQUESTS} that were counted"));
    }
}

/// A thought that no reader sees is missed on both sides alike. So it is looked for without any: by the recorder's word,
/// and by the names of keys.
#[test]
fn what_the_recorder_took_for_reasoning_is_read_and_whatever_is_sealed_is_a_handle() {
    if is_skipped_without_corpus() {
        return;
    }
    let (mut bodies, mut strings) = (0, 0);
    each_exchange(|_, _, exchange, codec| {
        let mut judge = |text: &[u8], parts: &[Part<'_>], has_reasoning: &str| {
            let thinking: Vec<_> = parts.iter().filter_map(|part| part.thinking.as_ref()).collect();
            let handles: BTreeSet<&[u8]> = thinking.iter().flat_map(|thinking| &thinking.handles).map(|handle| handle.raw()).collect();
            assert!(exchange.meta[has_reasoning] != true || !thinking.is_empty(), "{}: no thought, but {has_reasoning}", exchange.id);
            bodies += usize::from(!thinking.is_empty());
            for sealed in opaque(text) {
                assert!(handles.contains(sealed.as_bytes()), "{}: not a handle: {sealed:.60}", exchange.id);
                strings += 1;
            }
        };
        if let Some(request) = &exchange.request
            && let Ok(document) = scan(request.as_bytes())
        {
            let parts = codec.request(document.root()).parts;
            judge(request.as_bytes(), &parts, "replays_reasoning_in_request");
        }
        if let Some(body) = body(exchange, codec)
            && let Ok(document) = scan(&body)
        {
            judge(&body, &codec.response(document.root()).parts, "has_reasoning_in_response");
        }
    });
    println!("{bodies} bodies with thoughts, {strings} sealed strings");
}
