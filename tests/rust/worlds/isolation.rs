//! Users with a key or an account each: `npm run prove -- isolation` runs this with more requests.

pub mod cases;

use super::run::{hold, run};
use super::world::{Kind, Sight, World};
use crate::isolation::endpoints::ENDPOINTS;
use crate::isolation::evidence::{repaired, report};

#[test]
fn users_with_a_key_each_are_kept_apart_by_instances_that_saw_a_part() {
    hold(Kind::KeyEach, "a key or an account for each user");
}

#[test]
fn the_same_worlds_break_no_law_of_isolation_if_each_user_has_a_ledger() {
    let tally = run(Kind::KeyEach, Sight::Own);
    tally.print("a ledger for each user", false);
    // Law 3 is printed and not asserted: what a user's own ledger misses is no matter of isolation.
    assert_eq!((tally.leaking, tally.changed.len()), (0, 0), "requests with another user's mark, whole requests that were changed");
}

#[test]
fn the_requests_of_the_worlds_are_accepted_and_left_alone_without_a_ledger() {
    let mut wrong = Vec::new();
    for kind in [Kind::OneKey, Kind::KeyEach, Kind::SharedStore] {
        for seed in 0..u64::try_from(ENDPOINTS.len()).unwrap() * 3 {
            let world = World::of(seed, kind);
            for step in world.users.iter().flat_map(|user| &user.steps) {
                let (request, target) = (step.session.next(), &step.session.target);
                let (rejects, mended) = (report(request, target, None).1, repaired(request, target, None));
                if !rejects.is_empty() || mended != request {
                    wrong.push(format!("{}\n  {rejects:?}\n  {request}\n  {mended}", world.describe()));
                }
            }
        }
    }
    wrong.iter().take(3).for_each(|one| println!("{one}"));
    assert!(wrong.is_empty(), "{}", wrong.len());
}
