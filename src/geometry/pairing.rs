/// Pairs up two lists by `candidates`: (cost, place in the one list, place in the other). The cheapest pair comes first, and each place is taken
/// once; of equal costs the first one listed. Returns for each of the one list's `count` places what it is paired with.
pub fn cheapest_first(mut candidates: Vec<(f64, usize, usize)>, count: usize) -> Vec<Option<usize>> {
    candidates.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut of = vec![None; count];
    for (_, one, other) in candidates {
        if !of.contains(&Some(other))
            && let Some(free @ None) = of.get_mut(one)
        {
            *free = Some(other);
        }
    }
    of
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cheapest_pair_wins_and_each_place_is_taken_once() {
        let candidates = vec![(3.0, 0, 0), (1.0, 1, 0), (2.0, 0, 1), (0.5, 2, 7), (9.0, 1, 1)];
        assert_eq!(cheapest_first(candidates, 4), [Some(1), Some(0), Some(7), None]);
        assert_eq!(cheapest_first(vec![(1.0, 0, 5), (1.0, 0, 6), (1.0, 9, 6)], 1), [Some(5)]);
    }
}
