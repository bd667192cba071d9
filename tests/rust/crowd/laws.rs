//! The laws of a ledger that many share, and what breaks them.

use std::collections::BTreeMap;

use serde_json::Value;

use super::world::{Judged, World};
use crate::simulated::prediction::is_at;
use crate::simulated::rows::{place_of, request_of};

/// How often each law was held and broken.
#[derive(Default)]
pub struct Laws {
    counts: BTreeMap<&'static str, (usize, BTreeMap<String, Vec<String>>)>,
}

impl Laws {
    /// Holds a request and what was made of it against every law.
    pub fn hold(&mut self, line: &Value, world: &World, judged: &Judged) {
        let request = request_of(line).as_bytes();
        let place = place_of(line);
        if line["damage"].is_null() {
            let wrong = (judged.repaired != request).then(|| format!("{}\n        {}", line["kind"], change(request, &judged.repaired)));
            self.count("a whole request is left alone by a safe repair", &place, wrong);
        }
        self.count("a second repair changes nothing", &place, (judged.again != judged.repaired).then(|| line["kind"].to_string()));
        let texts = [("the repaired request", &judged.repaired), ("the report", &judged.report), ("the view of follow", &judged.followed)];
        for (name, text) in texts {
            let mut leaks: Vec<_> = world
                .leaks(line, request, text)
                .into_iter()
                // Answers of one conversation to equal input are one to the ledger: the latest is restored (DESIGN 5a).
                .filter(|secret| line["conversation"] != secret.conversation || line["leg"] != secret.leg.as_str())
                .map(|secret| {
                    let whose = if line["user"] != secret.user.as_str() {
                        "another user"
                    } else if line["conversation"] != secret.conversation {
                        "another conversation of the same user"
                    } else {
                        "another vendor of the same conversation"
                    };
                    format!("{name} has what {whose} thought")
                })
                .collect();
            leaks.sort();
            leaks.dedup();
            self.count("nothing of another conversation shows", &place, leaks.into_iter().next());
        }
        if line["misrouted"] == true && line["refusal"].is_null() {
            let at = line["where"].as_str().unwrap();
            let is_told = judged.prediction.seen.iter().any(|seen| is_at(&seen.pointer, at) || is_at(at, &seen.pointer));
            self.count("the handle of another conversation is told", &place, (!is_told).then(|| line["kind"].to_string()));
        }
    }

    fn count(&mut self, law: &'static str, place: &str, wrong: Option<String>) {
        let (held, broken) = self.counts.entry(law).or_default();
        match wrong {
            None => *held += 1,
            Some(how) => {
                let (kind, more) = how.split_once('\n').unwrap_or((&how, ""));
                let more = if more.is_empty() { String::new() } else { format!("\n{more}") };
                broken.entry(kind.to_owned()).or_default().push(format!("{place}{more}"));
            }
        }
    }

    /// Prints every law with the first that break it. Returns how often one is broken.
    pub fn print(&self) -> usize {
        let mut sum = 0;
        for (law, (held, broken)) in &self.counts {
            let count: usize = broken.values().map(Vec::len).sum();
            println!("LAW {law}: {held} times held, {count} times broken");
            for (kind, places) in broken {
                println!("    {kind}: {}", places.len());
                places.iter().take(3).for_each(|place| println!("        {place}"));
            }
            sum += count;
        }
        sum
    }
}

/// Where two texts differ, with a little around it.
fn change(from: &[u8], to: &[u8]) -> String {
    let start = from.iter().zip(to).take_while(|(one, other)| one == other).count();
    let shown = |text: &[u8]| {
        let piece: Vec<u8> = text.iter().skip(start.saturating_sub(40)).take(160).copied().collect();
        String::from_utf8_lossy(&piece).into_owned()
    };
    format!("was {}\n        is  {}", shown(from), shown(to))
}
