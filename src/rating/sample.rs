//! Means of random numbers, and how far they may be off.

/// Numbers drawn so far.
#[derive(Clone, Copy, Default)]
pub struct Sample {
    /// How many.
    pub runs: u32,
    /// Their mean.
    pub mean: f64,
    /// The sum of their squared distances from it.
    squares: f64,
}

impl Sample {
    /// Of these.
    pub fn of(values: impl IntoIterator<Item: Into<f64>>) -> Self {
        let mut sample = Self::default();
        sample.extend(values);
        sample
    }

    /// Adds them one after another.
    pub fn extend(&mut self, values: impl IntoIterator<Item: Into<f64>>) {
        values.into_iter().for_each(|value| self.push(value.into()));
    }

    /// Adds one.
    pub fn push(&mut self, value: f64) {
        self.runs += 1;
        let off = value - self.mean;
        self.mean += off / f64::from(self.runs);
        self.squares += off * (value - self.mean);
    }

    /// The variance of one; there are two or more.
    pub fn spread(&self) -> f64 {
        self.squares / f64::from(self.runs - 1)
    }

    /// The variance of one, if a variance of `usual` is worth as much as having seen `runs` more.
    pub fn spread_with(&self, usual: f64, runs: u32) -> f64 {
        (self.squares + f64::from(runs) * usual) / f64::from(self.runs - 1 + runs)
    }
}
