import { StateEffect, StateField, type Extension } from '@codemirror/state';
import { Decoration, EditorView, type DecorationSet } from '@codemirror/view';

/** Lines from 1 on, both included. */
export interface LineRange {
  readonly from: number;
  readonly to: number;
}

/** Marks lines, such as those of a task under the pointer, instead of those marked before. */
export const markLines = StateEffect.define<readonly LineRange[]>();

const marked = Decoration.line({ class: 'cm-marked' });

export const lineMark: Extension = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (decorations, { effects, state, docChanged }) => {
    const effect = effects.find((each) => each.is(markLines));
    if (effect === undefined) return docChanged ? Decoration.none : decorations;
    const lines = new Set(effect.value.flatMap((range) => linesIn(range, state.doc.lines)));
    return Decoration.set(
      [...lines].map((line) => marked.range(state.doc.line(line).from)),
      true,
    );
  },
  provide: (field) => EditorView.decorations.from(field),
});

function linesIn({ from, to }: LineRange, last: number): readonly number[] {
  return Array.from({ length: Math.max(0, Math.min(to, last) - from + 1) }, (_, index) => from + index);
}
