//! Laws 1 and 2: what several writers have written says what one writer's ledger says.

use super::verdict::{Tally, names};
use super::world::{World, seeds};
use super::writers::Writers;

#[test]
fn lines_of_several_writers_in_any_order_are_the_ledger_of_one() {
    let (seeds, mut tally) = (seeds(120), Tally::default());
    let only_one = seeds.end - seeds.start == 1;
    for seed in seeds {
        let world = World::of(seed);
        let (exchanges, mut random) = (world.exchanges(), world.random("split"));
        let one = world.recorded(&exchanges);
        let (how, merged) = Writers::draw(&world, &exchanges, &mut random).merged(&mut random);
        let what = format!("{}, merged {how}", world.describe());
        if names(&one) != names(&merged) {
            tally.fail("answers", format!("{what}: {} and {}", one.len(), merged.len()));
        }
        let requests = world.some_requests(8);
        tally.compare(&what, &requests, &one, &merged);
        if random.chance(20) {
            tally.compare(&format!("{what}, as digests"), &requests, &one.digests(), &merged.digests());
        }
    }
    tally.finish("split over writers", only_one);
}

#[test]
fn an_exchange_says_the_same_whether_or_not_its_writer_knew_the_conversation() {
    let (seeds, mut tally) = (seeds(20), Tally::default());
    let only_one = seeds.end - seeds.start == 1;
    for seed in seeds {
        let world = World::of(seed);
        let (exchanges, mut random) = (world.exchanges(), world.random("fresh"));
        let (one, (how, merged)) = (world.recorded(&exchanges), Writers::fresh(&world, &exchanges).merged(&mut random));
        assert_eq!(names(&one), names(&merged), "{}", world.describe());
        tally.compare(&format!("{}, each alone, merged {how}", world.describe()), &world.some_requests(8), &one, &merged);
    }
    tally.finish("recorded without history", only_one);
}
