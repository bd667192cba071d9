//! A rule: its targets, its check, its evidence and its fixes.

use super::facts::Facts;
use super::finding::{Finding, Found};
use super::grade::{Evidence, Needs, Presumed, Safety, Severity, Tier};
use super::sentence::Sentence;
use crate::error::Error;
use crate::json::{Changes, Value};
use crate::model::Wire;

/// A rule, as its file declares it. Its card, the documentation of that file, is what people read.
pub struct Rule {
    /// The name, which names the defect.
    pub id: &'static str,
    /// Whom the rule binds: a query to the target's profile, the wire first. The first condition that fails decides why it does not apply.
    pub binds: &'static str,
    /// The members that a request must have for there to be anything to look at: a query to the body.
    pub when: &'static str,
    /// How grave the defect is.
    pub severity: Severity,
    /// How that is known.
    pub evidence: Evidence,
    /// The version of the package in which the rule first appeared.
    pub since: &'static str,
    /// How settled the rule is.
    pub tier: Tier,
    /// The knowledge beyond request and target that decides the rule.
    pub needs: Needs,
    /// The parts of a request that the rule takes for absent if they are not there. It is unknown if a transcript did not record them.
    pub presumes: &'static [Presumed],
    /// The sentences that providers answer. A finding says the first unless the check says another.
    pub upstream: &'static [Sentence],
    /// The path of the defect in the body, for a rule whose [`Rule::when`] is the whole check.
    pub at: &'static str,
    /// A query that a wrong part fits, for a rule that needs no other check.
    pub each: &'static str,
    /// True if the rule judges all messages together: one more message may change its finding, wherever that is.
    pub judges_all: bool,
    /// True if the rule looks at the messages before a message, however far back. If the provider holds them, the rule is undecided.
    pub reaches_back: bool,
    /// True if the rule depends on the share of handles in a request.
    pub weighs_handles: bool,
    /// The subject of the rule. A conversion leaves some subjects alone.
    pub subject: Subject,
    /// Looks for the defect, where that takes more than a query.
    pub check: Look,
    /// The fixes, the safest first.
    pub fixes: &'static [Fix],
}

impl Rule {
    /// The values of a rule whose file says nothing else. Every file says `id`, `binds`, `since` and `tier`.
    pub const DEFAULT: Rule = Rule {
        id: "",
        binds: "",
        when: "",
        severity: Severity::Reject,
        evidence: Evidence::Reported,
        since: "",
        tier: Tier::Nursery,
        needs: Needs::Nothing,
        presumes: &[],
        upstream: &[],
        at: "",
        each: "",
        judges_all: false,
        reaches_back: false,
        weighs_handles: false,
        subject: Subject::Content,
        check: by_query,
        fixes: &[],
    };

    /// Returns `true` if the rule is about a wire: its first condition names its wires.
    #[must_use]
    pub fn is_of(&self, wire: &Wire) -> bool {
        self.wires().any(|name| name == wire.as_str())
    }

    /// The names of its wires.
    pub fn wires(&self) -> impl Iterator<Item = &'static str> {
        let first = self.binds.strip_prefix("wire=").and_then(|rest| rest.split(' ').next());
        first.into_iter().flat_map(|names| names.split('|'))
    }

    /// Finds the sentence of that name.
    #[must_use]
    #[inline(never)]
    pub fn sentence(&self, name: &str) -> Option<&'static Sentence> {
        self.upstream.iter().find(|sentence| sentence.name == name)
    }
}

/// The subject of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// The parts and settings of a request.
    Content,
    /// Its last message. A history that ends with an answer is not a request yet.
    Ending,
    /// The results of its calls. A history that ends with calls has no results for them yet.
    Results,
    /// The messages before a thought that is bound to them.
    Prefix,
}

/// A rule is itself, and no other is.
impl PartialEq for Rule {
    fn eq(&self, other: &Rule) -> bool {
        self.id == other.id
    }
}

impl Eq for Rule {}

/// A function that looks for a defect.
pub type Look = for<'d> fn(&Facts<'d>, &mut Found<'d>);

/// Finds what the queries of a rule say.
fn by_query<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let Rule { at, each, .. } = *found.rule;
    if each.is_empty() {
        found.at(facts.body.path(at).unwrap_or(facts.body));
        return;
    }
    for (_, part) in facts.parts().filter(|(_, part)| part.value.fits(each)) {
        found.at(part.value);
    }
}

