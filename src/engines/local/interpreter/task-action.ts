import type { JsonValue } from '../../../base/text/json-value.ts';
import { referenceRules } from '../../../language/execution-plan/reference-rules.ts';
import { maxShownText, shownPart } from '../../../language/execution-plan/run-limits.ts';
import { runSentences } from '../../../language/execution-plan/run-sentences.ts';
import type { TextProperty } from '../../../language/flow/task-types.ts';
import { waitTexts, type WaitTexts } from '../../../language/flow/wait.ts';
import { inputTypes } from '../../../language/input-types/input-types.ts';
import { textProblem } from '../../../language/input-types/text-rule.ts';
import { evaluatePiece, type PieceValues } from '../../../language/task-types/evaluate-piece.ts';
import type { LocalForm, TaskView } from '../../../language/task-types/task-contract.ts';
import type { RegisteredTaskType } from '../../../language/task-types/task-registry.ts';

/** The action for a task, from the pieces of its type (`TaskDefinition.local`). */
export type TaskAction =
  | { readonly kind: 'message'; readonly message: string }
  | {
      readonly kind: 'script';
      readonly script: string;
      readonly shell: 'sh' | 'bash';
      /** Whether the script itself sets the deferred variables for the programs that it starts. */
      readonly setsDeferred?: boolean;
      /** Additional files in the task's folder, by name. */
      readonly files: ReadonlyMap<string, string>;
      /** Runs when the task is stopped, in shell. */
      readonly stop?: string;
      /** The file with the JSON of the outputs, or `stdout`. */
      readonly returns: string;
      readonly outputFiles: readonly string[];
    };

/**
 * Evaluates the view of a task.
 * @param value the text of a name in the flow's environment; an empty string if it has no value
 * @throws {TypeError} for a view that is not what `local` promises: a defect of the task module
 */
export function actionOf(type: RegisteredTaskType, view: TaskView, value: PieceValues['value']): TaskAction {
  const read = (name: string): JsonValue | undefined => {
    const piece = view[name];
    return typeof piece === 'object' ? evaluatePiece(piece, { value, programs: type.programs }) : undefined;
  };
  if (type.local === undefined) throw new TypeError(`${type.name} runs on Jenkins only`);
  return actionOfForm[type.local](type, read);
}

const actionOfForm: Readonly<
  Record<LocalForm, (type: RegisteredTaskType, read: (name: string) => JsonValue | undefined) => TaskAction>
> = {
  message: (type, read) => ({ kind: 'message', message: text(read('message'), type, 'message') }),
  script: scriptOf,
};

function scriptOf(type: RegisteredTaskType, read: (name: string) => JsonValue | undefined): TaskAction {
  const stop = read('stop');
  const files = Object.entries(read('files') ?? {}).map(
    ([name, content]) => [name, text(content as JsonValue, type, name)] as const,
  );
  return {
    kind: 'script',
    script: text(read('script'), type, 'script'),
    shell: read('shell') === 'bash' ? 'bash' : 'sh',
    ...(read('setsDeferred') !== undefined && { setsDeferred: true }),
    files: new Map(files),
    ...(stop !== undefined && { stop: text(stop, type, 'stop') }),
    returns: text(read('returns') ?? 'stdout', type, 'returns'),
    outputFiles: listOf(read('outputFiles')),
  };
}

function text(value: JsonValue | undefined, { name }: RegisteredTaskType, piece: string): string {
  if (typeof value !== 'string') throw new TypeError(`${name}: the piece "${piece}" must be a string`);
  return value;
}

function listOf(value: JsonValue | undefined): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

/** The texts of a task that waits, evaluated when it begins. */
export function waitTextsOf(
  { programs }: RegisteredTaskType,
  view: TaskView,
  { value, mask }: Pick<PieceValues, 'value'> & { readonly mask: (text: string) => string },
): WaitTexts {
  const texts = waitTexts.flatMap((name) => {
    const piece = view[name];
    return typeof piece === 'object' ? [[name, mask(String(evaluatePiece(piece, { value, programs })))] as const] : [];
  });
  return Object.fromEntries(texts);
}

/** The problem with a task's references to numbers and booleans, as a clause; undefined if they are valid. */
export function referenceProblem(texts: readonly TextProperty[], valueOf: PieceValues['value']): string | undefined {
  for (const { property, reference, name, type, required, facts } of referenceRules(texts)) {
    const value = valueOf(name);
    if (value === '' && required) return runSentences.missingValue(property, reference);
    const problem = value === '' ? undefined : textProblem(inputTypes[type].build.rule, value, facts);
    if (problem !== undefined)
      return runSentences.invalidValue(property, problem, reference, shownPart(value, maxShownText));
  }
  return undefined;
}
