//! Instances that share a store in which writes come late or never: `npm run prove -- merge` runs this with more requests.

use super::run::hold;
use super::world::Kind;

#[test]
fn users_are_kept_apart_by_instances_whose_store_is_late_and_loses_lines() {
    hold(Kind::SharedStore, "a store with late and lost writes");
}
