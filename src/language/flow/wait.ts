import { plainTypes, type InputTypeName } from '../input-types/input-types.ts';
import type { Input } from '../inputs/input.ts';

/**
 * What a task waits for, without an executor: its segment ends, and the next one begins after it
 * (docs/explanation/segments.md). A task type that waits returns one of these kinds; engines know the kinds, and no type
 * by name. With `holdsLocks`, the execution keeps its locks meanwhile.
 */
export type Wait =
  /** The decision of people. The text `message` of the view is the question. */
  | {
      readonly kind: 'approval';
      readonly approvers: Approvers;
      /** What the people enter. */
      readonly form: readonly Input[];
      /** The decision after the timeout of the task. */
      readonly onTimeout: Decision;
      readonly holdsLocks?: boolean;
    }
  /** A duration, the text `for` of the view, or a time, the text `until`. */
  | { readonly kind: 'time'; readonly holdsLocks?: boolean }
  /** A call with this name. */
  | { readonly kind: 'signal'; readonly signal: string; readonly holdsLocks?: boolean }
  /** Executions of another flow, which the task starts; without `untilEnd`, only until they are accepted. */
  | { readonly kind: 'executions'; readonly untilEnd: boolean; readonly holdsLocks?: boolean }
  /** A short time, in which the segment goes on. */
  | { readonly kind: 'pause'; readonly seconds: number };

export type WaitKind = Exclude<Wait['kind'], 'pause'>;

/** Whether somebody outside of Flowgate ends a wait of this kind, and is told of it. */
const isAnswered: Readonly<Record<WaitKind, boolean>> = {
  approval: true,
  time: false,
  signal: true,
  executions: false,
};

export const waitKinds = /* @__PURE__ */ Object.keys(isAnswered) as readonly WaitKind[]; // its only keys

/** As `isAnswered`. */
export function waitsForAnswer({ kind }: { readonly kind: WaitKind }): boolean {
  return isAnswered[kind];
}

/** The texts of the view of a task that waits, evaluated when it begins. */
export const waitTexts = ['message', 'for', 'until'] as const;
export type WaitTexts = { readonly [Text in (typeof waitTexts)[number]]?: string };

/** Who decides. Without users and groups, everybody with the right to execute in the namespace. */
export interface Approvers {
  readonly users: readonly string[];
  readonly groups: readonly string[];
  /** How many people must approve, at least 1. */
  readonly count: number;
  /** Whether those who started the execution, or one that it repeats, must not decide. */
  readonly notStarter: boolean;
}

export const decisions = ['APPROVE', 'REJECT'] as const;
export type Decision = (typeof decisions)[number];

/** The fields that an approval returns beside those of its form; all are strings, the time is ISO 8601 in UTC. */
export const decisionFields = ['decision', 'approver', 'decided_at'] as const;

/** The field with the id of an execution that the task starts. */
export const executionField = 'execution';

/** A wait of less than this stays in its segment. */
export const shortWaitSeconds = 60;

/** Why a task cannot wait everywhere, as a clause. */
export const waitReason = 'the build ends at this task and another build continues after it';

/** Whether a wait ends its segment. */
export function endsSegment({ kind }: Wait): boolean {
  return kind !== 'pause';
}

/** What a task returns that waits, besides its `outputSchema`: field to type. */
export function outputsOfWait(wait: Wait): Readonly<Record<string, InputTypeName>> {
  if (wait.kind === 'executions') return { [executionField]: plainTypes.string };
  if (wait.kind !== 'approval') return {};
  return Object.fromEntries([
    ...wait.form.map(({ id, type }) => [id, type] as const),
    ...decisionFields.map((field) => [field, plainTypes.string] as const),
  ]);
}
