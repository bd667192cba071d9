//! Origins: the entries of a request before a conversion wrote them for another wire.
//!
//! A conversion drops content that the target does not read, and changes content that it writes differently. To restore a conversation byte for byte, the
//! ledger keeps the original entries. Their key is a hash of all that was said up to their end, in the target's format. They were seen and not issued: no rule
//! treats one as an answer.

use sha2::{Digest as _, Sha256};

use super::answer::{Answer, Origin};
use super::index::Key;
use super::{Form, Ledger, StoredLine, line};
use crate::json::Digest;
use crate::model::{Provenance, Wire};

/// All that a conversation has said up to a place, to find its origin by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spoken {
    /// The hash, with numbers rounded to doubles.
    pub key: Digest,
    /// The hash of the digits of numbers that a double cannot represent, if there are any.
    pub digits: Option<Digest>,
    /// True if a client with doubles may have written all these digits. The original digits may then differ.
    pub is_printed: bool,
}

/// The origin under a key, if it is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FoundOrigin {
    /// None is on record.
    None,
    /// The entries.
    One(Origin),
    /// Several different conversations have the same text up to here.
    Several,
}

impl Ledger {
    /// Keeps the original entries of a conversion. `last` is the handle of the last thought in the conversation up to them, so that they are removed with it. A
    /// ledger of digests holds no text, and so no origin. Returns `true` if the origin is new.
    pub fn keep_origin(&mut self, wire: &Wire, issuer: &Provenance, origin: Origin, last: Option<Digest>) -> bool {
        let answer = self.seen(wire, issuer, origin, last);
        let id = answer.id();
        // A conversation is seen again from its beginning with each request.
        if self.form != Form::Full || self.is_known(&answer, id) {
            return false;
        }
        self.add(&answer, id, &line::sealed(&answer));
        true
    }

    /// Returns the line of such entries, for a store. The ledger does not keep it: the caller saves and loads it.
    #[must_use]
    pub fn stored_origin(&self, wire: &Wire, issuer: &Provenance, origin: Origin, last: Option<Digest>) -> Option<StoredLine> {
        let answer = self.seen(wire, issuer, origin, last);
        let text = line::sealed(&answer);
        (self.form == Form::Full).then(|| StoredLine::of(&answer, &text))
    }

    /// Returns entries in the form of an answer without other content.
    fn seen(&self, wire: &Wire, issuer: &Provenance, origin: Origin, last: Option<Digest>) -> Answer {
        let mut answer = Answer::empty(wire.clone());
        answer.provenance = Provenance { time: self.time, complete: true, ..issuer.clone() };
        answer.parent.handle = last;
        answer.after = last;
        let mut hash = Sha256::new();
        // Two issuers may have the same entries, and each must find its entries.
        let whose = [Some(wire.as_str()), issuer.vendor.as_deref(), issuer.surface.as_deref(), issuer.account.as_deref()];
        whose.iter().for_each(|name| hash.update([name.unwrap_or_default().as_bytes(), b"\0"].concat()));
        hash.update(origin.key.0);
        hash.update(origin.runs.to_le_bytes());
        hash.update(&origin.entries);
        origin.digits.iter().for_each(|digits| hash.update(digits.0));
        answer.body = Digest(hash.finalize().into());
        answer.origin = Some(origin);
        answer
    }

    /// Lists the entries of a conversation on every wire, each with its issuer. The list is empty if several conversations share the key.
    #[must_use]
    pub fn origins(&self, spoken: &Spoken) -> Vec<(Wire, Provenance, Origin)> {
        let found = self.find(Key::Origin(&spoken.key));
        let answers = found.few().into_iter().filter_map(|nth| self.answer(nth));
        let known = answers.filter_map(|answer| Some((answer.wire, answer.provenance, answer.origin?)));
        let mut all: Vec<_> = known.filter(|(.., origin)| origin.key == spoken.key).collect();
        // Entries with the same digits belong to this conversation. If there are none, a client may have rounded the digits. Then all candidates must have the
        // same ones.
        let is_exact = all.iter().any(|(.., origin)| origin.digits == spoken.digits);
        let before = all.first().and_then(|(.., first)| first.digits);
        let is_clear = spoken.is_printed && all.iter().all(|(.., origin)| origin.digits == before);
        all.retain(|(.., origin)| if is_exact { origin.digits == spoken.digits } else { is_clear });
        all
    }

    /// Returns the digits of a conversation before a client rounded them, if they are on record.
    #[must_use]
    pub fn known_digits(&self, spoken: &Spoken) -> Option<Digest> {
        self.origins(spoken).first()?.2.digits
    }

