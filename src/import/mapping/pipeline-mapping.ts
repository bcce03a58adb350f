import type { Span, Statement } from '../groovy/syntax.ts';
import type { DraftTask } from './draft-task.ts';
import type { Reason } from './gate.ts';
import type { Mapping, StepHandler } from './mapping.ts';
import type { KnownValue, Scope } from './scope.ts';

/** What the mapping of control flow and stages works with, besides what steps need. */
export interface PipelineMapping extends Mapping {
  /** The methods that the job defines, by name. */
  readonly methods: ReadonlyMap<string, Extract<Statement, { kind: 'definition' }>>;
  /** The methods whose calls their values replaced. */
  readonly expanded: ReadonlySet<string>;
  /** The methods whose calls are being written. */
  readonly openCalls: string[];
  /** Maps statements as `steps` does, and returns what is known after them. */
  statements(statements: readonly Statement[], scope: Scope): MappedStatements;
  /** What maps calls of a step; undefined if nothing does. */
  handlerOf(name: string): StepHandler | undefined;
  /** Whether the job itself calls a method that it defines. */
  isCalled(method: string): boolean;
  /** Notes that the steps of a method are written where a call stands. */
  noteWritten(method: string, call: Span): void;
  /** How often a step is called in the whole job. */
  callsOf(name: string): number;
  /** How often a variable, or `env.NAME`, is assigned besides its declaration. */
  assignmentsOf(name: string): number;
  /** Whether something changes the list or map of a variable. */
  isChanged(name: string): boolean;
  /** How many meanings a name has in the job besides a declaration: as a loop variable or parameter, for example. */
  meaningsOf(name: string): number;
  /** Records that a variable, or a variable of the environment, has a value from here on. */
  assign(kind: 'env' | 'locals', name: string, known: KnownValue): void;
  /** Makes unknown what a statement that is by hand assigns. */
  forget(statement: Statement): void;
  /** The scope, with what statements before it have assigned. */
  withAssigned(scope: Scope): Scope;
  /** Adds a task to a list of the flow, after those that are there. */
  addTask(list: 'tasks' | 'errors' | 'finally', task: DraftTask): void;
  /** Returns the comments of a statement that became no task: they go to the next one. */
  giveBack(comments: readonly string[]): void;
  /** Reports the statements behind an input, a variable or a trigger as by hand; returns whether any were found. */
  demoteTarget(target: string, why: string): boolean;
  /** Makes everything inside a place by hand: what was mapped there turned out not to be valid. */
  demote(span: Span, why: string): void;
  /** A task that fails because of what is by hand after it; the caller reports that. */
  gate(reasons: readonly Reason[]): DraftTask;
  /** The same, with the sources of all of it. */
  gateWithSource(reasons: readonly Reason[]): DraftTask;
  /** Adds what differs to the finding of what retries or tolerates failures at a place. */
  noteOpen(span: Span, differs: string): void;
  /** Replaces a task that no flow can express with one that has its source, and that fails if the task could stop the run. */
  turnByHand(task: DraftTask, why: string): DraftTask;
}

/** The tasks of some statements, and what is known after them. */
export interface MappedStatements {
  readonly tasks: readonly DraftTask[];
  readonly scope: Scope;
}
