import type { TaskRegistry } from '../../language/task-types/task-registry.ts';
import type { Finding } from '../finding.ts';
import type { Span, Statement } from '../groovy/syntax.ts';
import { allStatements, callsIn } from '../groovy/walk.ts';
import type { Pipeline, Repository } from '../pipeline/pipeline.ts';
import { TextPlaces } from '../text-places.ts';
import { constructOf } from './construct-of.ts';
import { defaultCheckoutOf, type DefaultCheckout } from './default-checkout.ts';
import type { DraftTask } from './draft-task.ts';
import { gateShape, sentenceOf, stopsHere, type Reason } from './gate.ts';
import type { FlowDraft, MappingRules, StepHandler } from './mapping.ts';
import { assignedNames, changedNames, countOf, namesGivenBy, repeatedDeclarations } from './names-given.ts';
import type { MappedStatements, PipelineMapping } from './pipeline-mapping.ts';
import type { KnownValue, Scope } from './scope.ts';
import { SourceComments } from './source-comments.ts';
import { sourceOf } from './source-of.ts';
import { handlerOf } from './step-handlers.ts';
import { canFail } from './task-ends.ts';

/** What a mapping needs to know besides the job. */
export interface MappingOptions {
  /** The id of the flow. */
  readonly id: string;
  readonly namespace: string;
  /** The name of the source, such as `Jenkinsfile`. */
  readonly name: string;
  readonly rules: MappingRules;
  readonly taskTypes: TaskRegistry;
}

type Definition = Extract<Statement, { kind: 'definition' }>;

/** A mapping while it happens: the flow, what became of each statement, and the names that are taken. */
export class DraftMapping implements PipelineMapping {
  readonly source: string;
  /** What unconditional assignments such as `env.VERSION = '1'` mean for all statements after them. */
  readonly #assigned = { env: new Map<string, KnownValue>(), locals: new Map<string, KnownValue>() };
  /** The scopes that have what was assigned until now. Renewed by each assignment. */
  #extended = new WeakMap<Scope, Scope>();
  /** The methods whose calls are being written. */
  readonly openCalls: string[] = [];
  /** The methods that the job defines, by name. */
  readonly methods: ReadonlyMap<string, Definition>;
  /** The methods whose calls their values replaced. */
  readonly expanded: ReadonlySet<string>;
  /** The places of the calls where the steps of a method are written, by its name. */
  readonly #written = new Map<string, Set<number>>();
  readonly comments: SourceComments;
  readonly #places: TextPlaces;
  readonly #findings = new Map<string, Finding>();
  /** The next number for each id that is taken. */
  readonly #taskIds = new Map<string, number>();
  readonly flow: FlowDraft;
  readonly rules: MappingRules;
  readonly mapStatements: (
    statements: readonly Statement[],
    scope: Scope,
    mapping: PipelineMapping,
  ) => MappedStatements;
  /** The places whose source is kept in disabled tasks. */
  readonly #kept: Span[] = [];
  readonly defaultCheckout?: DefaultCheckout;
  readonly repository?: Repository;
  readonly #taskTypes: TaskRegistry;
  readonly #calls = new Map<string, number>();
  readonly #assignments: ReadonlyMap<string, number>;
  readonly #meanings: ReadonlyMap<string, number>;
  readonly #changed: ReadonlySet<string>;

  constructor(
    pipeline: Pipeline,
    flow: FlowDraft,
    { rules, taskTypes }: MappingOptions,
    mapStatements: DraftMapping['mapStatements'],
    expanded: ReadonlySet<string>,
  ) {
    const { file, repository } = pipeline;
    const checkout = defaultCheckoutOf(pipeline);
    if (checkout !== undefined) this.defaultCheckout = checkout;
    if (repository !== undefined) this.repository = repository;
    this.expanded = expanded;
    this.flow = flow;
    this.mapStatements = mapStatements;
    this.source = file.text;
    this.rules = rules;
    this.#taskTypes = taskTypes;
    this.comments = new SourceComments(file);
    this.#places = new TextPlaces(file.text);
    const all = allStatements(file.statements);
    this.#assignments = countOf(all.flatMap(assignedNames));
    this.#changed = new Set(all.flatMap(changedNames));
    this.#meanings = countOf(all.flatMap(namesGivenBy).concat(repeatedDeclarations(all)));
    for (const name of all.flatMap(callsIn)) this.#calls.set(name, (this.#calls.get(name) ?? 0) + 1);
    const methods = file.statements.filter((one) => one.kind === 'definition').filter(({ word }) => word === 'method');
    // Groovy chooses between methods with one name by their arguments.
    const isAlone = ({ name }: Definition) => methods.filter((method) => method.name === name).length === 1;
    this.methods = new Map(methods.filter(isAlone).map((method) => [method.name, method]));
  }

