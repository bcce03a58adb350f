import { flowName, type FlowKey } from '../../language/flow/flow-key.ts';
import { Turns } from '../../language/safe-patterns/turns.ts';
import { flowOfMember } from './flow-index.ts';
import type { FlowOrder, FlowQuery } from './revision-store.ts';

/** What a search needs to know of a flow. */
export interface CataloguedFlow extends FlowKey {
  /** Everything in which a search finds words, in lower case. */
  readonly text: string;
  /** As `name=value`. */
  readonly labels: readonly string[];
  readonly updatedAt: string;
  readonly isDeleted: boolean;
}

/** An order that was asked for, and what has been added since. */
interface SortedFlows {
  flows: readonly CataloguedFlow[];
  added: CataloguedFlow[];
  hasGone: boolean;
}

// How many flows are looked at between two turns.
const portionSize = 500;

/** Every flow of the store in memory, so that a search reads nothing else. */
export class FlowCatalogue {
  readonly #flows = new Map<string, CataloguedFlow>();
  readonly #sorted = new Map<FlowOrder, SortedFlows>();
  readonly #counts = new Map<string, number>();

  /** Their number in each namespace. */
  get counts(): ReadonlyMap<string, number> {
    return this.#counts;
  }

  isLive(key: FlowKey): boolean {
    return this.#flows.get(flowName(key))?.isDeleted === false;
  }

  /** @param flow undefined if it does not exist */
  set(key: FlowKey, flow: CataloguedFlow | undefined): void {
    const name = flowName(key);
    const before = this.#flows.get(name);
    if (flow === undefined) this.#flows.delete(name);
    else this.#flows.set(name, flow);
    this.#count(key.namespace, Number(flow?.isDeleted === false) - Number(before?.isDeleted === false));
    for (const sorted of this.#sorted.values()) {
      sorted.hasGone ||= before !== undefined;
      if (flow !== undefined) sorted.added.push(flow);
    }
  }

  /** The first flows after the cursor that match a query, one more than its limit if there are as many. */
  async search(query: FlowQuery): Promise<readonly CataloguedFlow[]> {
    const { order, descending, after, limit } = query;
    const compare = comparisons[order];
    const start = after && positionOf(order, after.member);
    const matches = matcher(query);
    const sorted = this.#sortedBy(order);
    const turns = new Turns();
    const found: CataloguedFlow[] = [];
    for (let index = 0; index < sorted.length && found.length <= limit; index++) {
      if (index % portionSize === 0) await turns.next();
      const flow = sorted[descending ? sorted.length - 1 - index : index]!;
      const isAfter = start === undefined || (descending ? compare(flow, start) < 0 : compare(flow, start) > 0);
      if (isAfter && matches(flow)) found.push(flow);
    }
    return found;
  }

  #count(namespace: string, change: number): void {
    const count = (this.#counts.get(namespace) ?? 0) + change;
    if (count === 0) this.#counts.delete(namespace);
    else this.#counts.set(namespace, count);
  }

  #sortedBy(order: FlowOrder): readonly CataloguedFlow[] {
    let sorted = this.#sorted.get(order);
    if (sorted === undefined) {
      sorted = { flows: [], added: [...this.#flows.values()], hasGone: false };
      this.#sorted.set(order, sorted);
    }
    if (sorted.added.length > 0 || sorted.hasGone) {
      const isCurrent = (flow: CataloguedFlow) => this.#flows.get(flowName(flow)) === flow;
      // Nearly sorted, so this is fast.
      sorted.flows = [...sorted.flows, ...sorted.added].filter(isCurrent).toSorted(comparisons[order]);
      sorted.added = [];
      sorted.hasGone = false;
    }
    return sorted.flows;
  }
}

type Position = Pick<CataloguedFlow, 'namespace' | 'id' | 'updatedAt'>;

const byNamespace = (one: Position, other: Position): number =>
  compareTexts(one.namespace, other.namespace) || compareTexts(one.id, other.id);

const comparisons: Readonly<Record<FlowOrder, (one: Position, other: Position) => number>> = {
  namespace: byNamespace,
  id: (one, other) => compareTexts(one.id, other.id) || compareTexts(one.namespace, other.namespace),
  updated: (one, other) => compareTexts(one.updatedAt, other.updatedAt) || byNamespace(one, other),
};

function compareTexts(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

function positionOf(order: FlowOrder, member: string): Position {
  return { ...flowOfMember(order, member), updatedAt: member.split(' ')[0] ?? '' };
}

function matcher({ namespace, prefix = '', words = [], labels, deleted, isShown }: FlowQuery) {
  const lowerCase = words.map((word) => word.toLowerCase());
  const names = labels.map(({ name, value }) => `${name}=${value}`);
  return (flow: CataloguedFlow): boolean =>
    flow.isDeleted === deleted &&
    (namespace ?? flow.namespace) === flow.namespace &&
    (flow.id.startsWith(prefix) || flow.namespace.startsWith(prefix)) &&
    names.every((name) => flow.labels.includes(name)) &&
    lowerCase.every((word) => flow.text.includes(word)) &&
    (isShown?.(flow) ?? true);
}
