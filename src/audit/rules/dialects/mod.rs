//! The hosts of chat: which member they want, refuse or overlook.

use crate::audit::rule::rules;

rules![];
