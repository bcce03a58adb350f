import { yaml } from '@codemirror/lang-yaml';
import { Text } from '@codemirror/state';
import { keymap } from '@codemirror/view';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useState, type RefObject } from 'react';
import type { Schema } from '../../../../../src/faces/api-client/operation-types.ts';
import { validateFlow } from '../../../api/flow-changes.ts';
import { flowQuery } from '../../../api/flow-queries.ts';
import { languageFactsQuery } from '../../../api/system-queries.ts';
import { Button } from '../../../components/button.tsx';
import { SplitView } from '../../../components/split-view.tsx';
import { useMedia, wideScreen } from '../../../components/use-media.ts';
import { CodeEditor, type EditorHandle } from '../../../editor/code-editor.tsx';
import { flowLinter } from '../../../editor/flow-linter.ts';
import type { LineRange } from '../../../editor/line-mark.ts';
import { problemRange } from '../../../editor/problem-range.ts';
import { FlowGraph } from '../graph/flow-graph.tsx';
import './source.css';

export interface FlowTextEditorProps {
  readonly initialText: string;
  readonly mediaType: string;
  readonly isReadOnly?: boolean;
  readonly onChange?: (text: string) => void;
  readonly ref: RefObject<EditorHandle | null>;
}

/** The text of a flow, with its problems in place and in a list below, and its graph beside it where there is room. */
export function FlowTextEditor({ initialText, mediaType, isReadOnly = false, onChange, ref }: FlowTextEditorProps) {
  const client = useQueryClient();
  const noteId = useId();
  const [problems, setProblems] = useState<readonly Schema<'Problem'>[]>();
  const isWide = useMedia(wideScreen);
  const [current, setCurrent] = useState(initialText);
  const [line, setLine] = useState<number>();
  const format = async () => {
    const editor = ref.current;
    if (editor === null) return;
    const { formatYaml } = await import('../../../editor/format-yaml.ts');
    const before = editor.text();
    const after = formatYaml(before);
    if (after !== before) editor.setText(after);
  };
  const canFormat = !isReadOnly && mediaType.includes('yaml');
  const [extensions] = useState(() => [
    yaml(),
    canFormat ? keymap.of([{ key: 'Shift-Alt-f', run: () => (void format(), true) }]) : [],
    flowLinter({ validate: (text) => validateFlow({ text, mediaType }), onProblems: setProblems }),
  ]);
  const loadLanguage = async () => {
    const [{ flowLanguage }, facts] = await Promise.all([
      import('../../../editor/language/flow-language.ts'),
      client.fetchQuery(languageFactsQuery()),
    ]);
    return flowLanguage({
      facts,
      isReadOnly,
      loadSource: async (flow) => (await client.fetchQuery({ ...flowQuery(flow), staleTime: 60_000 })).source,
    });
  };
  const choose = (problem: Schema<'Problem'>) => {
    const editor = ref.current;
    const range = editor === null ? undefined : problemRange(Text.of(editor.text().split('\n')), problem);
    if (range !== undefined) editor?.select(range);
  };
  return (
    <div className="stack gap-8">
      <SplitView label="Width of the source" storageKey="flowgate.source-width">
        <CodeEditor
          ref={ref}
          initialText={initialText}
          label="Source of the flow"
          describedBy={noteId}
          isReadOnly={isReadOnly}
          extensions={extensions}
          loadMore={loadLanguage}
          onChange={(changed) => {
            setCurrent(changed);
            onChange?.(changed);
          }}
          onLine={setLine}
        />
        {isWide ? (
          <FlowGraph
            {...{ text: current, mediaType, line }}
            onChoose={({ line: first }) => first !== undefined && ref.current?.goToLine(first)}
            onPoint={(task) => ref.current?.mark(rangeOf(task))}
          />
        ) : undefined}
      </SplitView>
      <div className="row apart">
        <p id={noteId} className="muted small">
          {isReadOnly && 'You can read this flow but not change it. '}
          <span className="keyboard-only">
            {!isReadOnly && 'Tab indents; Esc, then Tab leaves the editor. Ctrl+Space completes. '}
            F1 explains the word at the cursor, F12 goes to what it names, F8 to the next problem.
          </span>
        </p>
        {canFormat && (
          <Button aria-keyshortcuts="Shift+Alt+F" onPress={() => void format()}>
            Format
          </Button>
        )}
      </div>
      <ProblemList problems={problems} onChoose={choose} />
    </div>
  );
}

function rangeOf(task: Schema<'OutlineNode'> | undefined): readonly LineRange[] {
  return task?.line === undefined ? [] : [{ from: task.line, to: task.endLine ?? task.line }];
}

interface ProblemListProps {
  /** Undefined while they are unknown. */
  readonly problems: readonly Schema<'Problem'>[] | undefined;
  readonly onChoose: (problem: Schema<'Problem'>) => void;
}

/** The problems of the text in the editor, each a button that leads to its place. */
function ProblemList({ problems, onChoose }: ProblemListProps) {
  return (
    <section className="problem-list" aria-label="Problems">
      <p role="status" className="muted">
        {problems === undefined ? 'Not validated' : summaryOf(problems)}
      </p>
      {problems !== undefined && problems.length > 0 && (
        <ul className="problems">
          {problems.map((problem, index) => (
            // Two problems can be equal.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={index}>
              <button type="button" className="problem row hoverable" onClick={() => onChoose(problem)}>
                <code className="muted">
                  {problem.line === undefined ? '–' : `${problem.line}:${problem.column ?? 1}`}
                </code>
                <strong className={problem.severity === 'error' ? 'problem-text' : 'warning-text'}>
                  {problem.severity}
                </strong>
                <span className="breaks">{problem.message}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function summaryOf(problems: readonly Schema<'Problem'>[]): string {
  if (problems.length === 0) return 'No problems';
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  const parts = [counted(errors, 'error'), counted(problems.length - errors, 'warning')];
  return parts.filter((part) => part !== '').join(', ');
}

function counted(count: number, what: string): string {
  return count === 0 ? '' : `${count} ${what}${count === 1 ? '' : 's'}`;
}
