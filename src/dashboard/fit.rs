use egui::{Pos2, Rect, Vec2, vec2};

/// Where a flat thing of known size is painted: one scale for both directions, centred.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Fit {
    /// The painted rectangle, in points of the screen.
    pub rect: Rect,
    /// Points of the screen for one unit of the thing.
    pub scale: f32,
}

impl Fit {
    /// The largest placement within `bounds`; `None` when either has no area.
    pub fn within(bounds: Rect, width: f64, height: f64) -> Option<Self> {
        if !(width > 0.0 && height > 0.0 && bounds.is_positive()) {
            return None;
        }
        let size = vec2(width as f32, height as f32);
        let scale = (bounds.width() / size.x).min(bounds.height() / size.y);
        Some(Self { rect: Rect::from_center_size(bounds.center(), size * scale), scale })
    }

    /// Where a point of the thing lands on the screen.
    pub fn place(&self, x: f64, y: f64) -> Pos2 {
        self.rect.min + vec2(x as f32, y as f32) * self.scale
    }
}

/// Divides `bounds` between two things of the given sizes, beside or above each other, so that the smaller one is as large as can be.
pub(super) fn share(bounds: Rect, first: Vec2, second: Vec2, gap: f32) -> (Rect, Rect) {
    let area = |bounds: Rect, size: Vec2| Fit::within(bounds, size.x.into(), size.y.into()).map_or(0.0, |f| f.rect.area());
    let beside = |t: f32| {
        let at = bounds.left() + (bounds.width() - gap) * t;
        (bounds.with_max_x(at), bounds.with_min_x(at + gap))
    };
    let above = |t: f32| {
        let at = bounds.top() + (bounds.height() - gap) * t;
        (bounds.with_max_y(at), bounds.with_min_y(at + gap))
    };
    let shares = (6..=14).map(|i| i as f32 / 20.0);
    let worth = |(a, b): &(Rect, Rect)| area(*a, first) * area(*b, second);
    shares.flat_map(|t| [above(t), beside(t)]).max_by(|a, b| worth(a).total_cmp(&worth(b))).unwrap_or_else(|| above(0.5))
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::pos2;

    #[test]
    fn a_wide_picture_is_centred_in_a_high_place() {
        let fit = Fit::within(Rect::from_min_size(pos2(10.0, 0.0), vec2(200.0, 300.0)), 1600.0, 900.0).unwrap();
        assert_eq!(fit.rect.width(), 200.0);
        assert_eq!(fit.place(800.0, 450.0), pos2(110.0, 150.0));
        assert_eq!(fit.place(0.0, 0.0), fit.rect.min);
    }

    #[test]
    fn nothing_fits_where_there_is_no_room() {
        assert_eq!(Fit::within(Rect::ZERO, 1.0, 1.0), None);
        assert_eq!(Fit::within(Rect::from_min_size(pos2(0.0, 0.0), vec2(9.0, 9.0)), 0.0, 1.0), None);
    }

    #[test]
    fn a_wide_place_is_shared_side_by_side_and_a_high_one_stacked() {
        let square = vec2(1.0, 1.0);
        let (a, b) = share(Rect::from_min_size(Pos2::ZERO, vec2(1000.0, 400.0)), square, square, 8.0);
        assert!(a.right() < b.left() && a.height() == 400.0);
        let (a, b) = share(Rect::from_min_size(Pos2::ZERO, vec2(400.0, 1000.0)), square, square, 8.0);
        assert!(a.bottom() < b.top() && b.width() == 400.0);
    }
}
