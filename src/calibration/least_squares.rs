use nalgebra::{DMatrix, DVector};

/// Minimises the sum of squared residuals by the method of Levenberg and Marquardt with numeric derivatives.
///
/// Returns the parameters that were found; `step` is the size of the differences taken, for each parameter.
pub fn minimise(
    start: DVector<f64>,
    step: &DVector<f64>,
    rounds: usize,
    residuals: impl Fn(&DVector<f64>) -> DVector<f64>,
) -> DVector<f64> {
    let mut at = start;
    let mut here = residuals(&at);
    let mut damping = 1e-3;
    for _ in 0..rounds {
        let mut slopes = DMatrix::zeros(here.len(), at.len());
        for k in 0..at.len() {
            let mut moved = at.clone();
            moved[k] += step[k];
            slopes.set_column(k, &((residuals(&moved) - &here) / step[k]));
        }
        let gradient = slopes.transpose() * &here;
        let normal = slopes.transpose() * &slopes;
        let before = here.norm_squared();
        let mut improved = false;
        while damping < 1e12 {
            let mut damped = normal.clone();
            for k in 0..at.len() {
                damped[(k, k)] += damping * normal[(k, k)].max(1e-12);
            }
            let Some(delta) = damped.cholesky().map(|c| c.solve(&gradient)) else {
                damping *= 10.0;
                continue;
            };
            let next = &at - delta;
            let there = residuals(&next);
            if there.norm_squared().is_finite() && there.norm_squared() < before {
                (at, here) = (next, there);
                damping = (damping / 10.0).max(1e-12);
                improved = true;
                break;
            }
            damping *= 10.0;
        }
        if !improved || before - here.norm_squared() <= 1e-10 * before {
            break;
        }
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_valley_of_rosenbrock_is_walked_to_its_end() {
        let found = minimise(DVector::from_vec(vec![-1.2, 1.0]), &DVector::from_element(2, 1e-6), 200, |p| {
            DVector::from_vec(vec![10.0 * (p[1] - p[0] * p[0]), 1.0 - p[0]])
        });
        assert!((found[0] - 1.0).abs() < 1e-4 && (found[1] - 1.0).abs() < 1e-4, "{found}");
    }
}
