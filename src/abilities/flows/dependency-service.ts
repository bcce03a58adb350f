import type { Caller } from '../../access/caller.ts';
import { problemsBySeverity, type ProblemsBySeverity } from '../../base/problem/problem.ts';
import { flowName, type FlowKey } from '../../language/flow/flow-key.ts';
import type { RedisRevisionStore } from '../../store/revisions/redis-revision-store.ts';
import type { FlowLinks } from '../../store/revisions/revision-store.ts';
import { mergeProblems, usableFlow } from './check/flow-checker.ts';
import type { FlowRecord, FlowService } from './flow-service.ts';
import type { InspectedCall, SubflowService } from './subflows/subflow-service.ts';

/** Whether the calls of a flow to other flows are valid. */
export interface SubflowValidation extends ProblemsBySeverity {
  readonly record: FlowRecord;
  readonly calls: readonly InspectedCall[];
}

/** Flows and their calls, in both directions from one flow. */
export interface DependencyGraph {
  readonly nodes: readonly GraphNode[];
  /** From the calling flow to the called one. */
  readonly edges: readonly { readonly from: FlowKey; readonly to: FlowKey }[];
  /** Whether the answer is incomplete. */
  readonly isTruncated: boolean;
}

interface GraphNode {
  readonly key: FlowKey;
  /** The latest revision; absent if the flow does not exist or was deleted. */
  readonly revision?: number;
}

// A larger graph is of no use to a reader.
const maxNodes = 1_000;
const maxEdges = 10_000;
// Each flow can call a thousand others, so loading the links of all nodes at once could load a million.
const nodesAtOnce = 50;

/** The relations between flows (docs/reference/stored-flows.md). */
export class DependencyService {
  readonly #deps;

  constructor(deps: {
    readonly flows: FlowService;
    readonly store: RedisRevisionStore;
    readonly subflows: SubflowService;
  }) {
    this.#deps = deps;
  }

  /**
   * Whether each subflow that the caller may see exists, its inputs match, and there is no cycle.
   * @throws {AppError} as FlowService.read, and flow-invalid
   */
  async validateSubflows(key: FlowKey, caller: Caller, revision?: number): Promise<SubflowValidation> {
    const record = await this.#deps.flows.read(key, { revision, owner: caller.key });
    const { problems, calls } = await this.#deps.subflows.inspect(usableFlow(record.checked), {
      caller,
      revision: record.entry.revision,
    });
    const withoutOwn = { ...record.checked, check: { problems: [] } };
    return { ...problemsBySeverity(await mergeProblems(problems, withoutOwn, caller.key)), record, calls };
  }

  /**
   * The flows that the flow calls and that call it, directly or indirectly, if the caller may read them.
   * @throws {AppError} as FlowService.read
   */
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

  /** Walks the graph level by level, with one store query per fifty nodes. */
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
