import type { TaskRegistry } from '../../../language/task-types/task-registry.ts';
import type { Span, Statement } from '../../groovy/syntax.ts';
import type { Pipeline } from '../../pipeline/pipeline.ts';
import { emptyFlow, type DraftTask, type FlowDraft, type TaskList } from '../drafts/draft-flow.ts';
import type { Reason } from '../drafts/gate.ts';
import { SourceComments } from '../drafts/source-comments.ts';
import { ByHandTasks } from './by-hand-tasks.ts';
import { Findings } from './findings.ts';
import { ImportBudget } from './import-budget.ts';
import { JobFacts } from './job-facts.ts';
import { MethodCalls } from './method-calls.ts';
import { AssignedNames, type Names } from './names.ts';

/**
 * What is known at a place of the job. Immutable: blocks pass a changed copy to the statements inside, a definition one to
 * the statements behind it.
 */
export interface Scope extends Names {
  /** What is the same at all places of the job. */
  readonly job: JobMapping;
  /** The list of the flow that the tasks are for. */
  readonly list: TaskList;
  /** How many blocks the tasks are inside. */
  readonly depth: number;
  /** Whether the statements may not run, so that what they assign is not known behind them. */
  readonly isConditional: boolean;
  /** Whether the statements may be left out, by a condition of their stage, or left before their end. */
  readonly isSkippable: boolean;
  /** Whether other tasks run at the same time. */
  readonly isParallel: boolean;
  /** Whether no other statements of the job run behind the statements here. */
  readonly isTail: boolean;
  /** Whether the statement is the last one of its list, and nothing follows the list in its closure or method. */
  readonly isLast: boolean;
  /** Whether nothing follows the list in its closure or method, which `return` would leave out. */
  readonly endsClosure: boolean;
  /** Whether parallel blocks here stop at the first failure. */
  readonly failFast: boolean;
  /** The id of the outermost block, which `failure.task` names. */
  readonly outerId: string | undefined;
  /** The id of the innermost stage, with which the ids of its tasks start. */
  readonly stageId: string | undefined;
  /** Shell commands that every script here starts with, such as `export PATH="/opt/bin:$PATH"`. */
  readonly prelude: readonly string[];
  /** The folder of `dir`, as shell words and as a template; undefined in the workspace itself. */
  readonly folder: { readonly word: string; readonly path: string } | undefined;
  /** The container that scripts run in. */
  readonly container: { readonly image: string; readonly isAlwaysPulled?: boolean; readonly user?: string } | undefined;
  /** The label of the agent, if it is not that of the flow. */
  readonly workerGroup: string | undefined;
  /** The worker group whose workspace the tasks here use, if a block around them has another than the flow. */
  readonly workspace: string | undefined;
  /** If the agent is by hand, so that scripts would run on the wrong one: the description of what is disabled. */
  readonly noAgent: string | undefined;
  /** If something is by hand around a stage, so that scripts would run without it: the description of what is disabled. */
  readonly waitsFor: string | undefined;
  /** What the directives that were mapped last leave by hand, until a gate stands for it. */
  readonly reasons: readonly Reason[];
}

/** The result of mapping a statement. What is by hand is decided before the statements inside are mapped. */
export interface Mapped {
  readonly tasks: readonly DraftTask[];
  /** What differs; empty or absent if the statement is mapped exactly. */
  readonly differs?: readonly string[];
  /** Why the statement itself is by hand although what is inside of it was mapped: the tasks are disabled until then. */
  readonly missing?: string;
  /** What to know about an exact counterpart. */
  readonly note?: string;
  /** The scope of the statements behind it, if it changed: after `def x = 1`. */
  readonly scope?: Scope;
}

/** The tasks of some statements, and what is known behind them. */
export interface MappedStatements {
  readonly tasks: readonly DraftTask[];
  readonly scope: Scope;
}

/** What a mapping needs to know besides the job. */
export interface MappingOptions {
  /** Of the flow. */
  readonly id: string;
  readonly namespace: string;
  /** Of the source, in reports: `Jenkinsfile`. */
  readonly name: string;
  readonly rules: MappingRules;
  readonly taskTypes: TaskRegistry;
}

