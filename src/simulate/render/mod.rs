//! Scenes to pixels. What lies still is drawn once and kept; a frame costs what moves in it.

mod moving;
mod rays;
mod still;

use super::camera::Camera;
use super::hand::{HandLook, ShapeNumber, Sprite, TIP_HEIGHT};
use super::light::{Develop, Light, Sensor};
use super::noise::hash;
use super::scene::{HandPose, Scene, SceneCard};
use super::surface::Surface;
use super::texture::Props;
use crate::geometry::{Image, Point, Polygon, Table};
use image::RgbImage;
use moving::Layer;
use rays::{Area, HandFrame, shape_number};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Thickness of one card, mm.
pub const CARD_THICKNESS_MM: f64 = 0.31;

/// What a renderer looks at and how.
#[derive(Debug, Clone)]
pub struct View {
    /// Where from.
    pub camera: Camera,
    /// In what light.
    pub light: Light,
    /// With what sensor.
    pub sensor: Sensor,
    /// The table under the mat.
    pub surface: Surface,
    /// The players' hands, by number.
    pub hands: Vec<HandLook>,
}

/// Draws scenes. What lies still is drawn once and kept; a frame costs what moves in it.
#[derive(Debug)]
pub struct Renderer {
    view: View,
    props: Arc<Props>,
    width: usize,
    height: usize,
    /// The table point of each pixel's centre.
    ground: Vec<[f32; 2]>,
    /// Millimetres of table a pixel, about.
    scale: Vec<f32>,
    /// Exposure and vignetting of each pixel.
    gain: Vec<f32>,
    /// Table and mat, in linear light.
    bare: Vec<[f32; 3]>,
    /// The same with the cards at rest.
    still: Vec<[f32; 3]>,
    /// The same after the tone curve.
    toned: Vec<[u16; 3]>,
    cards: Vec<SceneCard>,
    develop: Develop,
    /// The hands, by number, in the shapes that were drawn so far.
    sprites: BTreeMap<(usize, ShapeNumber), Sprite>,
}

impl Renderer {
    /// Makes ready to draw a view with these printed things.
    pub fn new(view: View, props: Arc<Props>) -> Self {
        let (width, height) = (view.camera.width as usize, view.camera.height as usize);
        let far = Point::new(1e6, 1e6);
        let table = |x: f64, y: f64| view.camera.ground(Point::<Image>::new(x, y)).unwrap_or(far);
        let mut ground = Vec::with_capacity(width * height);
        let mut scale = Vec::with_capacity(width * height);
        let mut gain = Vec::with_capacity(width * height);
        let (cx, cy) = (width as f32 / 2.0, height as f32 / 2.0);
        for y in 0..height {
            for x in 0..width {
                let (px, py) = (x as f64 + 0.5, y as f64 + 0.5);
                let p = table(px, py);
                ground.push([p.x as f32, p.y as f32]);
                let area = (table(px + 1.0, py) - p).cross(table(px, py + 1.0) - p).abs();
                scale.push(area.sqrt() as f32);
                let r2 = ((x as f32 - cx).powi(2) + (y as f32 - cy).powi(2)) / (cx * cx + cy * cy);
                gain.push(view.sensor.exposure * (1.0 - view.sensor.vignetting * r2 * (0.6 + 0.4 * r2)));
            }
        }
        let develop = Develop::new(&view.sensor);
        let blank = vec![[0.0; 3]; width * height];
        let mut renderer = Self {
            view,
            props,
            width,
            height,
            ground,
            scale,
            gain,
            bare: blank.clone(),
            still: blank,
            toned: vec![[0; 3]; width * height],
            cards: Vec::new(),
            develop,
            sprites: BTreeMap::new(),
        };
        renderer.draw_bare();
        renderer.settle(renderer.everything());
        renderer
    }

    /// The view that it draws.
    pub const fn view(&self) -> &View {
        &self.view
    }

    const fn everything(&self) -> Area {
        Area { x0: 0, y0: 0, x1: self.width, y1: self.height }
    }

    /// Draws a scene. `number` chooses the noise.
    pub fn frame(&mut self, scene: &Scene, number: u64) -> RgbImage {
        self.update_still(&scene.cards);
        let mut picture = RgbImage::new(self.width as u32, self.height as u32);
        let mut movers: Vec<(Area, Vec<[u16; 3]>)> = Vec::new();
        let mut under: Vec<Layer> = Vec::new();
        for pose in &scene.hands {
            let area = self.hand_area(pose);
            if area.is_empty() {
                continue;
            }
            self.paint(pose);
            // Each hand is drawn over the light of those below it.
            let lit = self.over(area, pose, &under);
            movers.push((area, self.tone_area(area, &lit)));
            under.push((area, lit));
        }
        let rows = picture.as_mut();
        let mut line = vec![[0u16; 3]; self.width];
        for y in 0..self.height {
            line.copy_from_slice(&self.toned[y * self.width..(y + 1) * self.width]);
            for (area, toned) in &movers {
                if (area.y0..area.y1).contains(&y) {
                    let w = area.width();
                    line[area.x0..area.x1].copy_from_slice(&toned[(y - area.y0) * w..(y - area.y0 + 1) * w]);
                }
            }
            let offset = hash(y as i32, number as i32, self.view.sensor.seed) as usize;
            let bytes = &mut rows[3 * y * self.width..3 * (y + 1) * self.width];
            self.develop.expose(&line, bytes, offset);
        }
        picture
    }

    /// Where on the table the outline of a hand and its tip appear.
    pub fn hand_outline(&self, pose: &HandPose) -> (Polygon<Table>, Point<Table>) {
        let frame = HandFrame::new(pose, &self.view.hands);
        let spans = shape_number(pose, &self.view.hands).shape().spans();
        let camera = &self.view.camera;
        let seen = |hx: f32, hy: f32| {
            let (p, height) = frame.table(hx, hy);
            camera.apparent(p, height)
        };
        let mut left = Vec::new();
        let mut right = Vec::new();
        for &(low, high, y) in &spans {
            left.push(seen(low, y));
            right.push(seen(high, y));
        }
        // The sleeve goes on as wide as its last row.
        if let Some(&(low, high, _)) = spans.last() {
            for y in [-300.0, -600.0, -900.0] {
                left.push(seen(low, y));
                right.push(seen(high, y));
            }
        }
        right.extend(left.into_iter().rev());
        let mut outline = Polygon { vertices: right };
        if outline.signed_area() < 0.0 {
            outline.vertices.reverse();
        }
        (outline, camera.apparent(pose.tip, pose.height_mm + TIP_HEIGHT))
    }
}
