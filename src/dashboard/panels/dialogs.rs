use super::paint::title;
use crate::dashboard::Command;
use crate::dashboard::keys::BINDINGS;
use crate::pipeline::Call;
use egui::{Context, Frame, Grid, Id, Margin, Modal, RichText, Ui};

/// Every key and what it does.
pub(in crate::dashboard) fn help(ctx: &Context, out: &mut Vec<Command>) {
    let modal = modal(ctx, "keys").show(ctx, |ui| {
        title(ui, "Keys");
        ui.add_space(8.0);
        ui.spacing_mut().interact_size.y = 18.0;
        let shown: Vec<_> = BINDINGS.iter().filter(|b| !b.shown.is_empty()).collect();
        let (left, right) = shown.split_at(shown.len().div_ceil(2));
        ui.horizontal_top(|ui| {
            for (column, half) in [("left", left), ("right", right)] {
                Grid::new(("keys", column)).num_columns(2).spacing([16.0, 8.0]).show(ui, |ui| {
                    for binding in half {
                        ui.label(RichText::new(binding.shown).monospace().strong());
                        ui.label(binding.does);
                        ui.end_row();
                    }
                });
                if column == "left" {
                    ui.add_space(28.0);
                }
            }
        });
        ui.add_space(10.0);
        ui.weak("Tab goes from one button or field to the next; Space or Enter presses it.");
        ui.add_space(6.0);
        ui.button("Close").clicked()
    });
    if modal.inner || modal.should_close() {
        out.push(Command::Help(false));
    }
}

fn modal(ctx: &Context, id: &str) -> Modal {
    Modal::new(Id::unique(id)).frame(Frame::popup(&ctx.global_style()).inner_margin(Margin::same(20)))
}

/// Asks once before the game is ended.
pub(in crate::dashboard) fn ask_end(ctx: &Context, out: &mut Vec<Command>) {
    let modal = modal(ctx, "end").show(ctx, |ui: &mut Ui| {
        ui.set_width(320.0);
        title(ui, "End the game?");
        ui.label("The scores are taken as the table stands. The journal keeps everything.");
        ui.add_space(6.0);
        ui.horizontal(|ui| {
            let go_on = ui.button("Keep playing");
            if ui.memory(|m| m.focused().is_none()) {
                go_on.request_focus();
            }
            (go_on.clicked(), ui.button("End now").clicked())
        })
        .inner
    });
    let (go_on, end) = modal.inner;
    if end {
        out.push(Command::Tell(Call::End));
    } else if go_on || modal.should_close() {
        out.push(Command::AskEnd(false));
    }
}
