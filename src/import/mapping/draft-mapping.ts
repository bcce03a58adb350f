import type { TaskRegistry } from '../../language/task-types/task-registry.ts';
import type { Finding } from '../finding.ts';
import type { Span, Statement } from '../groovy/syntax.ts';
import { allStatements, callsIn } from '../groovy/walk.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
import { constructOf } from './construct-of.ts';
import type { DraftTask } from './draft-task.ts';
import { mapStatements } from './map-statements.ts';
import { SourceComments } from './source-comments.ts';
import type { FlowDraft, Mapping, MappingRules } from './mapping.ts';
import type { KnownValue, Scope } from './scope.ts';

/** What a mapping needs to know besides the job. */
export interface MappingOptions {
  /** Of the flow. */
  readonly id: string;
  readonly namespace: string;
  readonly rules: MappingRules;
  readonly taskTypes: TaskRegistry;
}

/** A mapping while it happens: the flow, what became of each statement, and the names that are taken. */
export class DraftMapping implements Mapping {
  readonly source: string;
  /** What unconditional assignments such as `env.VERSION = '1'` mean for all statements behind them. */
  readonly assigned = {
    env: new Map<string, KnownValue>(),
    taskEnv: new Map<string, string>(),
    locals: new Map<string, KnownValue>(),
  };
  /** The methods whose calls are being written. */
  readonly openCalls: string[] = [];
  /** The methods that the job defines, by name. */
  readonly methods: ReadonlyMap<string, Extract<Statement, { kind: 'definition' }>>;
  readonly comments: SourceComments;
  readonly #findings = new Map<string, Finding>();
  readonly #taskIds = new Set<string>();
  readonly rules: MappingRules;
  /** The places whose source is kept in disabled tasks. */
  readonly #kept: Span[] = [];
  readonly #taskTypes: TaskRegistry;
  readonly #called: ReadonlySet<string>;
  readonly #assignments: ReadonlyMap<string, number>;

  constructor(
    { file }: Pipeline,
    readonly flow: FlowDraft,
    { rules, taskTypes }: MappingOptions,
  ) {
    this.source = file.text;
    this.rules = rules;
    this.#taskTypes = taskTypes;
    this.comments = new SourceComments(file);
    const all = allStatements(file.statements);
    this.#assignments = assignmentsIn(all);
    this.#called = new Set(all.flatMap(callsIn));
    this.methods = new Map(
      all.flatMap((one) => (one.kind === 'definition' && one.word === 'method' ? [[one.name, one]] : [])),
    );
  }

  /** In the order of the source, the outer one first. */
  get findings(): readonly Finding[] {
    return [...this.#findings.values()].toSorted((a, b) => a.start - b.start || b.end - a.end);
  }

  /** How often a variable, or `env.NAME`, is assigned besides its declaration. */
  assignmentsOf(name: string): number {
    return this.#assignments.get(name) ?? 0;
  }

  /** Keeps the worst outcome of a statement that is mapped several times, such as one of a method that is called twice. */
  report(finding: Finding): void {
    const key = `${finding.start}-${finding.end}-${finding.construct}`;
    const former = this.#findings.get(key);
    if (former === undefined || severity[finding.outcome] > severity[former.outcome]) this.#findings.set(key, finding);
  }

  taskId(...words: readonly string[]): string {
    const name = slug(words.join('-'));
    for (let number = 1; ; number += 1) {
      const id = number === 1 ? name : `${name}-${number}`;
      if (this.#taskIds.has(id)) continue;
      this.#taskIds.add(id);
      return id;
    }
  }

  commentsAbove(span: Span): readonly string[] {
    return this.comments.above(span.start);
  }

  steps(statements: readonly Statement[], scope: Scope): readonly DraftTask[] {
    return mapStatements(statements, scope, this).tasks;
  }

  byHand(span: Span, construct: string, why: string, inside: readonly Statement[] = []): DraftTask {
    this.report({ ...placed(span), construct, outcome: 'by hand', message: why });
    for (const statement of allStatements(inside)) {
      this.report({
        ...placed(statement),
        construct: constructOf(statement),
        outcome: 'by hand',
        message: `is in the ${construct}`,
      });
    }
    this.#kept.push(placed(span));
    return {
      id: this.taskId('by-hand'),
      shape: { kind: 'message', text: `${construct}: write this by hand` },
      common: { description: this.source.slice(span.start, span.end), disabled: true },
      comments: [],
      span: placed(span),
    };
  }

  /** The scope, with what statements before it have assigned. */
  withAssigned(scope: Scope): Scope {
    const { env, taskEnv, locals } = this.assigned;
    if (env.size + locals.size === 0) return scope;
    return {
      ...scope,
      env: new Map([...scope.env, ...env]),
      taskEnv: new Map([...scope.taskEnv, ...taskEnv]),
      locals: new Map([...scope.locals, ...locals]),
    };
  }

  /** Adds a task to a list of the flow, behind those that are there. */
  addTask(list: 'tasks' | 'errors' | 'finally', task: DraftTask): void {
    this.flow[list].push(task);
  }

  /** What a task becomes that no flow can say: a disabled task with its source. */
  turnByHand({ span, id }: DraftTask, why: string): DraftTask {
    this.demote(span, why);
    return { ...this.byHand(span, 'block', why), id };
  }

  /** Records why the condition of a statement is by hand. */
  reportCondition({ start, end }: Span, why: string): void {
    this.report({ start, end, construct: 'condition', outcome: 'by hand', message: why });
  }

  /** Records what the last statement of a `catch` becomes, which only decides how the build ends. */
  reportEnding(statement: Statement | undefined, note: string): void {
    if (statement === undefined) return;
    const { start, end } = statement;
    const isSame = statement.kind === 'control';
    this.report({ start, end, construct: constructOf(statement), outcome: isSame ? 'mapped' : 'approximated', message: note });
  }

  /** Whether a disabled task keeps the source of a place. */
  isKept({ start, end }: Span): boolean {
    return this.#kept.some((kept) => kept.start <= start && kept.end >= end);
  }

  /** Whether the job itself calls a method that it defines. */
  isCalled(method: string): boolean {
    return this.#called.has(method);
  }

  /** Makes everything inside a place by hand: what was mapped there turned out not to be valid. */
  demote(span: Span, why: string): void {
    for (const [key, finding] of this.#findings) {
      if (finding.start < span.start || finding.end > span.end || finding.outcome === 'by hand') continue;
      this.#findings.set(key, { ...finding, outcome: 'by hand', message: why });
    }
  }
}

const severity = { mapped: 0, approximated: 1, 'by hand': 2 } as const;

const placed = ({ start, end }: Span): Span => ({ start, end });

/** `Build & Test (x86)` becomes `build-test-x86`. */
export function slug(words: string): string {
  const name = words
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .toLowerCase()
    .slice(0, 60);
  return name === '' ? 'task' : name;
}

function assignmentsIn(all: readonly Statement[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const statement of all) {
    const target = assignedName(statement);
    if (target !== undefined) counts.set(target, (counts.get(target) ?? 0) + 1);
  }
  return counts;
}

function assignedName(statement: Statement): string | undefined {
  if (statement.kind === 'expression') {
    const { expression } = statement;
    return expression.kind === 'unary' && /^(\+\+|--)$/.test(expression.operator) && expression.of.kind === 'name'
      ? expression.of.name
      : undefined;
  }
  if (statement.kind !== 'assignment') return undefined;
  const { target } = statement;
  if (target.kind === 'name') return target.name;
  if (target.kind === 'property' && target.of.kind === 'name') return `${target.of.name}.${target.name}`;
  return undefined;
}
