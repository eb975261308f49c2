//! The stable word of each objection, and where its rule stands.

use super::Objection;

impl crate::games::Objection for Objection {
    fn code(&self) -> &'static str {
        match self {
            Self::NotSeated { .. } => "not-seated",
            Self::AfterEnd { .. } => "after-end",
            Self::NotNow { .. } => "not-now",
            Self::NoPile { .. } => "no-pile",
            Self::NothingThere { .. } => "nothing-there",
            Self::Elsewhere { .. } => "elsewhere",
            Self::NotThere { .. } => "not-there",
            Self::Unread { .. } => "unread",
            Self::HandEmpty { .. } => "hand-empty",
            Self::NotHeld { .. } => "not-held",
            Self::NotDealer { .. } => "not-dealer",
            Self::NotAtCentre { .. } => "not-at-centre",
            Self::NothingToReverse { .. } => "nothing-to-reverse",
            Self::NothingOpen { .. } => "nothing-open",
            Self::NoMagic => "no-magic",
            Self::NoDibs => "no-dibs",
            Self::DibsHandBusy { .. } => "dibs-hand-busy",
            Self::DibsNotInOcean { .. } => "dibs-not-in-ocean",
            Self::DibsOutranked { .. } => "dibs-outranked",
            Self::FlameHand { .. } => "flame-hand",
            Self::SecondCard { .. } => "second-card",
            Self::SeveralCards { .. } => "several-cards",
            Self::Claimed { .. } => "claimed",
            Self::GaveAway { .. } => "gave-away",
            Self::OthersIsland { .. } => "others-island",
            Self::OthersFlame { .. } => "others-flame",
            Self::OthersClaim { .. } => "others-claim",
            Self::LookedEarly { .. } => "looked-early",
            Self::BeforeStart { .. } => "before-start",
            Self::IslandFirst { .. } => "island-first",
            Self::WrongType { .. } => "wrong-type",
            Self::IslandFull { .. } => "island-full",
            Self::FromFlame { .. } => "from-flame",
            Self::Retouched { .. } => "retouched",
            Self::Delays { .. } => "delays",
            Self::Unreversed { .. } => "unreversed",
            Self::TouchAfterReversal { .. } => "touch-after-reversal",
            Self::Halted { .. } => "halted",
            Self::FixedInHalt { .. } => "fixed-in-halt",
            Self::FlameEmpty { .. } => "flame-empty",
            Self::WhirlwindHandBusy { .. } => "whirlwind-hand-busy",
            Self::FlameNotWhole { .. } => "flame-not-whole",
            Self::Unannounced { .. } => "unannounced",
            Self::PassFirst { .. } => "pass-first",
            Self::NoWhirlwind { .. } => "no-whirlwind",
            Self::WrongNeighbour { .. } => "wrong-neighbour",
            Self::IslandNotWhole { .. } => "island-not-whole",
            Self::ShrinkFirst { .. } => "shrink-first",
            Self::FalseFire { .. } => "false-fire",
            Self::PlayStopped { .. } => "play-stopped",
            Self::RightfulClaim { .. } => "rightful-claim",
            Self::EffectNotStopped { .. } => "effect-not-stopped",
            Self::BodilyMagic { .. } => "bodily-magic",
            Self::Harm { .. } => "harm",
            Self::LastingMind { .. } => "lasting-mind",
            Self::Compulsion { .. } => "compulsion",
            Self::ChangedType { .. } => "changed-type",
            Self::AmbiguousType { .. } => "ambiguous-type",
            Self::NoIdentifier { .. } => "no-identifier",
            Self::CourtFace { .. } => "court-face",
            Self::TakenByMagic { .. } => "taken-by-magic",
            Self::Destroyed { .. } => "destroyed",
            Self::BeyondOcean { .. } => "beyond-ocean",
            Self::Invisible { .. } => "invisible",
            Self::LateTouch { .. } => "late-touch",
            Self::TooClose { .. } => "too-close",
            Self::OpenClaim { .. } => "open-claim",
            Self::Outclaimed { .. } => "outclaimed",
            Self::Stacked { .. } => "stacked",
            Self::UnsaidFire { .. } => "unsaid-fire",
        }
    }

    fn rule(&self) -> &'static str {
        match self {
            Self::NotNow { .. } => "Elements, Setup and Gameplay",
            Self::NotSeated { .. } => "Elements, Players",
            Self::AfterEnd { .. }
            | Self::WrongType { .. }
            | Self::IslandFull { .. }
            | Self::FromFlame { .. }
            | Self::Retouched { .. }
            | Self::Unannounced { .. }
            | Self::NoWhirlwind { .. }
            | Self::WrongNeighbour { .. }
            | Self::IslandNotWhole { .. }
            | Self::PlayStopped { .. }
            | Self::UnsaidFire { .. } => "Elements, Gameplay",
            Self::NotDealer { .. }
            | Self::NotAtCentre { .. }
            | Self::LookedEarly { .. }
            | Self::BeforeStart { .. }
            | Self::IslandFirst { .. } => "Elements, Setup",
            Self::NoPile { .. } | Self::NothingThere { .. } => "Elements, The Elements",
            Self::Elsewhere { .. } | Self::NotThere { .. } => "Elements, Requirements; Rulings, Elements 7",
            Self::Unread { .. } => "Rulings, Elements 7",
            Self::HandEmpty { .. }
            | Self::NotHeld { .. }
            | Self::FlameHand { .. }
            | Self::SecondCard { .. }
            | Self::SeveralCards { .. }
            | Self::Claimed { .. }
            | Self::GaveAway { .. }
            | Self::Delays { .. }
            | Self::RightfulClaim { .. } => "Elements, Hand Rules",
            Self::NothingToReverse { .. } | Self::Halted { .. } | Self::FixedInHalt { .. } => "Elements, Rule Violations",
            Self::NothingOpen { .. } | Self::TooClose { .. } | Self::OpenClaim { .. } => "Rulings, Elements 1",
            Self::NoMagic | Self::NoDibs | Self::Stacked { .. } => "Elements, Adaptation for Non-Mages",
            Self::ShrinkFirst { .. } => "Elements, Gameplay; Adaptation for Non-Mages",
            Self::DibsHandBusy { .. } | Self::DibsNotInOcean { .. } | Self::DibsOutranked { .. } => {
                "Elements, Adaptation for Non-Mages; Rulings, Elements 6"
            }
            Self::OthersIsland { .. }
            | Self::OthersFlame { .. }
            | Self::OthersClaim { .. }
            | Self::EffectNotStopped { .. }
            | Self::BodilyMagic { .. }
            | Self::Harm { .. }
            | Self::LastingMind { .. }
            | Self::Compulsion { .. } => "Elements, Magic Rules, Scope",
            Self::Unreversed { .. } | Self::TouchAfterReversal { .. } => "Elements, Rule Violations; Rulings, Elements 5",
            Self::FlameEmpty { .. } | Self::WhirlwindHandBusy { .. } | Self::FlameNotWhole { .. } | Self::PassFirst { .. } => {
                "Elements, Gameplay; Rulings, Elements 8"
            }
            Self::FalseFire { .. } => "Elements, Gameplay; Rulings, Elements 7",
            Self::ChangedType { .. }
            | Self::AmbiguousType { .. }
            | Self::NoIdentifier { .. }
            | Self::CourtFace { .. }
            | Self::TakenByMagic { .. }
            | Self::Destroyed { .. }
            | Self::BeyondOcean { .. }
            | Self::Invisible { .. } => "Elements, Magic Rules, Cards",
            Self::LateTouch { .. } | Self::Outclaimed { .. } => "Elements, Hand Rules; Rulings, Elements 1",
        }
    }

    fn is_warning(&self) -> bool {
        !self.is_offence() && !self.is_impossible()
    }
}
