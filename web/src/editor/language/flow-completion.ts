import {
  acceptCompletion,
  autocompletion,
  pickedCompletion,
  snippet,
  startCompletion,
  type CompletionContext,
  type CompletionResult,
  type Completion as Option,
} from '@codemirror/autocomplete';
import { Prec, type Extension } from '@codemirror/state';
import { keymap, type EditorView } from '@codemirror/view';
import type { Completion } from '../../../../src/language/language-service/completion.ts';
import { shortTypeName } from '../../formats/short-type-name.ts';
import { markdownBox } from './markdown-dom.ts';
import { snippetTemplate } from './snippet-template.ts';

/** What can be written at an offset of a text. */
export type Complete = (text: string, offset: number) => Promise<readonly Completion[]>;

/** Suggestions as you type and at Ctrl+Space. Enter and Tab accept one. */
export function flowCompletion(complete: Complete): Extension {
  return [
    autocompletion({ override: [sourceOf(complete)], icons: false, maxRenderedOptions: 200 }),
    Prec.high(keymap.of([{ key: 'Tab', run: acceptCompletion }])),
  ];
}

function sourceOf(complete: Complete) {
  return async (context: CompletionContext): Promise<CompletionResult | null> => {
    // White space alone suggests nothing, so that Enter inserts a line break.
    if (!context.explicit && context.matchBefore(/[\w.]|\{\{ $/) === null) return null;
    const text = context.state.doc.toString();
    const completions = await complete(text, context.pos);
    const range = completions[0]?.range;
    if (range === undefined) return null;
    const written = text.slice(range.start, range.end);
    if (!context.explicit && completions.some(({ newText }) => newText === written)) return null;
    return {
      from: range.start,
      to: range.end,
      options: completions.filter((each) => each.range.start === range.start).map(optionOf),
      validFor: /^[\w-]*$/,
    };
  };
}

function optionOf(completion: Completion, index: number): Option {
  const { label, kind, detail, documentation } = completion;
  return {
    label,
    type: kind,
    // The packages of task types are only in the detail.
    ...(kind === 'type' && label.includes('.')
      ? { displayLabel: shortTypeName(label), detail: label }
      : detail !== undefined && { detail }),
    ...(documentation !== undefined && { info: () => markdownBox(documentation) }),
    sortText: String(index).padStart(4, '0'),
    apply: (view, option, from, to) => apply(view, { option, completion, from, to }),
  };
}

interface Application {
  readonly option: Option;
  readonly completion: Completion;
  readonly from: number;
  readonly to: number;
}

function apply(view: EditorView, { option, completion, from, to }: Application): void {
  const { state } = view;
  const indent = /^\s*/.exec(state.doc.lineAt(from).text)?.[0] ?? '';
  const template = snippetTemplate(completion, indent);
  if (template !== undefined) {
    snippet(template)(view, option, from, to);
    return;
  }
  const { newText } = completion;
  view.dispatch({
    changes: { from, to, insert: newText },
    selection: { anchor: from + newText.length },
    scrollIntoView: true,
    userEvent: 'input.complete',
    annotations: pickedCompletion.of(option),
  });
  // A key is followed by its value, and the first part of a reference by the next.
  if (/[ .]$/.test(newText)) startCompletion(view);
}
