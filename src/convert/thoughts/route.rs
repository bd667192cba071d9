//! Chooses the thoughts for the next request, as ADK's adapters do: by agent, by tag, by window and by target.

use super::pieces::{EXCLUDED, excludes_vendor, send_thoughts};
use super::place::in_round;
use super::{KeptThought, Receiver, Recipient};
use crate::convert::{ForeignThoughts, Policy};
use crate::error::Error;
use crate::formats::adk::{PLAIN, vendor_of_tag};
use crate::model::Fate;

/// The terms of a choice.
pub struct RouteTerms<'r> {
    /// The tags that the adapter accepts; `None` for all.
    pub accepts: Option<&'r [String]>,
    /// The agent that asks.
    pub agent: &'r str,
    /// The agents whose thoughts are sent.
    pub mode: RouteMode,
    /// The number of answers whose thoughts are sent.
    pub window: RouteWindow<'r>,
    /// The policy for thoughts that the target does not read.
    pub policy: &'r Policy,
    /// The target. `None` if only the tags decide.
    pub receiver: Option<Receiver<'r>>,
}

/// The agents whose thoughts are sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RouteMode {
    /// All of the agent's own.
    AllSelf,
    /// The latest of the agent's own.
    LatestSelf,
    /// Those of all agents.
    All,
}

/// The answers whose thoughts are sent.
pub enum RouteWindow<'r> {
    /// All.
    All,
    /// Those of the last answer.
    Turn,
    /// Those after the last input of the user in a request.
    Round(Recipient<'r>),
    /// The last so many.
    Last(usize),
}

const BEFORE: &str = "it is older than the thoughts that the policy sends";

/// Decides the fate of each thought, with the reason. The thoughts are in the order of their times.
///
/// # Errors
/// A target that cannot be converted to; tables that cannot be read.
pub fn route_thoughts(thoughts: &[KeptThought<'_>], terms: &RouteTerms<'_>) -> Result<Vec<(Fate, &'static str)>, Error> {
    let mut fates: Vec<Option<(Fate, &'static str)>> = thoughts.iter().map(|thought| left_out(thought, terms)).collect();
    let open: Vec<usize> = numbers_without_fate(&fates);
    let candidates: Vec<&KeptThought<'_>> = open.iter().filter_map(|nth| thoughts.get(*nth)).collect();
    for (nth, is_inside) in open.into_iter().zip(inside_window(&candidates, &terms.window)?) {
        if let Some(fate) = fates.get_mut(nth).filter(|_| !is_inside) {
            *fate = Some((Fate::Elided, BEFORE));
        }
    }
    let open = numbers_without_fate(&fates);
    let judged: Vec<_> = match &terms.receiver {
        None => open.iter().filter_map(|nth| thoughts.get(*nth)).map(by_tag).collect(),
        Some(receiver) => {
            let candidates: Vec<KeptThought<'_>> = open.iter().filter_map(|nth| thoughts.get(*nth)).cloned().collect();
            send_thoughts(&candidates, receiver)?.into_iter().map(|sent| (sent.fate, sent.reason)).collect()
        }
    };
    let going = |(fate, _): &(Fate, &str)| *fate != Fate::Elided;
    let last = judged.iter().rposition(going);
    for (place, (nth, judged)) in open.into_iter().zip(judged).enumerate() {
        let is_older = terms.mode == RouteMode::LatestSelf && Some(place) != last && going(&judged);
        let fate = if is_older { (Fate::Elided, "only the latest thought is sent") } else { judged };
        fates.get_mut(nth).into_iter().for_each(|place| *place = Some(fate));
    }
    Ok(fates.into_iter().map(|fate| fate.unwrap_or((Fate::Elided, BEFORE))).collect())
}

fn numbers_without_fate(fates: &[Option<(Fate, &'static str)>]) -> Vec<usize> {
    fates.iter().enumerate().filter(|(_, fate)| fate.is_none()).map(|(nth, _)| nth).collect()
}

/// The fate of a thought whose tag the adapter accepts. A tag of a vendor does not make another vendor's handle its own.
fn by_tag(thought: &KeptThought<'_>) -> (Fate, &'static str) {
    match thought.tag.as_deref().and_then(vendor_of_tag) {
        Some(vendor) if excludes_vendor(thought, vendor) => (Fate::Elided, EXCLUDED),
        _ => (Fate::Verbatim, "the adapter accepts its tag"),
    }
}

/// The fate of a thought whose tag the adapter does not accept.
fn left_out(thought: &KeptThought<'_>, terms: &RouteTerms<'_>) -> Option<(Fate, &'static str)> {
    if terms.mode != RouteMode::All && thought.agent != terms.agent {
        return Some((Fate::Elided, "another agent produced it"));
    }
    let is_accepted = terms.accepts.is_none_or(|accepts| thought.tag.as_ref().is_some_and(|tag| accepts.contains(tag)));
    let is_plain = !thought.is_opaque() && thought.tag.as_deref().is_none_or(|tag| tag == PLAIN);
    if is_accepted || is_plain {
        return None;
    }
    Some(match terms.policy.foreign {
        ForeignThoughts::Envelope if !thought.content.is_empty() => (Fate::Degraded, "the policy sends its text in an envelope"),
        ForeignThoughts::SideChannel => (Fate::Routed, "the policy sends it in the side channel"),
        _ => (Fate::Elided, "the adapter does not accept its tag"),
    })
}

/// Tells of each thought whether it lies inside the window.
fn inside_window(thoughts: &[&KeptThought<'_>], window: &RouteWindow<'_>) -> Result<Vec<bool>, Error> {
    Ok(match window {
        RouteWindow::All => vec![true; thoughts.len()],
        RouteWindow::Last(count) => (0..thoughts.len()).map(|nth| nth + count >= thoughts.len()).collect(),
        RouteWindow::Turn => {
            let last = thoughts.last().map(|thought| thought.turn());
            thoughts.iter().map(|thought| Some(thought.turn()) == last).collect()
        }
        RouteWindow::Round(recipient) => in_round(recipient, thoughts)?,
    })
}