/** A mapping file: how an installation says calls of its shared libraries (docs/how-to/import-jenkins-jobs.md). */
export type MappingRules = Readonly<Record<string, MappingRule>>;

/** `companyDeploy: {subflow: company/deploy, inputs: {to: to}}`: values name arguments, numbers count positions from 0. */
export interface MappingRule {
  /** `namespace/id` of the flow to call. */
  readonly subflow: string;
  /** The argument for each input: its name, or its position from 0. */
  readonly inputs?: Readonly<Record<string, string | number>>;
}

/** A job while it is mapped: the flow that grows, and what all parts of the mapping share. */
export class JobMapping {
  readonly options: MappingOptions;
  readonly source: string;
  readonly flow: FlowDraft;
  readonly facts: JobFacts;
  readonly methods: MethodCalls;
  readonly comments: SourceComments;
  /** What became of each statement. */
  readonly findings = new Findings();
  readonly byHand: ByHandTasks;
  /** What assignments mean for all statements behind them. */
  readonly assigned = new AssignedNames();
  readonly budget: ImportBudget;
  /** Maps statements in their order, and reports each. */
  readonly statements: (statements: readonly Statement[], scope: Scope) => MappedStatements;
  /** The next number for each id that is taken. */
  readonly #taskIds = new Map<string, number>();

  /** @param expanded the methods whose calls in the pipeline were replaced by their values */
  constructor(
    pipeline: Pipeline,
    options: MappingOptions,
    {
      statements,
      expanded = new Set(),
      budget = new ImportBudget(),
    }: {
      readonly statements: JobMapping['statements'];
      readonly expanded?: ReadonlySet<string>;
      readonly budget?: ImportBudget;
    },
  ) {
    const { file, description = `Imported from ${options.name}.` } = pipeline;
    const { id, namespace } = options;
    this.options = options;
    this.source = file.text;
    this.flow = emptyFlow({ id, namespace, description });
    this.facts = new JobFacts(pipeline);
    this.methods = new MethodCalls(this.facts, expanded);
    this.comments = new SourceComments(file);
    this.byHand = new ByHandTasks(file.text, this.findings, (word) => this.taskId(word));
    this.budget = budget;
    this.statements = statements;
  }

  /** Reserves an id that no task has, from words such as the name of a stage: `build`, `build-2`. */
  taskId(...words: readonly string[]): string {
    const name = slug(words.join('-'));
    for (let number = this.#taskIds.get(name) ?? 1; ; number += 1) {
      const id = number === 1 ? name : `${name}-${number}`;
      if (number > 1 && this.#taskIds.has(id)) continue;
      this.#taskIds.set(name, number + 1);
      if (id !== name) this.#taskIds.set(id, 2);
      return id;
    }
  }
}

/** Reserves an id for the task of a statement: the stage, and words. */
export function taskIdIn({ stageId, job }: Scope, ...words: readonly string[]): string {
  return job.taskId(...(stageId === undefined ? [] : [stageId]), ...words);
}

/** The scope with something more that is by hand. */
export function withReason(scope: Scope, { start, end }: Span, construct: string, why: string): Scope {
  return { ...scope, reasons: [...scope.reasons, { start, end, construct, why }] };
}

/** The scope inside of a further block. @param id of the block, if tasks can name it */
export function insideBlock(scope: Scope, id?: string): Scope {
  return { ...scope, depth: scope.depth + 1, isConditional: true, outerId: scope.outerId ?? id };
}

/** `Build & Test (x86)` becomes `build-test-x86`, `Prüfen` becomes `pruefen`. */
function slug(words: string): string {
  const name = words
    .replaceAll(/[Ää]/g, 'ae')
    .replaceAll(/[Öö]/g, 'oe')
    .replaceAll(/[Üü]/g, 'ue')
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .toLowerCase()
    .slice(0, 60);
  return name === '' ? 'task' : name;
}
