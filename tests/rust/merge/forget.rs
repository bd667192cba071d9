//! Law 4: what is forgotten is gone, and what is left says what a ledger says that never had it.

use rethought::audit::conversation;
use rethought::json::scan;
use rethought::ledger::Ledger;

use super::verdict::{Tally, names};
use super::world::{Exchange, Sent, Witness, World, seeds, time};

/// The exchanges as they were sent, so that each conversation is one.
fn sent_ones(world: &World) -> Vec<Exchange> {
    world.exchanges().into_iter().filter(|exchange| exchange.witness == Witness::Sent).collect()
}

#[test]
fn what_is_older_than_a_time_is_forgotten_and_nothing_else() {
    let (seeds, mut tally) = (seeds(20), Tally::default());
    let only_one = seeds.end - seeds.start == 1;
    for seed in seeds {
        let world = World::of(seed);
        let exchanges = sent_ones(&world);
        let first = world.random("forget").below(exchanges.len() + 1);
        let mut ledger = world.recorded(&exchanges);
        let before = ledger.len();
        // Who is told the same at two times is told it the first time.
        let known = exchanges.iter().take(first).fold(Ledger::default(), |mut ledger, exchange| {
            world.record(*exchange, &mut ledger);
            ledger
        });
        let gone = ledger.forget_before(time(first));
        assert_eq!((gone, ledger.len()), (known.len(), before - known.len()), "{}", world.describe());
        let left: Vec<Exchange> = exchanges.iter().skip(first).copied().filter(|exchange| is_new(&world, *exchange, &known)).collect();
        let never = world.recorded(&left);
        assert_eq!(names(&ledger), names(&never), "{}", world.describe());
        tally.compare(&format!("{}, without the first {first}", world.describe()), &world.some_requests(8), &never, &ledger);
    }
    tally.finish("forgotten by time", only_one);
}

/// Returns `true` if a ledger has not got an exchange.
fn is_new(world: &World, exchange: Exchange, known: &Ledger) -> bool {
    let mut known = known.clone();
    let before = known.len();
    world.record(exchange, &mut known);
    known.len() > before
}

#[test]
fn one_conversation_is_forgotten_and_nothing_of_a_twin() {
    let (seeds, mut tally, mut left_over, mut forgotten) = (seeds(20), Tally::default(), 0, 0);
    let only_one = seeds.end - seeds.start == 1;
    for seed in seeds {
        let world = World::of(seed);
        let exchanges = sent_ones(&world);
        let session = world.random("forget").below(world.sessions.len());
        let mut ledger = world.recorded(&exchanges);
        let next = Sent { what: "intact".into(), session: &world.sessions[session], request: world.sessions[session].next().to_owned() };
        let Some(found) = conversation(&scan(next.request.as_bytes()).unwrap(), &next.session.target, &ledger).unwrap() else { continue };
        let first = ledger.answer(found.branch[0]).unwrap();
        // All that begin with the same answer to the same are one conversation.
        let begins = |nth: usize| {
            let mut alone = Ledger::default();
            world.record(Exchange { session: nth, nth: 0, witness: Witness::Sent }, &mut alone);
            alone.answer(0).unwrap().id() == first.id()
        };
        let own: Vec<bool> = (0..world.sessions.len()).map(begins).collect();
        if !own[session] {
            left_over += 1;
            continue;
        }
        let others: Vec<Exchange> = exchanges.iter().copied().filter(|exchange| !own[exchange.session]).collect();
        let never = world.recorded(&others);
        forgotten += ledger.forget_conversation(found.id);
        let (kept, due) = (names(&ledger), names(&never));
        if let Some(lost) = due.iter().find(|name| !kept.contains(name)) {
            tally.fail("lost", format!("{}, without {session}: {lost} is gone", world.describe()));
        } else if kept != due {
            left_over += 1;
        } else {
            tally.compare(&format!("{}, without {session}", world.describe()), &world.some_requests(8), &never, &ledger);
        }
    }
    println!("{forgotten} answers of conversations forgotten; {left_over} conversations that cannot be told to be one");
    tally.finish("forgotten conversations", only_one);
}
