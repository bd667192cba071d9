//! Many users behind one key: `npm run prove -- crowd` runs this with more requests.

use super::run::hold;
use super::world::Kind;

#[test]
fn users_of_one_key_are_kept_apart_by_instances_that_saw_a_part() {
    hold(Kind::OneKey, "one key for all users");
}
