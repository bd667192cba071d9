//! OpenAI's Responses and its dialects: items, ids, ciphertexts.
//!
//! Members of the profile that come from `models/openai.json`:
//!
//! | member | what it says |
//! |---|---|
//! | `contract` | whose rules bind: `openai` (its API, Azure, Codex) or `xai`; none for others who speak the wire |
//! | `reasons` | whether the model reasons at all |
//! | `thinks` | `default` if it reasons unless told not to, `asked` if only when an effort is given |
//! | `efforts` | the efforts that it takes, as the provider lists them; `effort` is `false` where there is none to choose |
//! | `ciphertext` | `always` comes without being asked for, `none` cannot be had |
//! | `fresh` | ids of items that were not stored are still known for a while |
//! | `pairs` | `false` where a reasoning item need not be followed by its own |
//! | `phase` | messages carry one |
//! | `chat_tools` | when a chat takes function tools: `unless thinking`, `never`; else always |
//! | `stops` | `false` where no stop sequences are taken |

use super::nth_of;
use crate::audit::rule::rules;
use crate::audit::{Facts, Finding, Found, Tool};
use crate::error::Error;
use crate::json::{Changes, Value, sorted_indices};

rules![
    blank_item_id,
    ciphertext_not_requested,
    compaction_trigger_not_last,
    compaction_with_chain,
    damaged_ciphertext,
    duplicate_item,
    empty_assistant_item,
    function_call_without_output,
    function_call_without_reasoning_text,
    output_without_function_call,
    reasoning_outside_encrypted_content,
    reasoning_text_sent,
    reasoning_to_plain_model,
    reasoning_without_following_item,
    reasoning_without_state,
    reasoning_without_summary,
    state_at_stateless_host,
    summary_of_strings,
    tool_id_too_long,
    unsigned_claude_reasoning,
    unstored_item,
];

/// A reasoning item that has an id.
const NAMED: &str = "type=reasoning id:s !id=";

/// A reasoning item without its ciphertext.
const BARE: &str = "type=reasoning !encrypted_content:s";

/// What keeps earlier items on the provider's side.
const UNCHAINED: &str = "!previous_response_id:s !conversation:s|o";

/// Whether an item only names one that is stored.
#[inline(never)]
fn is_reference(item: Value<'_>) -> bool {
    item.fits("type=item_reference,!type !role id:s")
}

/// Whether an item is the model's, or may be.
#[inline(never)]
fn is_answer(item: Value<'_>) -> bool {
    item.fits("!role=user|system|developer") && !item.word("type").ends_with("_output")
}

/// What the model said after an item, up to the next input, is no longer looked up: it was stored with that item, and is refused without it.
#[inline(never)]
fn unname<'d>(facts: &Facts<'d>, place: Value<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    let from = facts.holder(place).map_or(0, |nth| nth + 1);
    for entry in facts.entries.iter().skip(from).take_while(|entry| is_answer(entry.value)) {
        if let Some(id) = entry.value.get("id")
            && entry.value.fits("!type=reasoning")
            && !is_reference(entry.value)
            && !facts.body.fits("store=false")
        {
            changes.remove(id)?;
        }
    }
    Ok(())
}

/// An item goes, and what it is named by in what came with it.
fn withdraw<'d>(facts: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    unname(facts, finding.place, changes)?;
    changes.remove(finding.place)
}

/// Finds those of the kinds that none of the others belongs to. A kind has its sentence.
#[inline(never)]
fn odd<'d>(these: &[Tool<'d>], those: &[Tool<'d>], kinds: [&str; 2], found: &mut Found<'d>) {
    let id = |nth: &usize| those.get(*nth).map_or("", |tool| &tool.id);
    let order = sorted_indices(those.len(), &mut |one, other| id(one).cmp(id(other)));
    for tool in these {
        let kind = nth_of(&kinds, tool.place.word("type"));
        if kind < kinds.len() && order.binary_search_by(|nth| id(nth).cmp(&tool.id)).is_err() {
            found.at(tool.place).note("id", &tool.id).upstream = kind;
        }
    }
}
