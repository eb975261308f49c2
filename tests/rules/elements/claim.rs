//! Laws of the ruling on who touched first.

use super::prelude::*;
use kibitzer::games::elements::{ClaimRuling, Contact, claim::first_touch};
use kibitzer::table::Seat;
use proptest::prelude::*;

fn contacts() -> impl Strategy<Value = Vec<Contact>> {
    let one = (0..5usize, 0..400_000u64, 0..40_000u64, 0..3000u32, 0..3000u32).prop_map(|(seat, after, length, early, late)| Contact {
        seat: Seat::from_index(seat).unwrap(),
        after: Stamp { at_us: after, tolerance_us: early },
        by: Stamp { at_us: after + length, tolerance_us: late },
    });
    proptest::collection::vec(one, 0..8)
}

/// The bracket that a contact's true time lies in.
fn bracket(contact: &Contact) -> (u64, u64) {
    let ends = [contact.after, contact.by];
    (ends.iter().map(|end| end.earliest_us()).min().unwrap(), ends.iter().map(|end| end.latest_us()).max().unwrap())
}

/// Each seat's first contact.
fn firsts(contacts: &[Contact]) -> Vec<Contact> {
    let mut sorted = contacts.to_vec();
    sorted.sort_by_key(|contact| (bracket(contact).1, bracket(contact).0));
    let mut seen = std::collections::BTreeSet::new();
    sorted.retain(|contact| seen.insert(contact.seat));
    sorted
}

fn mirrored(seat: Seat) -> Seat {
    Seat::from_index(4 - seat.index()).unwrap()
}

proptest! {
    #[test]
    fn the_order_of_the_input_does_not_matter((contacts, shuffled) in contacts().prop_flat_map(|c| (Just(c.clone()), Just(c).prop_shuffle()))) {
        prop_assert_eq!(first_touch(&contacts), first_touch(&shuffled));
    }

    #[test]
    fn mirrored_seats_mirror_the_ruling(contacts in contacts()) {
        let mirror: Vec<Contact> = contacts.iter().map(|c| Contact { seat: mirrored(c.seat), ..*c }).collect();
        match (first_touch(&contacts), first_touch(&mirror)) {
            (ClaimRuling::Nobody, ClaimRuling::Nobody) => {}
            (ClaimRuling::First { seat: a, lead: one }, ClaimRuling::First { seat: b, lead: other }) => {
                prop_assert_eq!(mirrored(a), b);
                prop_assert_eq!(one.is_some(), other.is_some());
            }
            (ClaimRuling::TooClose { seats: a, overlap_us: one }, ClaimRuling::TooClose { seats: mut b, overlap_us: other }) => {
                b.reverse();
                prop_assert_eq!(a.into_iter().map(mirrored).collect::<Vec<_>>(), b);
                prop_assert_eq!(one, other);
            }
            (one, other) => prop_assert!(false, "{one:?} mirrored is {other:?}"),
        }
    }

    #[test]
    fn a_first_seat_was_first_whenever_within_their_brackets_all_touched(contacts in contacts()) {
        if let ClaimRuling::First { seat, lead } = first_touch(&contacts) {
            let firsts = firsts(&contacts);
            let (_, latest) = firsts.iter().find(|c| c.seat == seat).map(bracket).unwrap();
            prop_assert!(firsts.iter().filter(|c| c.seat != seat).all(|c| bracket(c).0 > latest));
            prop_assert!(lead.is_none_or(|lead| lead.uncertainty_us <= lead.margin_us && lead.next != seat));
        }
    }

    #[test]
    fn each_of_those_too_close_may_have_been_first_and_no_other(contacts in contacts()) {
        if let ClaimRuling::TooClose { seats, overlap_us } = first_touch(&contacts) {
            let firsts = firsts(&contacts);
            prop_assert!(seats.len() >= 2);
            for contact in &firsts {
                let (earliest, latest) = bracket(contact);
                let may = firsts.iter().all(|other| earliest <= bracket(other).1);
                prop_assert_eq!(may, seats.contains(&contact.seat));
                prop_assert!(!may || latest - earliest >= overlap_us);
            }
        }
    }

    #[test]
    fn a_later_touch_never_takes_the_claim_away(contacts in contacts(), gap in 1..100_000u64) {
        if let ClaimRuling::First { seat, .. } = first_touch(&contacts) {
            let latest = contacts.iter().map(|c| bracket(c).1).max().unwrap();
            let late = Contact::at(Seat::from_index(5).unwrap(), Stamp { at_us: latest + gap, tolerance_us: 0 });
            let with = [contacts, vec![late]].concat();
            prop_assert!(first_touch(&with).is_first(seat));
        }
    }
}
