import type { Caller } from '../../access/caller.ts';
import { flowName, type FlowKey } from '../../language/flow/flow-key.ts';
import { problemsBySeverity, type ProblemsBySeverity } from '../../problem/problem.ts';
import type { FlowLinks, RevisionStore } from '../../store/revisions/revision-store.ts';
import { usableFlow, mergeProblems } from '../flows/flow-checker.ts';
import type { FlowRecord, FlowService } from '../flows/flow-service.ts';
import type { InspectedCall, SubflowService } from './subflow-service.ts';

/** How a flow stands to the flows that it calls. */
export interface SubflowVerdict extends ProblemsBySeverity {
  readonly record: FlowRecord;
  readonly calls: readonly InspectedCall[];
}

/** Flows and their calls, in both directions from one of them. */
export interface DependencyGraph {
  readonly nodes: readonly GraphNode[];
  /** From the caller to the flow that it calls. */
  readonly edges: readonly { readonly from: FlowKey; readonly to: FlowKey }[];
  /** Whether there is more than the answer holds. */
  readonly isTruncated: boolean;
}

export interface GraphNode {
  readonly key: FlowKey;
  /** The latest revision; absent when the flow does not exist or was deleted. */
  readonly revision?: number;
}

// Nobody reads a graph of more.
const maxNodes = 1_000;
const maxEdges = 10_000;
// Each flow may call a thousand others, so that the links of all nodes at once could be a million.
const nodesAtOnce = 50;

export interface DependencyServiceDeps {
  readonly flows: FlowService;
  readonly store: RevisionStore;
  readonly subflows: SubflowService;
}

/** What a flow has to do with others (docs/reference/stored-flows.md). */
export class DependencyService {
  readonly #deps: DependencyServiceDeps;

  constructor(deps: DependencyServiceDeps) {
    this.#deps = deps;
  }

  /**
   * Whether each subflow exists and its inputs fit, and there is no cycle, as far as the caller may see the subflows.
   * @throws {AppError} as FlowService.read, and flow-invalid
   */
  async validateSubflows(key: FlowKey, caller: Caller, revision?: number): Promise<SubflowVerdict> {
    const record = await this.#deps.flows.read(key, { revision, owner: caller.key });
    const { problems, calls } = await this.#deps.subflows.inspect(usableFlow(record.checked), {
      caller,
      revision: record.entry.revision,
    });
    const withoutOwn = { ...record.checked, check: { problems: [] } };
    return { ...problemsBySeverity(await mergeProblems(problems, withoutOwn, caller.key)), record, calls };
  }

  /** Everything that the flow calls and that calls it, directly or not, as far as the caller may read it. @throws {AppError} as FlowService.read */
  async graph(key: FlowKey, caller: Caller): Promise<DependencyGraph> {
    await this.#deps.flows.stored(key);
    const shown = (keys: readonly FlowKey[]) => keys.filter(({ namespace }) => caller.may('read', namespace));
    const down = await this.#follow(key, ({ calls }) => shown(calls));
    const up = await this.#follow(key, ({ calledBy }) => shown(calledBy));
    const nodes = new Map([...down.links, ...up.links]);
    const edges = [
      ...[...down.links.values()].flatMap(({ key: from, links }) => links.calls.map((to) => ({ from, to }))),
      ...[...up.links.values()].flatMap(({ key: to, links }) => links.calledBy.map((from) => ({ from, to }))),
    ].filter(({ from, to }) => nodes.has(flowName(from)) && nodes.has(flowName(to)));
    const distinct = [...new Map(edges.map((edge) => [`${flowName(edge.from)} ${flowName(edge.to)}`, edge])).values()];
    return {
      nodes: [...nodes.values()].map((node) => ({
        key: node.key,
        revision: node.links.flow?.deletion ? undefined : node.links.flow?.revision,
      })),
      edges: distinct.slice(0, maxEdges),
      isTruncated: down.isTruncated || up.isTruncated || distinct.length > maxEdges,
    };
  }

  /** Goes level by level, with one question to the store for every fifty nodes. */
  async #follow(
    start: FlowKey,
    next: (links: FlowLinks) => readonly FlowKey[],
  ): Promise<{ links: Map<string, LinkedFlow>; isTruncated: boolean }> {
    const links = new Map<string, LinkedFlow>();
    const ahead = new Map([[flowName(start), start]]);
    let edges = 0;
    while (ahead.size > 0) {
      const keys = [...ahead.values()].slice(0, nodesAtOnce);
      if (links.size + keys.length > maxNodes || edges > maxEdges) return { links, isTruncated: true };
      const found = await this.#deps.store.links(keys);
      keys.forEach((key, index) => links.set(flowName(key), { key, links: found[index]! }));
      const reached = found.flatMap(next);
      edges += reached.length;
      for (const key of reached) ahead.set(flowName(key), key);
      for (const name of links.keys()) ahead.delete(name);
    }
    return { links, isTruncated: false };
  }
}

interface LinkedFlow {
  readonly key: FlowKey;
  readonly links: FlowLinks;
}
