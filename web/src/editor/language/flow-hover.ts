import { StateEffect, StateField, type Extension } from '@codemirror/state';
import {
  closeHoverTooltips,
  EditorView,
  hasHoverTooltips,
  hoverTooltip,
  keymap,
  showTooltip,
  type Tooltip,
} from '@codemirror/view';
import type { Hover } from '../../../../src/language/language-service/hover-flow.ts';
import { markdownBox } from './markdown-dom.ts';

/** Explains the word at an offset of a text. */
export type Explain = (text: string, offset: number) => Promise<Hover | undefined>;

/**
 * What the word under the pointer means. F1 explains the word at the cursor, until the next key. Esc closes what is
 * explained, problems too.
 */
export function flowHover(explain: Explain): Extension {
  return [
    hoverTooltip(async ({ state }, position) => {
      const found = await explain(state.doc.toString(), position);
      return found === undefined ? null : tooltipOf(found);
    }),
    shown,
    keymap.of([
      {
        key: 'F1',
        run: (view) => {
          void showAtCursor(explain, view);
          return true;
        },
      },
      {
        key: 'Escape',
        run: (view) => {
          if (view.state.field(shown) === null && !hasHoverTooltips(view.state)) return false;
          view.dispatch({ effects: [show.of(null), closeHoverTooltips] });
          return true;
        },
      },
    ]),
  ];
}

const show = StateEffect.define<Tooltip | null>();

const shown = StateField.define<Tooltip | null>({
  create: () => null,
  update: (tooltip, transaction) => {
    const effect = transaction.effects.find((each) => each.is(show));
    if (effect !== undefined) return effect.value;
    return transaction.docChanged || transaction.selection !== undefined ? null : tooltip;
  },
  provide: (field) => showTooltip.from(field),
});

async function showAtCursor(explain: Explain, view: EditorView): Promise<void> {
  const { state } = view;
  const found = await explain(state.doc.toString(), state.selection.main.head);
  if (view.state !== state) return; // the text has changed since
  view.dispatch({
    effects:
      found === undefined
        ? [show.of(null), EditorView.announce.of('No explanation')]
        : [show.of(tooltipOf(found)), EditorView.announce.of(markdownBox(found.markdown).textContent)],
  });
}

function tooltipOf({ range, markdown }: Hover): Tooltip {
  return { pos: range.start, end: range.end, above: false, create: () => ({ dom: markdownBox(markdown) }) };
}
