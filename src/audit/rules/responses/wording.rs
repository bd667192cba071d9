//! Answers of OpenAI and xAI about encrypted and stored items that several rules quote.

use crate::audit::Sentence;

/// OpenAI's answer to a ciphertext that it cannot decrypt, in an item with an id.
pub(in crate::audit::rules) const UNVERIFIED_ITEM: Sentence = Sentence::new(
    "unverified-item",
    "The encrypted content for item {id} could not be verified. Reason: Encrypted content could not be decrypted or parsed.",
);

/// OpenAI's answer to a ciphertext that it cannot decrypt, in an item without an id.
pub(in crate::audit::rules) const UNVERIFIED_CONTENT: Sentence =
    Sentence::new("unverified-content", "The encrypted content {head}...{tail} could not be verified.");

/// xAI's answer to a ciphertext that it cannot decrypt.
pub(in crate::audit::rules) const UNDECRYPTED: Sentence = Sentence::new(
    "undecrypted",
    "Could not decrypt the provided encrypted_content. Ensure the value is the unmodified encrypted_content from a previous response.",
);

/// OpenAI's answer to a stored reasoning item whose next item is missing.
pub(in crate::audit) const WITHOUT_FOLLOWING_ITEM: Sentence =
    Sentence::new("without-following-item", "Item '{id}' of type 'reasoning' was provided without its required following item.");
