//! The form of the handles that a host answers with. The rows are in `models/handles.json`.
//!
//! A vendor may change the form at any time. If a host itself has answered with a handle that does not fit, its row is switched off for this process: then
//! nothing is judged by it, and reports say so.

use std::cell::RefCell;

use crate::conversation::handle_form::Form;
use crate::json::Value;

thread_local! {
    static SWITCHED_OFF: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

/// Returns the form of the handles of a target, if its host is listed.
pub(crate) fn form_at(profile: Value<'_>) -> Option<Form> {
    Form::named(profile.word("handle_form"))
}

/// Returns the form that is expected if the target names no host: the request is then judged as one to the vendor's own service.
pub(crate) fn form_without_host(profile: Value<'_>) -> Option<Form> {
    vendors_form(profile).and_then(Form::named).filter(|_| profile.get("host").is_none())
}

/// Names the form of the handles that the vendor's own service answers with.
pub(super) fn vendors_form(profile: Value<'_>) -> Option<&'static str> {
    match profile.word("vendor") {
        "anthropic" => Some("claude"),
        "openai" => Some("fernet"),
        "google" => Some("gemini"),
        _ => None,
    }
}

/// Switches the row of a target off: its host has answered with a handle in another form.
pub(crate) fn switch_off(profile: Value<'_>) {
    if !is_switched_off(profile) {
        SWITCHED_OFF.with_borrow_mut(|rows| rows.push(row_of(profile)));
    }
}

/// Returns `true` if the row of a target was switched off.
pub(crate) fn is_switched_off(profile: Value<'_>) -> bool {
    SWITCHED_OFF.with_borrow(|rows| !rows.is_empty() && rows.contains(&row_of(profile)))
}

fn row_of(profile: Value<'_>) -> String {
    ["wire", "surface", "handle_form"].map(|member| profile.word(member)).join(" ")
}
