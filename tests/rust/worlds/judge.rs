//! Holds one request against the laws.

use rethought::api::write_fates;
use rethought::audit::follow;
use rethought::json::scan;
use rethought::ledger::Ledger;

use super::damage::Damaged;
use super::shown::Asked;
use super::tally::{Leak, Place, Tally};
use crate::isolation::evidence::{repaired, report, thoughts};
use crate::isolation::pairs::wires_with_a_fix;

/// Judges a request at an instance. Returns what a safe repair makes of it.
pub fn judge(asked: &Asked<'_>, ledger: &Ledger, damaged: Option<&Damaged>, tally: &mut Tally) -> String {
    let (request, target) = (asked.request, &asked.step().session.target);
    tally.requests += 1;
    tally.partial += usize::from(asked.is_partial());
    let mended = repaired(request, target, Some(ledger));
    let leaks = marks(asked, ledger, &mended, damaged);
    tally.leaking += usize::from(!leaks.is_empty());
    tally.leaks.extend(leaks);
    match damaged {
        None if mended != request => tally.changed.push(format!("{}\n      sent {request}\n      got  {mended}", describe(asked, None))),
        None => {}
        Some(damaged) => restored(asked, damaged, &mended, tally),
    }
    mended
}

fn describe(asked: &Asked<'_>, damaged: Option<&Damaged>) -> String {
    let what = damaged.map_or("whole", |damaged| &damaged.what);
    let persona = &asked.user().persona;
    let known: Vec<_> = (0..asked.nth).filter(|turn| asked.known.contains(&(asked.number, *turn))).collect();
    format!(
        "{}, {} at step {}, {what}; own turns on record {known:?}, {} of others; difference {:?} at {}",
        asked.world.describe(),
        persona.name(),
        asked.nth,
        asked.known.iter().filter(|(user, _)| *user != asked.number).count(),
        persona.difference,
        persona.at,
    )
}

/// The places in which a mark of another user appears.
fn marks(asked: &Asked<'_>, ledger: &Ledger, mended: &str, damaged: Option<&Damaged>) -> Vec<Leak> {
    let (request, target) = (asked.request, &asked.step().session.target);
    let followed = follow(&scan(request.as_bytes()).unwrap(), target, ledger).unwrap();
    let parts = followed.iter().filter_map(|one| ledger.part(one.response, one.part)).collect::<Vec<_>>().join(&b' ');
    let places = [
        (Place::Request, mended.as_bytes().to_vec()),
        (Place::Report, report(request, target, Some(ledger)).0),
        (Place::View, write_fates(&followed)),
        (Place::Part, parts),
    ];
    let traces = asked.world.forbidden(asked.number, asked.nth);
    let found = places.iter().filter_map(|(place, text)| Some((*place, traces.find(text)?, text)));
    found
        .map(|(place, stretch, text)| Leak {
            place,
            apart: asked.world.apart.clone(),
            seed: asked.world.seed,
            detail: format!(
                "{stretch} in the {place:?}, {}\n      sent {request}\n      got  {}",
                describe(asked, damaged),
                String::from_utf8_lossy(text)
            ),
        })
        .collect()
}

/// Counts the thoughts that were dropped, that are shown to be the user's, and that came back.
fn restored(asked: &Asked<'_>, damaged: &Damaged, mended: &str, tally: &mut Tally) {
    let step = asked.step();
    let (session, target) = (&step.session, &step.session.target);
    let wire = session.endpoint.wire;
    if !wires_with_a_fix().any(|fixed| fixed == wire) {
        return;
    }
    // A host that does not read a thought back needs no fix: a ledger that knows this user, and all of it, tells which are restored at all.
    let alone = repaired(asked.request, target, Some(&asked.user().alone()));
    let [own, sent, now, best] = [session.next(), asked.request, mended, &alone].map(|text| thoughts(text, target));
    // A request that is refused for one thought may stay as it is, so every dropped thought has to be shown.
    let thinks = |turn: &usize| !session.talk.turns[*turn].thoughts.is_empty();
    let dropped: Vec<_> = damaged.dropped(session).into_iter().filter(thinks).map(|turn| (turn, asked.shown(turn))).collect();
    if dropped.iter().any(|(_, shown)| shown.is_none()) {
        return;
    }
    for (turn, shown) in dropped.into_iter().filter_map(|(turn, shown)| Some((turn, shown?))) {
        let is_of = |bytes: &[u8]| {
            let text = String::from_utf8_lossy(bytes);
            let mut thoughts = session.talk.turns[turn].thoughts.iter();
            thoughts.any(|thought| [&thought.text, &thought.handle].iter().any(|own| !own.is_empty() && text.contains(*own)))
        };
        let lost: Vec<_> =
            own.keys().filter(|thought| is_of(thought) && !sent.contains_key(*thought) && best.contains_key(*thought)).collect();
        let back = lost.iter().filter(|thought| now.contains_key(**thought)).count();
        let sum = tally.restored.entry((shown, wire)).or_default();
        (sum.due, sum.back) = (sum.due + lost.len(), sum.back + back);
        if back < lost.len() {
            tally.missed.push(format!(
                "shown by {shown:?}, {}\n      sent {}\n      got  {mended}",
                describe(asked, Some(damaged)),
                asked.request
            ));
        }
    }
}