/// A fix of a rule. A finding offers all fixes of its rule unless the check says which of them fit.
#[derive(Clone, Copy)]
pub struct Fix {
    /// The name, which is unique among the fixes of a rule and says what the edit does.
    pub name: &'static str,
    /// The risk of the fix.
    pub safety: Safety,
    /// The edit.
    pub edit: FixEdit,
    /// True if a repair applies the fix without permission, as it does a safe one.
    pub unasked: bool,
    /// The effect of the edit beyond its place. A conversion reports it.
    pub effect: Effect,
    /// The edit in words: an imperative sentence that is true for every finding with this fix. Empty, if the edits say enough.
    pub title: &'static str,
}

/// The effect of a fix beyond its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Nothing more.
    Local,
    /// It puts a documented string in the place of a handle.
    ReplacesHandle,
    /// It switches thinking off for the request.
    SwitchesThinkingOff,
}

impl Fix {
    /// Names a fix.
    #[must_use]
    pub const fn new(name: &'static str, safety: Safety, edit: FixEdit) -> Self {
        Self { name, safety, edit, unasked: matches!(safety, Safety::Safe), effect: Effect::Local, title: "" }
    }

    /// Names a fix that puts a documented string in the place of a handle.
    #[must_use]
    pub const fn handle_placeholder(name: &'static str, edit: FixEdit) -> Self {
        Self { effect: Effect::ReplacesHandle, ..Self::new(name, Safety::Placeholder, edit) }
    }

    /// Names a fix that switches thinking off for the request.
    #[must_use]
    pub const fn switch_off(name: &'static str, edit: FixEdit) -> Self {
        Self { effect: Effect::SwitchesThinkingOff, ..Self::new(name, Safety::Unsafe, edit) }
    }

    /// Lets a repair apply the fix without permission. Only for reasoning that the provider is certain to refuse.
    #[must_use]
    pub const fn unasked(self) -> Self {
        Self { unasked: true, ..self }
    }

    /// Says in words what the fix does.
    #[must_use]
    pub const fn titled(self, title: &'static str) -> Self {
        Self { title, ..self }
    }
}

/// Two fixes of a rule are the same if their names are.
impl PartialEq for Fix {
    fn eq(&self, other: &Fix) -> bool {
        self.name == other.name
    }
}

impl Eq for Fix {}

/// The edit of a fix.
#[derive(Clone, Copy)]
pub enum FixEdit {
    /// Removes the place, and the message with it if that holds nothing else.
    Remove,
    /// Replaces the place with another JSON text.
    Replace(&'static str),
    /// Removes the member of that name from the place.
    Drop(&'static str),
    /// Sets the member of that name in the place to that JSON text.
    Put(&'static str, &'static str),
    /// Gives the place, a member, another name.
    Rename(&'static str),
    /// Removes the value at that path of the request.
    Unset(&'static str),
    /// Sets the value at that path of the request to that JSON text. All but the last name of the path must be there.
    Set(&'static str, &'static str),
    /// Makes an edit that takes a function.
    By(for<'d> fn(&Facts<'d>, &Finding<'d>, &mut Changes<'d>) -> Result<(), Error>),
}

impl FixEdit {
    /// Makes the change. An edit whose value or member is absent changes nothing and is not an error.
    ///
    /// # Errors
    /// A change that contradicts the body, such as a member of something that has none.
    pub fn apply<'d>(self, facts: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
        let place = finding.place;
        match self {
            FixEdit::Remove => changes.remove(facts.all_of(place)),
            FixEdit::Replace(text) => changes.replace(place, text.as_bytes()),
            FixEdit::Drop(name) => remove(place.get(name), changes),
            FixEdit::Put(name, text) => changes.set(place, name, text.as_bytes()),
            FixEdit::Rename(name) => changes.rename(place, name),
            FixEdit::Unset(path) => remove(facts.body.path(path), changes),
            FixEdit::Set(path, text) => {
                let (holder, name) = path.rsplit_once('.').unwrap_or(("", path));
                facts.body.path(holder).map_or(Ok(()), |holder| changes.set(holder, name, text.as_bytes()))
            }
            FixEdit::By(edit) => edit(facts, finding, changes),
        }
    }
}

fn remove(value: Option<Value<'_>>, changes: &mut Changes<'_>) -> Result<(), Error> {
    value.map_or(Ok(()), |value| changes.remove(value))
}
