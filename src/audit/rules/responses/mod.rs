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

use crate::audit::rule::rules;
use crate::audit::{Facts, Finding, Tool};
use crate::error::Error;
use crate::json::{Changes, Value, in_order};

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

/// The items of an input, in order.
fn items<'f, 'd>(facts: &'f Facts<'d>) -> impl Iterator<Item = Value<'d>> + 'f {
    facts.entries.iter().map(|entry| entry.value)
}

/// Whether an item only names one that is stored.
fn is_reference(item: Value<'_>) -> bool {
    item.fits("type=item_reference,!type !role id:s")
}

/// What the model said after an item, up to the next input, is no longer looked up: it was stored with that item, and is refused without it.
fn unname<'d>(facts: &Facts<'d>, place: Value<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    let behind = items(facts).skip_while(|item| item.span().start <= place.span().start);
    let said = behind.take_while(|item| item.fits("!role=user|system|developer") && !item.word("type").ends_with("_output"));
    let ids = said.filter(|item| item.fits("!type=reasoning") && !is_reference(*item)).filter_map(|item| item.get("id"));
    for id in ids.filter(|_| !facts.body.fits("store=false")) {
        changes.remove(id)?;
    }
    Ok(())
}

/// An item goes, and what it is named by in what came with it.
fn withdraw<'d>(facts: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    unname(facts, finding.place, changes)?;
    changes.remove(finding.place)
}

/// Calls or results by their ids.
struct Ids<'f, 'd> {
    tools: &'f [Tool<'d>],
    order: Vec<usize>,
}

impl<'f, 'd> Ids<'f, 'd> {
    fn of(tools: &'f [Tool<'d>]) -> Self {
        let id = |nth: &usize| tools.get(*nth).map(|tool| &tool.id);
        Self { tools, order: in_order(tools.len(), &mut |one, other| id(one).cmp(&id(other))) }
    }

    fn has(&self, id: &str) -> bool {
        let known = |nth: &usize| self.tools.get(*nth).map_or("", |tool| &tool.id);
        self.order.binary_search_by(|nth| known(nth).cmp(id)).is_ok()
    }
}
