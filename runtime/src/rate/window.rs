//! How much happened lately: amounts with their time in, the sum of the last hour or day out.

/// A period is counted in so many parts.
const PARTS: usize = 60;

/// What happened in the last period, up to one part more: never less than what did.
///
/// It is a sliding window: no period of that length, wherever it begins, sees more than the limit. A bucket that
/// refills would let twice as much through around the moment at which it is full.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Window {
    /// Milliseconds of a part
    part: u64,
    /// When the newest part began
    start: u64,
    /// The sum of all parts
    sum: u64,
    /// The newest part comes first
    parts: [u64; PARTS + 1],
}

impl Window {
    /// An empty one over `period` milliseconds.
    pub(super) fn new(period: u64, now: u64) -> Window {
        Window { part: (period / PARTS as u64).max(1), start: now, sum: 0, parts: [0; PARTS + 1] }
    }

    /// What was added in the period before `now`. A clock that went back makes nothing older or newer.
    pub(super) fn sum(&mut self, now: u64) -> u64 {
        self.advance(now);
        self.sum
    }

    /// Adds an amount at `now`.
    pub(super) fn add(&mut self, now: u64, amount: u64) {
        self.advance(now);
        self.parts[0] = self.parts[0].saturating_add(amount);
        self.sum = self.sum.saturating_add(amount);
    }

    /// Takes an amount out that was added `age` milliseconds ago. What is no longer counted needs no taking out.
    pub(super) fn take(&mut self, now: u64, age: u64, amount: u64) {
        self.advance(now);
        let newest_began = now.saturating_sub(self.start);
        let part = age.saturating_sub(newest_began).div_ceil(self.part);
        let Some(part) = usize::try_from(part).ok().and_then(|part| self.parts.get_mut(part)) else { return };
        let taken = amount.min(*part);
        *part -= taken;
        self.sum -= taken;
    }

    /// Milliseconds from `now` until `amount` more has room below `most`; none when it never has.
    pub(super) fn wait(&mut self, now: u64, amount: u64, most: u64) -> Option<u64> {
        let most = most.checked_sub(amount)?;
        let mut left = self.sum(now);
        if left <= most {
            return Some(0);
        }
        for (age, part) in self.parts.iter().enumerate().rev() {
            left -= part;
            if left <= most {
                let steps = (PARTS + 1 - age) as u64;
                return Some((self.start + steps * self.part).saturating_sub(now));
            }
        }
        None
    }

    fn advance(&mut self, now: u64) {
        if now < self.start {
            self.start = now;
            return;
        }
        let steps = (now - self.start) / self.part;
        if steps == 0 {
            return;
        }
        let gone = usize::try_from(steps).unwrap_or(usize::MAX).min(PARTS + 1);
        self.parts.copy_within(..PARTS + 1 - gone, gone);
        self.parts.get_mut(..gone).unwrap_or_default().fill(0);
        self.sum = self.parts.iter().fold(0, |sum: u64, part| sum.saturating_add(*part));
        self.start += steps * self.part;
    }

    /// When the newest part began, and the parts, the newest first, without the empty ones at the end.
    pub(super) fn state(&self) -> (u64, &[u64]) {
        let used = self.parts.iter().rposition(|part| *part > 0).map_or(0, |last| last + 1);
        (self.start, self.parts.get(..used).unwrap_or_default())
    }

    /// The window of such a state.
    pub(super) fn of(period: u64, start: u64, parts: impl IntoIterator<Item = u64>) -> Window {
        let mut window = Window::new(period, start);
        for (part, amount) in window.parts.iter_mut().zip(parts) {
            *part = amount;
            window.sum = window.sum.saturating_add(amount);
        }
        window
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const PERIOD: u64 = 6_000;

    proptest! {
        /// Against a list of all amounts: never less than the last period, never more than one part beyond it.
        #[test]
        fn it_counts_the_last_period_and_at_most_a_part_more(steps in prop::collection::vec((0..3_000_u64, 0..5_u64), 1..80)) {
            let mut now = 1_000_000;
            let mut window = Window::new(PERIOD, now);
            let mut all: Vec<(u64, u64)> = Vec::new();
            for (pause, amount) in steps {
                now += pause;
                let since = |age: u64| all.iter().filter(|(at, _)| now - at < age).map(|(_, amount)| amount).sum::<u64>();
                let (least, most) = (since(PERIOD), since(PERIOD + PERIOD / PARTS as u64));
                let sum = window.sum(now);
                prop_assert!((least..=most).contains(&sum), "{sum} is not in {least}..={most}");
                window.add(now, amount);
                all.push((now, amount));
                let (start, parts) = window.state();
                prop_assert_eq!(&Window::of(PERIOD, start, parts.iter().copied()), &window);
            }
        }

        /// What is taken out again was never there.
        #[test]
        fn what_is_taken_out_leaves_no_trace(before in 0..9_u64, amount in 0..9_u64, first in 0..2_000_u64, age in 0..9_000_u64) {
            let mut window = Window::new(PERIOD, 0);
            window.add(first, before);
            let mut untouched = window.clone();
            window.add(first, amount);
            window.take(first + age, age, amount);
            prop_assert_eq!(window.sum(first + age), untouched.sum(first + age));
        }

        /// The wait that is told is enough, and a shorter one is not.
        #[test]
        fn the_wait_is_exact(amounts in prop::collection::vec((0..2_000_u64, 1..4_u64), 1..20), most in 1..6_u64) {
            let mut now = 0;
            let mut window = Window::new(PERIOD, now);
            for (pause, amount) in amounts {
                now += pause;
                window.add(now, amount);
            }
            let wait = window.wait(now, 1, most).unwrap();
            prop_assert!(window.clone().sum(now + wait) < most);
            prop_assert!(wait == 0 || window.sum(now + wait - 1) >= most);
        }
    }

    #[test]
    fn a_clock_that_goes_back_gives_nothing_free() {
        let mut window = Window::new(PERIOD, 50_000);
        window.add(50_000, 3);
        assert_eq!(window.sum(10), 3);
        assert_eq!(window.sum(10 + PERIOD - 1), 3);
        assert_eq!(window.sum(10 + 2 * PERIOD), 0, "it does not wait for the time that was before");
    }
}
