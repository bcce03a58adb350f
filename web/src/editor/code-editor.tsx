import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { bracketMatching, foldGutter, foldKeymap, indentOnInput, indentUnit } from '@codemirror/language';
import { EditorState, StateEffect, type Extension } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { useEffect, useImperativeHandle, useRef, type Ref } from 'react';
import { editorTheme } from './editor-theme.ts';
import { lineMark, markLines, type LineRange } from './line-mark.ts';
import './code-editor.css';

/** What the page around an editor can do with it. */
export interface EditorHandle {
  text(): string;
  /** Replaces the text; can be undone. */
  setText(text: string): void;
  /** Moves the cursor to a range, in sight and focused. */
  select(range: { readonly from: number; readonly to: number }): void;
  /** Moves the cursor to the start of a line, from 1 on, in sight. */
  goToLine(line: number): void;
  /** Marks lines until the text changes. */
  mark(lines: readonly LineRange[]): void;
  /** Applies an effect of one of its extensions. */
  apply(effect: StateEffect<unknown>): void;
}

export interface CodeEditorProps {
  /** The initial text. From then on, the editor owns it. */
  readonly initialText: string;
  readonly label: string;
  /** The id of an element with more help, such as how to leave with the keyboard. */
  readonly describedBy?: string;
  readonly isReadOnly?: boolean;
  /** The language and what depends on it. Only those of the first render count. */
  readonly extensions?: Extension;
  /** Loads what is not needed at first. Only the one of the first render is called; a failure changes nothing. */
  readonly loadMore?: () => Promise<Extension>;
  /** The text as the user sees it, with `\n` between lines. Only the one of the first render is called. */
  readonly onChange?: (text: string) => void;
  /** The line of the cursor, from 1 on, after each move. Only the one of the first render is called. */
  readonly onLine?: (line: number) => void;
  readonly ref?: Ref<EditorHandle>;
}

/** A text with line numbers, search and undo. */
export function CodeEditor({ ref, ...props }: CodeEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const first = useRef(props);
  useEffect(() => {
    const created = new EditorView({ parent: host.current!, state: stateOf(first.current) });
    view.current = created;
    let isOpen = true;
    const add = (more: Extension) => {
      if (isOpen) created.dispatch({ effects: StateEffect.appendConfig.of(more) });
    };
    // An editor without them is still an editor.
    import('./editor-search.ts').then(({ editorSearch }) => add(editorSearch)).catch(() => undefined);
    first.current.loadMore?.().then(add, () => undefined);
    return () => {
      isOpen = false;
      created.destroy();
    };
  }, []);
  useImperativeHandle(
    ref,
    () => ({
      text: () => view.current?.state.doc.toString() ?? '',
      setText: (text) => {
        const editor = view.current;
        editor?.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: text } });
      },
      select: ({ from, to }) => {
        const editor = view.current;
        if (editor === undefined) return;
        const end = editor.state.doc.length;
        const selection = { anchor: Math.min(from, end), head: Math.min(to, end) };
        editor.dispatch({ selection, effects: EditorView.scrollIntoView(selection.anchor, { y: 'center' }) });
        editor.focus();
      },
      goToLine: (line) => {
        const editor = view.current;
        if (editor === undefined || line > editor.state.doc.lines) return;
        const { from } = editor.state.doc.line(line);
        editor.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: 'center' }) });
      },
      mark: (lines) => view.current?.dispatch({ effects: markLines.of(lines) }),
      apply: (effect) => view.current?.dispatch({ effects: effect }),
    }),
    [],
  );
  return <div ref={host} className="code-editor" />;
}

function stateOf({
  initialText,
  label,
  describedBy,
  isReadOnly = false,
  extensions = [],
  onChange,
  onLine,
}: CodeEditorProps) {
  return EditorState.create({
    doc: initialText,
    extensions: [
      editorTheme,
      lineMark,
      lineNumbers(),
      foldGutter(),
      drawSelection(),
      bracketMatching(),
      indentUnit.of('  '),
      isReadOnly ? [EditorState.readOnly.of(true)] : [history(), indentOnInput(), highlightActiveLine()],
      keymap.of([...foldKeymap, ...defaultKeymap, ...(isReadOnly ? [] : [...historyKeymap, indentWithTab])]),
      EditorView.contentAttributes.of({
        'aria-label': label,
        tabindex: '0', // true of what can be edited anyway, but checkers of accessibility look for it
        ...(describedBy !== undefined && { 'aria-describedby': describedBy }),
        ...(isReadOnly && { 'aria-readonly': 'true' }),
      }),
      EditorView.updateListener.of((update) => {
        const { doc, selection } = update.state;
        if (update.docChanged) onChange?.(doc.toString());
        if (update.selectionSet || update.docChanged) onLine?.(doc.lineAt(selection.main.head).number);
      }),
      extensions,
    ],
  });
}
