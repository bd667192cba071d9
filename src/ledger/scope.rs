//! The scope of an exchange: the account, the API key and the conversation that it belongs to. It limits what equal input alone can show.

use sha2::{Digest as _, Sha256};

use crate::json::Digest;
use crate::model::Target;
use crate::request::trace::text_digest;

/// The account, the key and the conversation of an exchange, if known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scope {
    /// The name of the account.
    pub account: Option<String>,
    /// The digest of the API key.
    pub credential: Option<String>,
    /// The digest of the name of the conversation. The name itself may name a person, so no ledger holds it.
    pub conversation: Option<Digest>,
}

impl Scope {
    /// Returns the scope of a request to a target.
    #[must_use]
    pub fn of(target: &Target) -> Self {
        let Target { account, credential, conversation, .. } = target;
        let conversation = conversation.as_deref().map(|name| text_digest(name.as_bytes()));
        Self { account: account.clone(), credential: credential.clone(), conversation }
    }

    /// Returns the fingerprint of an answer. Two answers with one fingerprint belong to the same conversation, if DESIGN 5a decides without a handle or an id.
    /// With a conversation name the visible messages decide. Without one the complete input does, within one account or else within one key.
    #[must_use]
    pub fn fingerprint(&self, input: Option<Digest>, spoken: Digest) -> Option<Digest> {
        let mut hash = Sha256::new();
        let key = self.account.as_deref().or(self.credential.as_deref().filter(|_| self.conversation.is_none()));
        hash.update([u8::from(self.account.is_some()), u8::from(key.is_some())]);
        hash.update(key.unwrap_or_default().as_bytes());
        hash.update([0xff]);
        // A line of an earlier version has no digest of its input. With a name, none is needed.
        match (self.conversation, input) {
            (Some(name), _) => hash.update([b"n", name.0.as_slice()].concat()),
            (None, Some(input)) => hash.update([b"i", input.0.as_slice()].concat()),
            (None, None) => return None,
        }
        hash.update(spoken.0);
        Some(Digest(hash.finalize().into()))
    }
}

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;
    use crate::model::Wire;

    fn fingerprint([account, credential, conversation]: [&str; 3], input: Option<u8>) -> Option<Digest> {
        let [account, credential, conversation] =
            [account, credential, conversation].map(|name| Some(name.to_owned()).filter(|name| !name.is_empty()));
        let target = Target { account, credential, conversation, ..Target::new(Wire::OPENAI_CHAT) };
        Scope::of(&target).fingerprint(input.map(|input| Digest([input; 32])), Digest([7; 32]))
    }

    #[test]
    fn an_account_a_key_and_a_name_keep_equal_input_apart() {
        let plain = fingerprint(["", "", ""], Some(1));
        assert_eq!(plain, fingerprint(["", "", ""], Some(1)));
        for other in [["a", "", ""], ["", "k", ""], ["", "", "n"], ["", "a", ""]] {
            assert_ne!(plain, fingerprint(other, Some(1)), "{other:?}");
            assert_eq!(fingerprint(other, Some(1)), fingerprint(other, Some(1)));
        }
        assert_ne!(fingerprint(["a", "", ""], Some(1)), fingerprint(["", "a", ""], Some(1)), "an account is not a key");
        assert_ne!(plain, fingerprint(["", "", ""], Some(2)), "other input");
    }

    #[test]
    fn a_named_account_outranks_its_keys_and_a_name_outranks_the_input() {
        assert_eq!(fingerprint(["a", "old", ""], Some(1)), fingerprint(["a", "new", ""], Some(1)), "a rotated key");
        assert_eq!(fingerprint(["", "old", "n"], Some(1)), fingerprint(["", "new", "n"], Some(2)), "a clock in the system prompt");
        assert_ne!(fingerprint(["a", "", "n"], None), fingerprint(["b", "", "n"], None));
        assert_eq!(fingerprint(["", "k", ""], None), None, "a line of an earlier version");
    }
}
