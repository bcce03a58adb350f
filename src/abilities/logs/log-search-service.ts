import type { Caller } from '../../access/caller.ts';
import { AppError } from '../../base/problem/app-error.ts';
import { flowName, type FlowKey } from '../../language/flow/flow-key.ts';
import type { ExecutionService } from '../records/execution-service.ts';
import type { VisibleExecution } from '../records/visible-execution.ts';
import type { LogChunk } from './lines/log-reading.ts';
import type { LogService } from './log-service.ts';
import { searchLines, type FoundLine, type LinePlace } from './search-lines.ts';

/** A place in the logs of a flow. */
export interface SearchPlace extends LinePlace {
  readonly execution: string;
}

export interface LogHit extends FoundLine {
  readonly execution: VisibleExecution;
}

export interface LogSearchResult {
  readonly hits: readonly LogHit[];
  /** Where to go on; undefined after the oldest execution. */
  readonly next?: SearchPlace;
}

/** The limits of one request, so that none is slow or costs much. */
const limits = { bytes: 8 * 1024 * 1024, hits: 100, milliseconds: 2_000 } as const;
const pageSize = 50;

/** Searches the logs of the executions of a flow, the newest first. No index: it reads them. */
export class LogSearchService {
  readonly #deps;

  constructor(deps: {
    readonly executions: Pick<ExecutionService, 'list' | 'read'>;
    readonly logs: Pick<LogService, 'text'>;
    readonly now: () => Date;
  }) {
    this.#deps = deps;
  }

  /** Leaves out logs that cannot be read. @param after where a previous request stopped */
  async search(flow: FlowKey, text: string, caller: Caller, after?: SearchPlace): Promise<LogSearchResult> {
    const { executions, now } = this.#deps;
    const until = now().getTime() + limits.milliseconds;
    const hits: LogHit[] = [];
    let bytes = 0;
    let begin: LinePlace | undefined = after;
    for await (const id of this.#latest(flow, caller, after?.execution)) {
      const execution = await executions.read(id, caller).catch(ifUnreadable);
      let place = begin ?? { line: 1, offset: 0 };
      begin = undefined;
      if (execution === undefined || flowName(execution.flow) !== flowName(flow)) continue;
      for await (const chunk of this.#readable(execution, place.offset)) {
        const { found, next } = searchLines(chunk, text, place);
        const last = hits.at(-1);
        // A long line is in several chunks.
        const others = found.filter(({ line }) => last?.execution !== execution || last.line !== line);
        const kept = others.slice(0, limits.hits - hits.length);
        hits.push(...kept.map((line) => ({ ...line, execution })));
        const missed = others[kept.length];
        bytes += chunk.texts.reduce((sum, part) => sum + part.bytes.length, 0);
        place = missed ?? next;
        if (hits.length === limits.hits || bytes >= limits.bytes || now().getTime() > until)
          return { hits, next: { execution: id, line: place.line, offset: place.offset } };
      }
    }
    return { hits };
  }

  /** The ids of the executions, the newest first. @param first where to begin; it may be gone */
  async *#latest(flow: FlowKey, caller: Caller, first: string | undefined): AsyncGenerator<string> {
    if (first !== undefined) yield first;
    let after = first;
    do {
      const filter = { namespace: flow.namespace, flowId: flow.id, states: [], labels: [], limit: pageSize };
      const page = await this.#deps.executions.list(caller, { ...filter, ...(after !== undefined && { after }) });
      for (const { id } of page.executions) yield id;
      after = page.next;
    } while (after !== undefined);
  }

  async *#readable(execution: VisibleExecution, start: number): AsyncGenerator<LogChunk> {
    try {
      yield* this.#deps.logs.text(execution, { start });
    } catch (error) {
      ifUnreadable(error);
    }
  }
}

/** Undefined for what was deleted, or is on another machine. @throws any other error */
function ifUnreadable(error: unknown): undefined {
  if (error instanceof AppError && error.code !== 'store-unavailable') return undefined;
  throw error;
}
