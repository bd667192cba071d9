//! The words by which rules and fixes are graded: how grave, how sure, how settled, how safe.

use serde::Serialize;

/// The consequence of a finding: `reject` the request is refused, `degrade` it is accepted and reasoning is lost, `advice` it costs something or is
/// fragile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// It costs something, or is fragile.
    Advice,
    /// The provider accepts the request and does not use the reasoning.
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

/// The evidence of a rule. `observed`: in recorded traffic or a public probe. `documented`: by the provider. `reported`: by people, or read in code.
/// `inferred`: never more than advice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
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

/// How settled a rule is: a `stable` one was seen, documented or reported, one in the `nursery` is inferred. Both run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Tier {
    /// Someone saw, documented or reported the defect.
    Stable,
    /// The evidence is inferred: nobody has reported the defect yet. A report makes the rule stable.
    Nursery,
}

impl Tier {
    /// The word for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Tier::Stable => "stable",
            Tier::Nursery => "nursery",
        }
    }
}

/// The knowledge that a rule needs beyond the request and its target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Needs {
    /// Nothing.
    Nothing,
    /// A ledger.
    Ledger,
    /// Nothing; but with a ledger the rule finds or fixes more.
    LedgerIfThere,
}

/// A part of a request that a rule takes for absent if it is not there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presumed {
    /// The setting of that name. A model that always thinks needs no setting for it.
    Setting(&'static str),
    /// A message, such as the result of a call.
    Messages,
    /// The handle of a thought.
    Handles,
}

impl Presumed {
    /// The name of the part among the unrecorded parts of a target.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Presumed::Setting(_) => "settings",
            Presumed::Messages => "messages",
            Presumed::Handles => "handles",
        }
    }

    /// The need of a rule that presumes the part where it was not recorded.
    #[must_use]
    pub fn need(self) -> &'static str {
        match self {
            Presumed::Setting(_) => "needs the settings of the request, which were not recorded",
            Presumed::Messages => "needs messages that were not recorded",
            Presumed::Handles => "needs handles that were not recorded",
        }
    }
}

/// The risk of applying a fix. `safe` keeps the meaning and all reasoning. `dead` removes only reasoning that the provider is certain to refuse. `unsafe` drops
/// something or requests it differently. `placeholder` inserts something that no model emitted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Safety {
    /// The request means the same afterwards, and no reasoning is lost.
    Safe,
    /// Only reasoning that the provider is certain to refuse is removed.
    Dead,
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
            Safety::Dead => "dead",
            Safety::Unsafe => "unsafe",
            Safety::Placeholder => "placeholder",
        }
    }
}

/// The need of a rule that only recorded answers can decide.
pub const LEDGER: &str = "needs a ledger";

/// The need of a rule that depends on the model.
pub const MODEL: &str = "needs the model";

/// The need of a rule that depends on the host, where the target names none.
pub const HOST: &str = "needs the host";

/// The need of a rule that depends on the host, where the table of hosts does not have it.
pub const LISTED_HOST: &str = "needs a host that the tables have";

/// The need of a rule about the form of handles, where a gateway answers. It may accept handles of its own.
pub const OWN_HOST: &str = "needs a host of the vendor, not a gateway";

/// The need of a rule about the form of handles, after the host has answered with a handle in another form.
pub const KNOWN_FORM: &str = "needs newer tables: the host answers with handles in an unknown form";

/// The need of a rule that depends on the vendor of the model, where the tables do not have the model.
pub const LISTED_MODEL: &str = "needs a model that the tables have";

/// The need of a rule where a chain of responses, or a conversation at the provider, holds a part of the request.
pub const STORED: &str = "needs what the provider has stored";