    /// Finds the entries of a conversation on one wire and of one issuer.
    #[must_use]
    pub fn find_origin(&self, spoken: &Spoken, wire: &Wire, issuer: &Provenance) -> FoundOrigin {
        let is_same = |one: &Option<String>, other: &Option<String>| one.is_none() || other.is_none() || one == other;
        let mut one: Option<Origin> = None;
        for (_, whose, origin) in self.origins(spoken).into_iter().filter(|(own, ..)| own == wire) {
            let is_kin = is_same(&whose.vendor, &issuer.vendor)
                && is_same(&whose.surface, &issuer.surface)
                && is_same(&whose.account, &issuer.account);
            match &one {
                _ if !is_kin => {}
                Some(known) if *known != origin => return FoundOrigin::Several,
                _ => one = Some(origin),
            }
        }
        one.map_or(FoundOrigin::None, FoundOrigin::One)
    }
}

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;

    fn origin(key: u8, entries: &str) -> Origin {
        Origin { key: Digest([key; 32]), digits: None, entries: entries.as_bytes().to_vec(), runs: 1 }
    }

    fn spoken(key: u8, digits: Option<u8>, is_printed: bool) -> Spoken {
        Spoken { key: Digest([key; 32]), digits: digits.map(|digits| Digest([digits; 32])), is_printed }
    }

    #[test]
    fn digits_decide_between_two_who_say_the_same() {
        let (mut ledger, issuer) = (Ledger::default(), Provenance { vendor: Some("anthropic".to_owned()), ..Provenance::default() });
        let numbered = |digits: u8, entries: &str| Origin { digits: Some(Digest([digits; 32])), ..origin(1, entries) };
        let find = |ledger: &Ledger, spoken: Spoken| ledger.find_origin(&spoken, &Wire::ANTHROPIC_MESSAGES, &issuer);
        ledger.keep_origin(&Wire::ANTHROPIC_MESSAGES, &issuer, numbered(7, "[7]"), None);
        assert_eq!(find(&ledger, spoken(1, Some(7), false)), FoundOrigin::One(numbered(7, "[7]")));
        assert_eq!(find(&ledger, spoken(1, Some(8), false)), FoundOrigin::None, "other digits that nobody rounded");
        assert_eq!(find(&ledger, spoken(1, Some(8), true)), FoundOrigin::One(numbered(7, "[7]")), "rounded");
        ledger.keep_origin(&Wire::ANTHROPIC_MESSAGES, &issuer, numbered(9, "[9]"), None);
        let (restored, _) = Ledger::restore(&ledger.snapshot()).unwrap();
        assert_eq!(find(&restored, spoken(1, Some(7), false)), FoundOrigin::One(numbered(7, "[7]")));
        assert_eq!(find(&restored, spoken(1, Some(9), true)), FoundOrigin::One(numbered(9, "[9]")));
        assert_eq!(find(&restored, spoken(1, Some(8), true)), FoundOrigin::None, "rounded from either");
    }

    #[test]
    fn entries_are_found_under_their_key_and_survive_a_snapshot() {
        let (mut ledger, issuer) = (Ledger::default(), Provenance { vendor: Some("anthropic".to_owned()), ..Provenance::default() });
        assert!(ledger.keep_origin(&Wire::ANTHROPIC_MESSAGES, &issuer, origin(1, "[1.0]"), None));
        assert!(!ledger.keep_origin(&Wire::ANTHROPIC_MESSAGES, &issuer, origin(1, "[1.0]"), None), "twice is once");
        let (restored, torn) = Ledger::restore(&ledger.snapshot()).unwrap();
        assert!(torn.is_empty());
        for ledger in [&ledger, &restored] {
            let find = |key, wire: &Wire, issuer| ledger.find_origin(&spoken(key, None, true), wire, issuer);
            assert_eq!(find(1, &Wire::ANTHROPIC_MESSAGES, &issuer), FoundOrigin::One(origin(1, "[1.0]")));
            assert_eq!(find(1, &Wire::OPENAI_CHAT, &issuer), FoundOrigin::None);
            assert_eq!(find(2, &Wire::ANTHROPIC_MESSAGES, &issuer), FoundOrigin::None);
            let other = Provenance { vendor: Some("deepseek".to_owned()), ..Provenance::default() };
            assert_eq!(find(1, &Wire::ANTHROPIC_MESSAGES, &other), FoundOrigin::None);
        }
        let other = Provenance { vendor: Some("deepseek".to_owned()), ..Provenance::default() };
        assert!(
            ledger.keep_origin(&Wire::ANTHROPIC_MESSAGES, &other, origin(1, "[1.0]"), None),
            "the same entries of another issuer are its own"
        );
        ledger.keep_origin(&Wire::ANTHROPIC_MESSAGES, &issuer, origin(1, "[2]"), None);
        assert_eq!(ledger.find_origin(&spoken(1, None, true), &Wire::ANTHROPIC_MESSAGES, &issuer), FoundOrigin::Several);
        assert!(!ledger.digests().keep_origin(&Wire::OPENAI_CHAT, &issuer, origin(1, "[]"), None));
    }
}
