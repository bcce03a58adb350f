import { StateEffect, StateField, type Extension } from '@codemirror/state';
import { EditorView, hoverTooltip, keymap, showTooltip, type Tooltip } from '@codemirror/view';
import type { Hover } from '../../../../src/language-service/hover-flow.ts';
import { markdownBox } from './markdown-dom.ts';

/** What is known about the word at an offset of a text. */
export type Explain = (text: string, offset: number) => Promise<Hover | undefined>;

/** What the word under the pointer means. F1 tells it for the word at the cursor, until the next key. */
export function flowHover(explain: Explain): Extension {
  return [
    hoverTooltip(({ state }, position) => tooltipAt(explain, state.doc.toString(), position)),
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
          if (view.state.field(shown) === null) return false;
          view.dispatch({ effects: show.of(null) });
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
  const tooltip = await tooltipAt(explain, state.doc.toString(), state.selection.main.head);
  if (view.state !== state) return; // something was typed meanwhile
  view.dispatch({ effects: show.of(tooltip && { ...tooltip, create: announced(tooltip) }) });
}

async function tooltipAt(explain: Explain, text: string, offset: number): Promise<Tooltip | null> {
  const found = await explain(text, offset);
  if (found === undefined) return null;
  const { range, markdown } = found;
  return { pos: range.start, end: range.end, above: true, create: () => ({ dom: markdownBox(markdown) }) };
}

/** The same tooltip, which screen readers read when it appears. */
function announced({ create }: Tooltip): Tooltip['create'] {
  return (view) => {
    const tooltip = create(view);
    tooltip.dom.setAttribute('role', 'status');
    const { textContent } = tooltip.dom;
    return { ...tooltip, mount: () => view.dispatch({ effects: EditorView.announce.of(textContent ?? '') }) };
  };
}
