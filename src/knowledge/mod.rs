//! Layer 5: what changes by the month. The dated tables of models and hosts, the names of models, and the profile of a target that follows from both.

pub(crate) mod handle_forms;
pub(crate) mod model_name;
pub mod profile;
pub(crate) mod recent;
