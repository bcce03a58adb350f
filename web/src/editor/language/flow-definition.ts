import type { Extension } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import type { LanguageService } from '../../../../src/language-service/language-service.ts';

/** F12 goes from a reference to what it names. */
export function flowDefinition(definition: LanguageService['definition']): Extension {
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
