import { yaml } from '@codemirror/lang-yaml';
import { Text } from '@codemirror/state';
import { useId, useState, type RefObject } from 'react';
import type { Schema } from '../../../../../src/contract/operation-types.ts';
import { validateFlow } from '../../../api/flow-changes.ts';
import { CodeEditor, type EditorHandle } from '../../../editor/code-editor.tsx';
import { flowLinter } from '../../../editor/flow-linter.ts';
import { problemRange } from '../../../editor/problem-range.ts';
import { ProblemList } from './problem-list.tsx';
import './source.css';

export interface FlowTextEditorProps {
  readonly initialText: string;
  readonly mediaType: string;
  readonly isReadOnly?: boolean;
  readonly onChange?: (text: string) => void;
  readonly ref: RefObject<EditorHandle | null>;
}

/** The text of a flow, with its problems in place and in a list below. */
export function FlowTextEditor({ initialText, mediaType, isReadOnly = false, onChange, ref }: FlowTextEditorProps) {
  const noteId = useId();
  const [problems, setProblems] = useState<readonly Schema<'Problem'>[]>();
  // What needs to know the language of flows, such as completion, is one more extension here.
  const [extensions] = useState(() => [
    yaml(),
    flowLinter({ validate: (text) => validateFlow({ text, mediaType }), onProblems: setProblems }),
  ]);
  const choose = (problem: Schema<'Problem'>) => {
    const editor = ref.current;
    const range = editor === null ? undefined : problemRange(Text.of(editor.text().split('\n')), problem);
    if (range !== undefined) editor?.select(range);
  };
  return (
    <div className="flow-text-editor">
      <CodeEditor
        ref={ref}
        initialText={initialText}
        label="Source of the flow"
        describedBy={noteId}
        isReadOnly={isReadOnly}
        extensions={extensions}
        onChange={onChange}
      />
      <p id={noteId} className="editor-note">
        {isReadOnly ? 'You may read this flow, but not change it. ' : 'Tab indents; Esc, then Tab leaves the editor. '}
        F8 goes to the next problem.
      </p>
      <ProblemList problems={problems} onChoose={choose} />
    </div>
  );
}
