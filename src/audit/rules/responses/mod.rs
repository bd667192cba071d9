//! OpenAI's Responses and its dialects: items, ids, ciphertexts.

use crate::audit::rule::rules;

rules![];
