import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import type { Extension } from '@codemirror/state';
import { keymap } from '@codemirror/view';

/** Ctrl+F searches, also in lines that are not rendered. Load this module on demand. */
export const editorSearch: Extension = [
  highlightSelectionMatches({ minSelectionLength: 2, wholeWords: true }),
  search({ top: true }),
  keymap.of(searchKeymap),
];
