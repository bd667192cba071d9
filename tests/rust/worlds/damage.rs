//! What a client does to a request before it sends it.

use serde_json::Value;

use crate::isolation::damage::{Damage, Hit};
use crate::isolation::random::Random;
use crate::isolation::session::Session;

pub struct Damaged {
    pub request: String,
    pub what: String,
    /// The first damage. More follow if `several` is true.
    pub hit: Hit,
    pub several: bool,
    pub renamed: bool,
}

impl Damaged {
    /// Draws damages until one finds something to damage. Gives up after a few.
    pub fn draw(session: &Session, random: &mut Random) -> Option<Self> {
        (0..4).find_map(|_| Self::try_draw(session, random))
    }

    fn try_draw(session: &Session, random: &mut Random) -> Option<Self> {
        let hit = match Hit::draw(random, session) {
            // What happens most has to be seen most.
            hit if random.chance(30) => Hit { damage: Damage::AllDropped, ..hit },
            hit if random.chance(30) => Hit { damage: Damage::ThoughtDropped, ..hit },
            hit => hit,
        };
        let mut damaged = Self {
            request: hit.apply(session)?,
            what: format!("{hit:?}"),
            hit,
            several: false,
            renamed: hit.damage == Damage::IdsRewritten,
        };
        if random.chance(25) {
            damaged.again(session, Hit { damage: Damage::IdsRewritten, ..hit });
        } else if random.chance(20) {
            damaged.again(session, Hit::draw(random, session));
        }
        if random.chance(40) && session.endpoint.wire == "openai-responses" {
            damaged.request = without_item_ids(&damaged.request);
            damaged.what.push_str(", item ids dropped");
        }
        Some(damaged)
    }

    fn again(&mut self, session: &Session, hit: Hit) {
        let mut now = session.clone();
        *now.requests.last_mut().unwrap() = self.request.clone();
        if let Some(request) = hit.apply(&now) {
            self.request = request;
            self.what = format!("{}, {hit:?}", self.what);
            // Renamed ids take evidence away. They do not change what was dropped.
            self.several |= hit.damage != Damage::IdsRewritten;
            self.renamed |= hit.damage == Damage::IdsRewritten;
        }
    }

    /// The turns of the session whose thoughts the damage took away.
    pub fn dropped(&self, session: &Session) -> Vec<usize> {
        match self.hit.damage {
            _ if self.several => Vec::new(),
            Damage::ThoughtDropped | Damage::HandleDropped => vec![self.hit.turn],
            Damage::AllDropped => (0..session.talk.turns.len()).collect(),
            _ => Vec::new(),
        }
    }
}

/// Items of Responses as clients keep them that save roles and texts alone.
pub fn without_item_ids(request: &str) -> String {
    let mut request: Value = serde_json::from_str(request).unwrap();
    for item in request["input"].as_array_mut().into_iter().flatten().filter(|item| item["type"] != "reasoning") {
        item.as_object_mut().unwrap().remove("id");
    }
    request.to_string()
}
