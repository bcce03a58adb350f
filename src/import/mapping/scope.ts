import type { DraftTask } from './draft-task.ts';
import type { Reason } from './gate.ts';
import type { ImportBudget } from './import-budget.ts';

/**
 * What is known at a place of the pipeline. Immutable: blocks pass an extended copy to the statements inside, a
 * definition one to the statements after it.
 */
export interface Scope {
  /** What the import may still compute; the same in all scopes of a job. */
  readonly budget: ImportBudget;
  /** The list of the flow that the tasks are for. */
  readonly list: 'tasks' | 'errors' | 'finally';
  /** How many blocks the tasks are inside. */
  readonly depth: number;
  /** Whether the statements may not run, so that what they assign is not known after them. */
  readonly isConditional?: boolean;
  /** Whether the statements may be left out, by a condition of their stage, or left before their end. */
  readonly isSkippable?: true;
  /** False if other statements of the job run after the statements here. */
  readonly isTail?: boolean;
  /** Whether the statement is the last one of its list. */
  readonly isLast?: boolean;
  /** False if more statements of the same closure or method run behind the list: `return` would leave them out. */
  readonly endsClosure?: boolean;
  /** The id of the outermost block, which `failure.task` names. */
  readonly outerId?: string;
  /** The id of the innermost stage, with which the ids of its tasks start. */
  readonly stageId?: string;
  /** What `params.X`, `env.X` and plain names mean here. */
  readonly params: ReadonlyMap<string, KnownValue>;
  readonly env: ReadonlyMap<string, KnownValue>;
  readonly locals: ReadonlyMap<string, KnownValue>;
  /** The variables that `environment` and `withEnv` around the statements set: assignments to `env` do not change them. */
  readonly bound?: ReadonlySet<string>;
  /** Variables that the scripts here get on top of those of the flow: values are templates. */
  readonly taskEnv: ReadonlyMap<string, string>;
  /** Shell commands that every script here starts with, such as `export PATH="/opt/bin:$PATH"`. */
  readonly prelude: readonly string[];
  /** The folder of `dir`, as shell words and as a template; undefined in the workspace itself. */
  readonly folder?: { readonly word: string; readonly path: string };
  /** The container that scripts run in. */
  readonly container?: { readonly image: string; readonly isAlwaysPulled?: boolean; readonly user?: string };
  /** The label of the agent, if it is not that of the flow. */
  readonly workerGroup?: string;
  /** The worker group whose workspace the tasks here use, if a block around them has another than the flow. */
  readonly workspace?: string;
  /** Whether other tasks run at the same time. */
  readonly isParallel?: true;
  /** If the agent is by hand, so that scripts would run on the wrong one: the description of what is disabled. */
  readonly noAgent?: string;
  /** If something is by hand around a stage, so that scripts would run without it: the description of what is disabled. */
  readonly waitsFor?: string;
  /** What the directives that were mapped last leave by hand, until a gate stands for it. */
  readonly reasons?: readonly Reason[];
  /** Whether parallel blocks here stop at the first failure. */
  readonly failFast?: boolean;
}

/** What a name means. Without `text` and `shell`, the value is unknown, for the reason in `unknown`. */
export interface KnownValue {
  /** As a template of the flow, such as `{{ inputs.version }}` or `1.0-{{ inputs.suffix }}`. */
  readonly text?: string;
  /** As shell code, for a value that only the shell knows: `$BUILD_NUMBER`. */
  readonly shell?: string;
  /** As an operand of a condition, such as `inputs.version`. */
  readonly operand?: string;
  /** What the operand is: decides how it can be compared, and whether a shell would split it. */
  readonly form: 'text' | 'word' | 'boolean' | 'number' | 'secret' | 'list';
  /** The value itself, if it is constant. */
  readonly constant?: string | number | boolean;
  /** The items of a constant list. */
  readonly items?: readonly string[];
  /** What is not quite the same, as a clause. */
  readonly differs?: string;
  readonly unknown?: string;
}

/** The result of mapping a step. A handler decides what is by hand before it maps the statements inside. */
export interface Mapped {
  readonly tasks: readonly DraftTask[];
  /** What differs; empty or absent if the statement is mapped exactly. */
  readonly differs?: readonly string[];
  /** Why the statement itself is by hand although what is inside of it was mapped: the tasks are disabled until then. */
  readonly missing?: string;
  /** What to know about an exact counterpart. */
  readonly note?: string;
  /** The scope of the statements after it, if it changed: after `def x = 1`. */
  readonly scope?: Scope;
}

/** The scope with something more that is by hand. */
export function withReason(scope: Scope, reason: Reason): Scope {
  return { ...scope, reasons: [...(scope.reasons ?? []), reason] };
}
