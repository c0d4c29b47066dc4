//! The operators of sets.

/// Defines the operators of a set that is a newtype of bits: `&`, `|`, `^` and `-`, and `&=` to
/// `-=`. The long form defines those of other sets, one by one.
macro_rules! set_operators {
    ($set:ident) => {
        set_operators!($set: BitAnd bitand BitAndAssign bitand_assign |a, b| a & b);
        set_operators!($set: BitOr bitor BitOrAssign bitor_assign |a, b| a | b);
        set_operators!($set: BitXor bitxor BitXorAssign bitxor_assign |a, b| a ^ b);
        set_operators!($set: Sub sub SubAssign sub_assign |a, b| a & !b);
    };
    (
        $set:ident: $trait:ident $function:ident $assigning:ident $assign:ident
        |$a:ident, $b:ident| $of:expr
    ) => {
        impl std::ops::$trait for $set {
            type Output = Self;
            fn $function(self, other: Self) -> Self {
                let ($a, $b) = (self.0, other.0);
                Self($of)
            }
        }

        impl std::ops::$assigning for $set {
            fn $assign(&mut self, other: Self) {
                *self = std::ops::$trait::$function(*self, other);
            }
        }
    };
}

/// Displays a set as its members with commas, and for debugging in braces.
macro_rules! displayed_as_list {
    ($set:ident, $doc:literal) => {
        #[doc = $doc]
        impl std::fmt::Display for $set {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                for (i, one) in self.iter().enumerate() {
                    write!(f, "{}{one}", if i == 0 { "" } else { ", " })?;
                }
                Ok(())
            }
        }

        impl std::fmt::Debug for $set {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, "{{{self}}}")
            }
        }
    };
}
