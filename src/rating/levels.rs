//! Levels: named bounds on the score and the tier.
