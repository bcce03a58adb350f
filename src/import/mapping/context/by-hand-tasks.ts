import type { Span, Statement } from '../../groovy/syntax.ts';
import { allStatements } from '../../groovy/walk.ts';
import { TextPlaces } from '../../text-places.ts';
import { draftTask, type DraftTask } from '../drafts/draft-flow.ts';
import { gateShape, sentenceOf, sourceOf, stopsHere, type Reason } from '../drafts/gate.ts';
import { canFail } from '../drafts/walk-tasks.ts';
import { constructOf } from './construct-of.ts';
import type { Findings } from './findings.ts';

/** Makes the tasks that stand for what is by hand, with its source: disabled ones, and gates, at which the run stops. */
export class ByHandTasks {
  readonly #source: string;
  readonly #findings: Findings;
  readonly #taskId: (word: string) => string;
  readonly #places: TextPlaces;
  /** The places whose source is kept in tasks. */
  readonly #kept: Span[] = [];

  constructor(source: string, findings: Findings, taskId: (word: string) => string) {
    this.#source = source;
    this.#findings = findings;
    this.#taskId = taskId;
    this.#places = new TextPlaces(source);
  }

  /**
   * A task with the source, and a finding for it and for each statement inside. It is disabled, or, if what it stands for
   * could have stopped the run (`isGate`), it fails.
   */
  keep(span: Span, construct: string, why: string, inside: readonly Statement[], isGate: boolean): DraftTask {
    this.#findings.add(span, construct, { byHand: isGate ? `${why}; ${stopsHere}` : why });
    const byHand = `it is inside a statement that is by hand: ${construct}`;
    for (const statement of allStatements(inside)) this.#findings.add(statement, constructOf(statement), { byHand });
    return this.#sourceTask(this.#taskId('by-hand'), span, construct, why, isGate);
  }

  /** Replaces a task that no flow can express with one that has its source, and that fails if the task could stop the run. */
  replace(task: DraftTask, why: string): DraftTask {
    this.#findings.demote(task.span, why);
    return this.#sourceTask(task.id, task.span, 'block', why, canFail(task));
  }

  /** A task that fails because of what is by hand after it; the caller reports that. */
  gate(reasons: readonly Reason[]): DraftTask {
    return this.#gate(this.#taskId('by-hand'), reasons);
  }

  /** The same, with the sources of all of it. */
  gateWithSource(reasons: readonly Reason[]): DraftTask {
    this.#kept.push(...reasons.map(({ start, end }) => ({ start, end })));
    const sources = reasons.map((reason) => sourceOf(reason, this.#source)).filter((text) => text !== '');
    return { ...this.gate(reasons), common: sources.length === 0 ? {} : { description: sources.join('\n') } };
  }

  /** Whether a task keeps the source of a place. */
  isKept({ start, end }: Span): boolean {
    return this.#kept.some((kept) => kept.start <= start && kept.end >= end);
  }

  get keptSources(): string {
    return this.#kept.map(({ start, end }) => this.#source.slice(start, end)).join('\n');
  }

  #gate(id: string, reasons: readonly Reason[]): DraftTask {
    const gate = reasons.map((reason) => sentenceOf(reason, this.#places.at(reason.start).line));
    return { ...draftTask(id, reasons[0] ?? { start: 0, end: 0 }, gateShape(gate)), isSource: true, gate };
  }

  #sourceTask(id: string, { start, end }: Span, construct: string, why: string, isGate: boolean): DraftTask {
    const span = { start, end };
    this.#kept.push(span);
    const description = sourceOf(span, this.#source);
    if (isGate) return { ...this.#gate(id, [{ ...span, construct, why }]), common: { description } };
    const shape = { kind: 'message', text: `${construct}: write this by hand` } as const;
    return { ...draftTask(id, span, shape, { description, disabled: true }), isSource: true };
  }
}
