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

    /// Adds an amount at `now`, and gives the number of the part that holds it.
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
        let mut left = self.sum(now);
        let most = most.checked_sub(amount)?;
        for (age, part) in self.parts.iter().enumerate().rev() {
            if left <= most {
                let steps = (PARTS - age) as u64;
                return Some((self.start + steps * self.part).saturating_sub(now));
            }
            left -= part;
        }
        Some((self.start + (PARTS as u64 + 1) * self.part).saturating_sub(now))
    }

    /// Whether nothing is counted.
    pub(super) fn is_empty(&mut self, now: u64) -> bool {
        self.sum(now) == 0
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
