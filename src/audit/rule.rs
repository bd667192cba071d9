//! What a rule is: whom it binds, how it looks, how sure it is, and how its finding is mended.

use super::facts::Facts;
use super::finding::{Finding, Found};
use crate::error::Error;
use crate::json::{Changes, Value};
use crate::model::Wire;

/// A rule, as its file declares it. What it says to people stands in the card, the file's own documentation.
pub struct Rule {
    /// Its name, which names the defect.
    pub id: &'static str,
    /// Whom it binds: a query to the target's profile, the wire first. The first condition that fails decides why it does not apply.
    pub binds: &'static str,
    /// What a request must have for there to be anything to look at: a query to the body.
    pub when: &'static str,
    /// What comes of it.
    pub severity: Severity,
    /// How that is known.
    pub evidence: Evidence,
    /// What else it needs to know to be decided.
    pub needs: Needs,
    /// What the provider answers, literally, but for what stands in braces: a number for that number of the pointer, a name
    /// for an argument of the finding.
    pub upstream: &'static [&'static str],
    /// Where in the body the defect stands, for a rule of which [`Rule::when`] says all: a path.
    pub at: &'static str,
    /// What a part that is wrong looks like, for a rule that needs no more: a query to the part.
    pub each: &'static str,
    /// True if it judges all messages together: one more message may change its finding, wherever that is.
    pub judges_all: bool,
    /// True if it goes by how much of a request is handles.
    pub weighs_handles: bool,
    /// Looks for it, where that takes more than a query.
    pub check: Look,
    /// What mends it, the safest first.
    pub fixes: &'static [(Safety, Mend)],
}

impl Rule {
    /// What a rule has unless its file says otherwise.
    pub const DEFAULT: Rule = Rule {
        id: "",
        binds: "",
        when: "",
        severity: Severity::Reject,
        evidence: Evidence::Reported,
        needs: Needs::Nothing,
        upstream: &[],
        at: "",
        each: "",
        judges_all: false,
        weighs_handles: false,
        check: by_query,
        fixes: &[],
    };

    /// The rule as it is compiled. The package has what providers say on its JavaScript side, where it is said to people.
    #[must_use]
    pub(super) const fn compiled(&self) -> Rule {
        Rule { upstream: if cfg!(target_arch = "wasm32") { &[] } else { self.upstream }, ..*self }
    }

    /// Returns `true` if the rule is about a wire: its first condition names its wires.
    #[must_use]
    pub fn is_of(&self, wire: &Wire) -> bool {
        let names = self.binds.as_bytes().strip_prefix(b"wire=").unwrap_or_default();
        let names = names.split(|byte| *byte == b' ').next().unwrap_or_default();
        names.split(|byte| *byte == b'|').any(|name| name == wire.as_str().as_bytes())
    }

    /// Its place among [`super::rules::all`].
    #[must_use]
    pub fn number(&self) -> usize {
        super::rules::all().take_while(|rule| **rule != *self).count()
    }
}

/// A rule is itself, and no other is.
impl PartialEq for Rule {
    fn eq(&self, other: &Rule) -> bool {
        self.id == other.id
    }
}

impl Eq for Rule {}

/// What looks for a defect.
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

/// What comes of a defect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// It costs something, or is fragile.
    Advice,
    /// The provider takes the request and does not use the reasoning.
    Degrade,
    /// The provider refuses the request.
    Reject,
}

impl Severity {
    /// The word for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Severity::Advice => "advice",
            Severity::Degrade => "degrade",
            Severity::Reject => "reject",
        }
    }
}

/// How a rule is known, the surest last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Evidence {
    /// It follows from something else. Never above advice.
    Inferred,
    /// People have reported it, or it was read in someone's code.
    Reported,
    /// The provider says so.
    Documented,
    /// It was recorded, or probed in public.
    Observed,
}

impl Evidence {
    /// The word for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Evidence::Inferred => "inferred",
            Evidence::Reported => "reported",
            Evidence::Documented => "documented",
            Evidence::Observed => "observed",
        }
    }
}

/// What a rule needs beyond the request and its target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Needs {
    /// Nothing.
    Nothing,
    /// A record of what was emitted.
    Ledger,
    /// Nothing; but with a record of what was emitted it tells or mends more.
    LedgerIfThere,
}

/// How much a fix takes upon itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Safety {
    /// The request means the same afterwards, and no reasoning is lost.
    Safe,
    /// Something is dropped or asked for differently.
    Unsafe,
    /// Something is put in that no model emitted.
    Placeholder,
}

impl Safety {
    /// The word for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Safety::Safe => "safe",
            Safety::Unsafe => "unsafe",
            Safety::Placeholder => "placeholder",
        }
    }
}

/// An edit that mends a finding.
#[derive(Clone, Copy)]
pub enum Mend {
    /// The place goes; and the message with it, if nothing else is in it.
    Remove,
    /// Another JSON text takes the place.
    Replace(&'static str),
    /// The member of that name goes from the place.
    Drop(&'static str),
    /// The member of that name has that JSON text in the place.
    Put(&'static str, &'static str),
    /// The place, a member, gets another name.
    Rename(&'static str),
    /// The value at that path of the request goes.
    Unset(&'static str),
    /// The value at that path of the request is that JSON text. All but the last name of the path must be there.
    Set(&'static str, &'static str),
    /// What cannot be said in a word.
    By(for<'d> fn(&Facts<'d>, &Finding<'d>, &mut Changes<'d>) -> Result<(), Error>),
}

impl Mend {
    /// Makes the change. Where it cannot be made there is none, and no error.
    ///
    /// # Errors
    /// A change that contradicts the body, such as a member of something that has none.
    pub fn apply<'d>(self, facts: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
        let place = finding.place;
        match self {
            Mend::Remove => changes.remove(facts.all_of(place)),
            Mend::Replace(text) => changes.replace(place, text.as_bytes()),
            Mend::Drop(name) => remove(place.get(name), changes),
            Mend::Put(name, text) => changes.set(place, name, text.as_bytes()),
            Mend::Rename(name) => changes.rename(place, name),
            Mend::Unset(path) => remove(facts.body.path(path), changes),
            Mend::Set(path, text) => {
                let (holder, name) = path.rsplit_once('.').unwrap_or(("", path));
                facts.body.path(holder).map_or(Ok(()), |holder| changes.set(holder, name, text.as_bytes()))
            }
            Mend::By(mend) => mend(facts, finding, changes),
        }
    }
}

fn remove(value: Option<Value<'_>>, changes: &mut Changes<'_>) -> Result<(), Error> {
    value.map_or(Ok(()), |value| changes.remove(value))
}

/// The rules of a folder: a module each, and the table of them.
macro_rules! rules {
    ($($name:ident),* $(,)?) => {
        $(pub mod $name;)*
        /// Every rule of this folder, in order.
        pub(super) static RULES: &[&crate::audit::Rule] = &[$(&$name::RULE.compiled()),*];
    };
}
pub(super) use rules;
