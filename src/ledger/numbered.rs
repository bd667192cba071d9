//! Values by number, in order: a sorted list, because each instance of a standard map adds kilobytes of wasm.

/// Values, each with a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Numbered<T> {
    numbers: Vec<usize>,
    things: Vec<T>,
}

/// Numbers without values.
pub type Numbers = Numbered<()>;

impl<T> Default for Numbered<T> {
    fn default() -> Self {
        Self { numbers: Vec::new(), things: Vec::new() }
    }
}

impl<T> Numbered<T> {
    /// Returns the value of a number.
    #[must_use]
    pub fn get(&self, number: usize) -> Option<&T> {
        place(&self.numbers, number).ok().and_then(|at| self.things.get(at))
    }

    /// Returns `true` if the number has a value.
    #[must_use]
    pub fn has(&self, number: usize) -> bool {
        place(&self.numbers, number).is_ok()
    }

    /// Sets the value of a number.
    pub fn set(&mut self, number: usize, thing: T) {
        match place(&self.numbers, number) {
            Ok(at) => self.things.get_mut(at).into_iter().zip([thing]).for_each(|(known, thing)| *known = thing),
            Err(at) => {
                self.numbers.insert(at, number);
                self.things.insert(at, thing);
            }
        }
    }

    /// Removes a value and returns it.
    pub fn take(&mut self, number: usize) -> Option<T> {
        let at = place(&self.numbers, number).ok()?;
        self.numbers.remove(at);
        Some(self.things.remove(at))
    }

    /// Returns all values, by number.
    pub fn iter(&self) -> impl Iterator<Item = (usize, &T)> {
        self.numbers.iter().copied().zip(&self.things)
    }
}

impl<T: Default> Numbered<T> {
    /// Changes the value of a number. It creates a missing one first.
    pub fn change(&mut self, number: usize, change: impl FnOnce(&mut T)) {
        if !self.has(number) {
            self.set(number, T::default());
        }
        let at = place(&self.numbers, number);
        at.ok().and_then(|at| self.things.get_mut(at)).into_iter().zip([change]).for_each(|(thing, change)| change(thing));
    }
}

impl Numbers {
    /// Adds a number. Returns `true` if it is new.
    pub fn add(&mut self, number: usize) -> bool {
        let is_new = !self.has(number);
        self.set(number, ());
        is_new
    }
}

fn place(numbers: &[usize], number: usize) -> Result<usize, usize> {
    // Numbers are mostly added in order.
    if numbers.last().is_some_and(|last| *last < number) { Err(numbers.len()) } else { numbers.binary_search(&number) }
}

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;

    #[test]
    fn things_are_found_by_their_numbers_in_whatever_order_they_came() {
        let mut things = Numbered::default();
        for number in [5, 3, 9, 4, 9] {
            things.set(number, number * 10);
        }
        assert_eq!(things.iter().map(|(number, thing)| (number, *thing)).collect::<Vec<_>>(), [(3, 30), (4, 40), (5, 50), (9, 90)]);
        assert_eq!((things.get(4), things.get(6)), (Some(&40), None));
        assert_eq!((things.take(4), things.take(4)), (Some(40), None));
        things.change(7, |thing| *thing += 1);
        assert_eq!(things.get(7), Some(&1));
    }
}
