import { StateEffect, StateField, type Extension } from '@codemirror/state';
import { Decoration, EditorView, type DecorationSet } from '@codemirror/view';

/** Lines from 1 on, both included. */
export interface LineRange {
  readonly from: number;
  readonly to: number;
}

/** Marks lines, such as those of a task under the pointer; undefined marks none. */
export const markLines = StateEffect.define<LineRange | undefined>();

const marked = Decoration.line({ class: 'cm-marked' });

export const lineMark: Extension = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (decorations, { effects, state, docChanged }) => {
    const effect = effects.find((each) => each.is(markLines));
    if (effect === undefined) return docChanged ? Decoration.none : decorations;
    const { from, to } = effect.value ?? { from: 1, to: 0 };
    const lines = Array.from({ length: Math.min(to, state.doc.lines) - from + 1 }, (_, index) => from + index);
    return Decoration.set(lines.map((line) => marked.range(state.doc.line(line).from)));
  },
  provide: (field) => EditorView.decorations.from(field),
});
