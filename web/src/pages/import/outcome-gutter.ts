import { RangeSet, StateEffect, StateField, type Extension } from '@codemirror/state';
import { EditorView, gutter, GutterMarker } from '@codemirror/view';
import { outcomeMarks, type Outcome } from '../../../../src/import/finding.ts';

/** The outcome of each line. */
export const setOutcomes = StateEffect.define<readonly (Outcome | undefined)[]>();

class OutcomeMarker extends GutterMarker {
  readonly #outcome: Outcome;

  constructor(outcome: Outcome) {
    super();
    this.#outcome = outcome;
  }

  override eq(other: OutcomeMarker): boolean {
    return this.#outcome === other.#outcome;
  }

  override toDOM(): Node {
    const mark = document.createElement('span');
    mark.dataset.outcome = this.#outcome;
    mark.textContent = outcomeMarks[this.#outcome];
    return mark;
  }
}

const markers: Readonly<Record<Outcome, OutcomeMarker>> = {
  mapped: new OutcomeMarker('mapped'),
  approximated: new OutcomeMarker('approximated'),
  'by hand': new OutcomeMarker('by hand'),
};

const marked = StateField.define<RangeSet<GutterMarker>>({
  create: () => RangeSet.empty,
  update(set, { effects, changes, state }) {
    const effect = effects.find((each) => each.is(setOutcomes));
    if (effect === undefined) return set.map(changes);
    return RangeSet.of(
      effect.value
        .slice(0, state.doc.lines)
        .flatMap((outcome, index) =>
          outcome === undefined ? [] : [markers[outcome].range(state.doc.line(index + 1).from)],
        ),
    );
  },
});

/** A mark beside each line that says what became of it; the list of findings says the same in words. */
export const outcomeGutter: Extension = [
  marked,
  gutter({
    class: 'cm-outcomes',
    markers: (view) => view.state.field(marked),
    initialSpacer: () => markers.mapped,
  }),
  EditorView.theme({
    '.cm-outcomes .cm-gutterElement': { minWidth: '2ch', padding: '0 2px', textAlign: 'center', fontWeight: '700' },
    '.cm-outcomes [data-outcome=mapped]': { color: 'var(--success)' },
    '.cm-outcomes [data-outcome=approximated]': { color: 'var(--warning)' },
    '.cm-outcomes [data-outcome="by hand"]': { color: 'var(--failed)' },
  }),
];
