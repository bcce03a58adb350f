import type { Extension } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import type { LanguageFacts } from '../../../../src/language/language-service/language-facts.ts';
import {
  createLanguageService,
  type LanguageService,
} from '../../../../src/language/language-service/language-service.ts';
import { CalledFlows, type LoadSource } from './called-flows.ts';
import { flowCompletion } from './flow-completion.ts';
import { flowHover } from './flow-hover.ts';

export interface FlowLanguageOptions {
  readonly facts: LanguageFacts;
  readonly loadSource: LoadSource;
  readonly isReadOnly: boolean;
}

/** Help for writing a flow, by the language service that `flowgate lsp` has too. Load this module on demand. */
export function flowLanguage({ facts, loadSource, isReadOnly }: FlowLanguageOptions): Extension {
  const called = new CalledFlows({ load: loadSource, read: (source) => service.interfaceOf(source) });
  const service = createLanguageService({ ...facts, calledFlow: called.get });
  return [
    flowHover(async (text, offset) => {
      await called.loadAll(service.calls(text));
      return service.hover(text, offset);
    }),
    flowDefinition(service.definition),
    isReadOnly
      ? []
      : flowCompletion(async (text, offset) => {
          await called.loadAll(service.calls(text));
          return service.complete(text, offset);
        }),
  ];
}

/** F12 goes from a reference to what it names. */
function flowDefinition(definition: LanguageService['definition']): Extension {
  return keymap.of([
    {
      key: 'F12',
      preventDefault: true,
      run: ({ state, dispatch }) => {
        const range = definition(state.doc.toString(), state.selection.main.head);
        if (range === undefined) return false;
        const selection = { anchor: range.start, head: range.end };
        dispatch({ selection, effects: EditorView.scrollIntoView(range.start, { y: 'center' }) });
        return true;
      },
    },
  ]);
}
