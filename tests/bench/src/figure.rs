//! Samples in, the figure that stands for them out.

use serde::Deserialize;

/// What stands for a number of samples.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq)]
pub(crate) struct Figure {
    pub(crate) median: f64,
    pub(crate) min: f64,
    pub(crate) max: f64,
}

impl Figure {
    /// The figure of at least one sample; none without.
    pub(crate) fn of(samples: &[f64]) -> Option<Figure> {
        let mut sorted = samples.to_vec();
        sorted.sort_by(f64::total_cmp);
        let middle = sorted.len() / 2;
        let median = if sorted.len() % 2 == 1 {
            *sorted.get(middle)?
        } else {
            (sorted.get(middle)? + sorted.get(middle.checked_sub(1)?)?) / 2.0
        };
        Some(Figure { median, min: *sorted.first()?, max: *sorted.last()? })
    }

    /// A figure that does not vary.
    pub(crate) fn exact(value: f64) -> Figure {
        Figure { median: value, min: value, max: value }
    }
}

#[cfg(test)]
mod tests {
    use super::Figure;

    #[test]
    fn the_median_is_the_middle_or_between_the_two() {
        assert_eq!(Figure::of(&[3.0, 1.0, 2.0]), Some(Figure { median: 2.0, min: 1.0, max: 3.0 }));
        assert_eq!(Figure::of(&[4.0, 1.0]), Some(Figure { median: 2.5, min: 1.0, max: 4.0 }));
        assert_eq!(Figure::of(&[]), None);
    }
}
