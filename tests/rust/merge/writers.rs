//! Several writers that do not see each other's lines, and how their lines are put together.

use rethought::ledger::Ledger;

use super::world::{Exchange, World, time};
use crate::isolation::random::Random;

/// The lines of several writers.
pub struct Writers(Vec<Ledger>);

impl Writers {
    /// Each exchange is recorded by one of several writers, and some by two.
    pub fn draw(world: &World, exchanges: &[Exchange], random: &mut Random) -> Self {
        let mut writers = vec![Ledger::default(); 2 + random.below(2)];
        for (at, exchange) in exchanges.iter().enumerate() {
            for _ in 0..if random.chance(20) { 2 } else { 1 } {
                let writer = random.below(writers.len());
                writers[writer].date(Some(time(at)));
                world.record(*exchange, &mut writers[writer]);
            }
        }
        Self(writers)
    }

    /// Each exchange is recorded by a writer that knows nothing else.
    pub fn fresh(world: &World, exchanges: &[Exchange]) -> Self {
        let alone = |(at, exchange): (usize, &Exchange)| {
            let mut writer = Ledger::default();
            writer.date(Some(time(at)));
            world.record(*exchange, &mut writer);
            writer
        };
        Self(exchanges.iter().enumerate().map(alone).collect())
    }

    /// One ledger of all lines, put together in a way that is drawn.
    pub fn merged(&self, random: &mut Random) -> (&'static str, Ledger) {
        match random.below(4) {
            0 => ("as one file", Ledger::restore(&file(self.shuffled(random), random)).unwrap().0),
            1 => ("file after file", self.file_after_file(random)),
            2 => ("as snapshots", self.snapshots(random)),
            _ => ("piece by piece", self.pieces(random)),
        }
    }

    /// All lines in any order, some of them twice.
    fn shuffled(&self, random: &mut Random) -> Vec<Vec<u8>> {
        let all = self.0.iter().flat_map(|ledger| (0..ledger.len()).map(|nth| ledger.line(nth).unwrap().to_vec()));
        let mut lines: Vec<Vec<u8>> = all.flat_map(|line| vec![line; if random.chance(25) { 2 } else { 1 }]).collect();
        shuffle(&mut lines, random);
        lines
    }

    /// The files of the writers one after the other, in one text.
    fn file_after_file(&self, random: &mut Random) -> Ledger {
        let mut text = Vec::new();
        for ledger in self.in_any_order(random) {
            let lines = (0..ledger.len()).map(|nth| ledger.line(nth).unwrap().to_vec()).collect();
            text.extend(file(lines, random));
        }
        Ledger::restore(&text).unwrap().0
    }

    /// A snapshot of each, in one text or in several.
    fn snapshots(&self, random: &mut Random) -> Ledger {
        let snapshots: Vec<Vec<u8>> = self.in_any_order(random).into_iter().map(Ledger::snapshot).collect();
        if random.chance(30) {
            return Ledger::restore(&snapshots.join(&b'\n')).unwrap().0;
        }
        let mut merged = Ledger::default();
        for snapshot in snapshots {
            assert_eq!(merged.load(&snapshot).unwrap(), [0; 0]);
        }
        merged
    }

    /// All lines in several texts, and what is restored is written and read again on the way.
    fn pieces(&self, random: &mut Random) -> Ledger {
        let (mut merged, lines) = (Ledger::default(), self.shuffled(random));
        let size = 1 + random.below(lines.len());
        for piece in lines.chunks(size) {
            merged.load(&file(piece.to_vec(), random)).unwrap();
            if random.chance(30) {
                merged = Ledger::restore(&merged.snapshot()).unwrap().0;
            }
        }
        merged
    }

    fn in_any_order(&self, random: &mut Random) -> Vec<&Ledger> {
        let mut writers: Vec<&Ledger> = self.0.iter().collect();
        shuffle(&mut writers, random);
        writers
    }
}

/// Lines as a file, which may be opened several times, have empty lines, and a line that was torn.
fn file(lines: Vec<Vec<u8>>, random: &mut Random) -> Vec<u8> {
    let opening = Ledger::default().opening();
    let mut text = opening.clone();
    for line in lines {
        text.push(b'\n');
        if random.chance(10) {
            text.extend([&opening[..], b"\n"].concat());
        }
        if random.chance(5) {
            text.extend([&line[..random.below(line.len())], b"\n"].concat());
        }
        text.extend(line);
    }
    text.push(b'\n');
    text
}

pub fn shuffle<T>(list: &mut [T], random: &mut Random) {
    for last in (1..list.len()).rev() {
        list.swap(last, random.below(last + 1));
    }
}
