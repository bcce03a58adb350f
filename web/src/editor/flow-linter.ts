import { linter, lintGutter, nextDiagnostic, type Diagnostic } from '@codemirror/lint';
import type { Extension, Text } from '@codemirror/state';
import { keymap } from '@codemirror/view';
import type { Schema } from '../../../src/faces/api-client/operation-types.ts';
import { problemRange } from './problem-range.ts';

type Problem = Schema<'Problem'>;

export interface FlowLinterOptions {
  /** Asks the gateway. */
  readonly validate: (text: string) => Promise<readonly Problem[]>;
  /** Called with the problems of the current text; with undefined if the gateway does not respond. */
  readonly onProblems: (problems: readonly Problem[] | undefined) => void;
}

const millisecondsAfterTyping = 500;

/** Marks the problems of a flow as you type; F8 jumps to the next one. Results for an older text are dropped. */
export function flowLinter({ validate, onProblems }: FlowLinterOptions): Extension {
  const source = linter(
    async (view) => {
      const { doc } = view.state;
      const problems = await validate(doc.toString()).catch(() => undefined);
      if (view.state.doc !== doc) return [];
      onProblems(problems);
      return (problems ?? []).flatMap((problem) => diagnosticOf(doc, problem));
    },
    { delay: millisecondsAfterTyping },
  );
  return [source, lintGutter(), keymap.of([{ key: 'F8', run: nextDiagnostic }])];
}

function diagnosticOf(document: Text, problem: Problem): readonly Diagnostic[] {
  const range = problemRange(document, problem);
  return range === undefined ? [] : [{ ...range, severity: problem.severity, message: problem.message }];
}
