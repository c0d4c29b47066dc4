//! Quantiles of a sample.

/// Returns the value below which this share of the sorted `values` lies, interpolated between two
/// of them (definition 7 of Hyndman and Fan 1996, the usual one): share 0 is the first, 1 the last.
///
/// # Panics
/// If there are no values.
///
/// ```
/// # use seeddb_core as seeddb;
/// use seeddb::rating::quantile::quantile;
/// assert_eq!(quantile(&[1.0, 2.0, 4.0, 8.0], 0.5), 3.0);
/// ```
pub fn quantile(sorted: &[f64], share: f64) -> f64 {
    let place = share.clamp(0.0, 1.0) * (sorted.len() - 1) as f64;
    let (low, high) = (sorted[place.floor() as usize], sorted[place.ceil() as usize]);
    low + (high - low) * place.fract()
}
