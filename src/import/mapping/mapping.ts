import type { JsonObject, JsonValue } from '../../text/json-value.ts';
import type { Finding } from '../finding.ts';
import type { Call, Expression, Span, Statement } from '../groovy/syntax.ts';
import type { Repository } from '../pipeline/pipeline.ts';
import type { DefaultCheckout } from './default-checkout.ts';
import type { ByHand, DraftTask } from './draft-task.ts';
import type { Mapped, Scope } from './scope.ts';

/** The flow as it grows. */
export interface FlowDraft {
  readonly id: string;
  readonly namespace: string;
  readonly description: string;
  /** By id, in the order in which they were added. */
  readonly inputs: Map<string, DraftInput>;
  readonly variables: Map<string, DraftVariable>;
  readonly tasks: DraftTask[];
  readonly errors: DraftTask[];
  readonly finally: DraftTask[];
  readonly triggers: (JsonObject & { readonly id: string; readonly type: string })[];
  readonly locks: string[];
  /** `timeout`, `retry`, `worker_group`, `concurrency`, `keep_workspace`, `durability`. */
  readonly properties: Map<string, JsonValue>;
}

interface DraftInput {
  /** As in YAML, without the id. */
  readonly properties: JsonObject;
  readonly comments: readonly string[];
}

interface DraftVariable {
  /** A template. */
  readonly value: string;
  readonly comments: readonly string[];
}

/** What every part of the mapping works with. */
export interface Mapping {
  readonly source: string;
  readonly flow: FlowDraft;
  /** What the mapping file says about calls of shared libraries and of jobs. */
  readonly rules: MappingRules;
  /** The checkout that Jenkins does by itself; undefined if it does none. */
  readonly defaultCheckout?: DefaultCheckout;
  /** Where the source of the job comes from, if that is known. */
  readonly repository?: Repository;
  /** Records what became of a statement. */
  report(finding: Finding): void;
  /** Reserves an id that no task has, from words such as the name of a stage: `build`, `build-2`. */
  taskId(...words: readonly string[]): string;
  /** The comments that stand directly above a statement, without their marks; each is given once. */
  commentsAbove(span: Span): readonly string[];
  /** Maps statements in their order; records a finding for each. */
  steps(statements: readonly Statement[], scope: Scope): readonly DraftTask[];
  /**
   * A task with the source, and a finding for it and for each statement inside. It is disabled, or, if what it stands for
   * could have stopped the run (`isGate`), it fails.
   */
  byHand(
    statement: Span,
    construct: string,
    why: string,
    inside: readonly Statement[] | undefined,
    isGate: boolean,
  ): DraftTask;
}

/** A step such as `sh 'make'`, whose arguments are already sorted. */
export interface Step {
  readonly call: Call;
  readonly name: string;
  /** Arguments without a name, without the closure. */
  readonly positional: readonly Expression[];
  readonly named: ReadonlyMap<string, Expression>;
  /** The statements in its closure. */
  readonly body?: readonly Statement[];
}

/** Maps a step; decides what is by hand before it maps the body, and reports nothing about the step itself. */
export type StepHandler = (step: Step, scope: Scope, mapping: Mapping) => Mapped | ByHand;

/** A mapping file: how an installation says calls of its shared libraries (docs/how-to/import-jenkins-jobs.md). */
export type MappingRules = Readonly<Record<string, MappingRule>>;

/** `companyDeploy: {subflow: company/deploy, inputs: {to: to}}`: values name arguments, numbers count positions from 0. */
export interface MappingRule {
  /** `namespace/id` of the flow to call. */
  readonly subflow: string;
  /** The argument for each input: its name, or its position from 0. */
  readonly inputs?: Readonly<Record<string, string | number>>;
}