  /** In the order of the source, the outer one first. */
  get findings(): readonly Finding[] {
    return [...this.#findings.values()].toSorted((a, b) => a.start - b.start || b.end - a.end);
  }

  /** How often a variable, or `env.NAME`, is assigned besides its declaration. */
  assignmentsOf(name: string): number {
    return this.#assignments.get(name) ?? 0;
  }

  /** Whether something changes the list or map of a variable. */
  isChanged(name: string): boolean {
    return this.#changed.has(name);
  }

  /** How many meanings a name has in the job besides its only declaration: as a loop variable or parameter, for example. */
  meaningsOf(name: string): number {
    return this.#meanings.get(name) ?? 0;
  }

  /** Keeps the worst outcome of a statement that is mapped several times, such as one of a method that is called twice. */
  report(finding: Finding): void {
    const key = `${finding.start}-${finding.end}-${finding.construct}`;
    const former = this.#findings.get(key);
    if (former === undefined || severity[finding.outcome] > severity[former.outcome]) this.#findings.set(key, finding);
  }

  readonly taskId = (...words: readonly string[]): string => {
    const name = slug(words.join('-'));
    for (let number = this.#taskIds.get(name) ?? 1; ; number += 1) {
      const id = number === 1 ? name : `${name}-${number}`;
      if (number > 1 && this.#taskIds.has(id)) continue;
      this.#taskIds.set(name, number + 1);
      if (id !== name) this.#taskIds.set(id, 2);
      return id;
    }
  };

  readonly commentsAbove = (span: Span): readonly string[] => this.comments.above(span.start);

  steps(statements: readonly Statement[], scope: Scope): readonly DraftTask[] {
    return this.statements(statements, scope).tasks;
  }

  statements(statements: readonly Statement[], scope: Scope): MappedStatements {
    return this.mapStatements(statements, scope, this);
  }

  handlerOf(name: string): StepHandler | undefined {
    return handlerOf(name, this.rules, this.#taskTypes);
  }

  assign(kind: 'env' | 'locals', name: string, known: KnownValue): void {
    this.#assigned[kind].set(name, known);
    this.#extended = new WeakMap();
  }

  giveBack(comments: readonly string[]): void {
    this.comments.giveBack(comments);
  }

  byHand(
    span: Span,
    construct: string,
    why: string,
    inside: readonly Statement[] | undefined,
    isGate: boolean,
  ): DraftTask {
    const message = isGate ? `${why}; ${stopsHere}` : why;
    this.report({ ...placed(span), construct, outcome: 'by hand', message });
    for (const statement of allStatements(inside ?? [])) {
      this.report({
        ...placed(statement),
        construct: constructOf(statement),
        outcome: 'by hand',
        message: `it is inside a statement that is by hand: ${construct}`,
      });
    }
    return this.#sourceTask(this.taskId('by-hand'), { ...placed(span), construct, why }, isGate);
  }

  gate(reasons: readonly Reason[]): DraftTask {
    return this.#gate(this.taskId('by-hand'), reasons);
  }

  gateWithSource(reasons: readonly Reason[]): DraftTask {
    this.#kept.push(...reasons.map(placed));
    const sources = reasons.map((reason) => sourceOf(reason, this.source)).filter((text) => text !== '');
    return { ...this.gate(reasons), common: sources.length === 0 ? {} : { description: sources.join('\n') } };
  }

  #gate(id: string, reasons: readonly Reason[]): DraftTask {
    const gate = reasons.map((reason) => sentenceOf(reason, this.#places.at(reason.start).line));
    const { start, end } = reasons[0] ?? { start: 0, end: 0 };
    return { id, isSource: true, gate, shape: gateShape(gate), common: {}, comments: [], span: { start, end } };
  }

  /** A task with the source of a place: a gate, or disabled. */
  #sourceTask(id: string, reason: Reason, isGate: boolean): DraftTask {
    const span = placed(reason);
    this.#kept.push(span);
    const description = sourceOf(span, this.source);
    if (isGate) return { ...this.#gate(id, [reason]), common: { description } };
    const shape = { kind: 'message', text: `${reason.construct}: write this by hand` } as const;
    return { id, isSource: true, shape, common: { description, disabled: true }, comments: [], span };
  }

  forget(statement: Statement): void {
    for (const name of allStatements([statement]).flatMap(assignedNames)) {
      const variable = name.startsWith('env.') ? name.slice('env.'.length) : undefined;
      if (variable !== undefined) this.assign('env', variable, changed(name));
      else if (this.#assigned.locals.delete(name)) this.#extended = new WeakMap();
    }
  }

  /** The scope, with what statements before it have assigned. */
  withAssigned(scope: Scope): Scope {
    const known = this.#extended.get(scope);
    if (known !== undefined) return known;
    const extended = this.#extend(scope);
    this.#extended.set(scope, extended);
    return extended;
  }

  #extend(scope: Scope): Scope {
    const { locals } = this.#assigned;
    const env = [...this.#assigned.env].filter(([name]) => scope.bound?.has(name) !== true);
    if (env.length + locals.size === 0) return scope;
    return {
      ...scope,
      env: new Map([...scope.env, ...env]),
      taskEnv: new Map([
        ...scope.taskEnv,
        ...env.flatMap(([name, { text }]) => (text === undefined ? [] : [[name, text] as const])),
      ]),
      locals: new Map([...scope.locals, ...locals]),
    };
  }

  /** Adds a task to a list of the flow, after those that are there. */
  addTask(list: 'tasks' | 'errors' | 'finally', task: DraftTask): void {
    this.flow[list].push(task);
  }

  noteOpen(span: Span, differs: string): void {
    for (const [key, finding] of this.#findings) {
      const isInside = finding.start >= span.start && finding.end <= span.end;
      const isAround = finding.start <= span.start && finding.end >= span.end;
      if (!repeating.test(finding.construct) || finding.outcome === 'by hand' || !(isInside || isAround)) continue;
      if (finding.message?.includes(differs) === true) continue;
      const message = finding.outcome === 'mapped' ? differs : `${finding.message ?? ''}; ${differs}`;
      this.#findings.set(key, { ...finding, outcome: 'approximated', message });
    }
  }

  /** Replaces a task that no flow can express with one that has its source, and that fails if the task could stop the run. */
  turnByHand(task: DraftTask, why: string): DraftTask {
    this.demote(task.span, why);
    return this.#sourceTask(task.id, { ...placed(task.span), construct: 'block', why }, canFail(task));
  }

  /** Whether a disabled task keeps the source of a place. */
  isKept({ start, end }: Span): boolean {
    return this.#kept.some((kept) => kept.start <= start && kept.end >= end);
  }

  callsOf(name: string): number {
    return this.#calls.get(name) ?? 0;
  }

  noteWritten(method: string, { start }: Span): void {
    this.#written.set(method, (this.#written.get(method) ?? new Set()).add(start));
  }

  /** Keeps the source of the methods that something still calls which is by hand. */
  keepMethods(): readonly DraftTask[] {
    const kept = this.#kept.map(({ start, end }) => this.source.slice(start, end)).join('\n');
    const isLeft = (name: string) =>
      (this.#written.get(name)?.size ?? 0) < this.callsOf(name) ||
      (this.expanded.has(name) && new RegExp(`\\b${name}\\s*\\(`).test(kept));
    return [...this.methods.values()]
      .filter(({ name, body }) => body.length > 0 && isLeft(name))
      .map((method) =>
        this.byHand(method, `method ${method.name}`, 'a statement that calls it is by hand', method.body, false),
      );
  }

  /** Whether the job itself calls a method that it defines. */
  isCalled(method: string): boolean {
    return this.#calls.has(method);
  }

  /** Reports the statements behind an input, a variable or a trigger as by hand; returns whether any were found. */
  demoteTarget(target: string, why: string): boolean {
    const found = [...this.#findings].filter(([, finding]) => finding.target === target);
    for (const [key, finding] of found) this.#findings.set(key, { ...finding, outcome: 'by hand', message: why });
    return found.length > 0;
  }

  /** Makes everything inside a place by hand: what was mapped there turned out not to be valid. */
  demote(span: Span, why: string): void {
    for (const [key, finding] of this.#findings) {
      if (finding.start < span.start || finding.end > span.end || finding.outcome === 'by hand') continue;
      // Whatever the flow is, it stays disabled.
      if (finding.construct === 'option disabled') continue;
      this.#findings.set(key, { ...finding, outcome: 'by hand', message: why });
    }
  }
}

const changed = (name: string): KnownValue => ({
  form: 'text',
  unknown: `a statement that is by hand assigns ${name}`,
});

/** What retries or tolerates failures. */
const repeating = /^(?:catchError|warnError|try|retry|option retry)$/;

const severity = { mapped: 0, approximated: 1, 'by hand': 2 } as const;

const placed = ({ start, end }: Span): Span => ({ start, end });

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
