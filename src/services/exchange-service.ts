import type { Caller } from '../access/caller.ts';
import type { ValidatedFlow } from '../flow/flow.ts';
import { AppError } from '../problem/app-error.ts';
import type { Problem } from '../problem/problem.ts';
import type { FlowKey, RevisionSource } from '../revision/flow-revision.ts';
import type { FlowCursor } from '../revision/revision-store.ts';
import { decodeUtf8, type FlowChecker } from './flow-checker.ts';
import type { Change, FlowService } from './flow-service.ts';
import { flowName } from './subflows/placed-call.ts';
import { joinYamlDocument, splitYamlStream, type StreamDocument } from './yaml-stream.ts';

/** What an import did, or would do, with one document of the stream. */
export interface ImportedFlow {
  /** Which document of the stream, from 1. */
  readonly document: number;
  /** Absent when the document could not be read. */
  readonly key?: FlowKey;
  readonly outcome: 'created' | 'updated' | 'unchanged' | 'refused';
  readonly revision?: number;
  /** Why it was refused, where that is no problem of the document. */
  readonly reason?: string;
  /** Lines count from the beginning of the stream. */
  readonly errors: readonly Problem[];
  readonly warnings: readonly Problem[];
}

interface ImportOptions {
  readonly caller: Caller;
  readonly dryRun: boolean;
  /** The flows of the same stream. */
  readonly coming: ReadonlyMap<string, ValidatedFlow>;
}

/** Takes flows out as one YAML stream and brings them in (DESIGN 7). */
export class ExchangeService {
  readonly #flows: FlowService;
  readonly #checker: FlowChecker;

  constructor(collaborators: { readonly flows: FlowService; readonly checker: FlowChecker }) {
    this.#flows = collaborators.flows;
    this.#checker = collaborators.checker;
  }

  /** The latest revision of every flow that the caller may read, one document each, by namespace and id. */
  async *export(caller: Caller, namespace?: string): AsyncGenerator<string> {
    let after: FlowCursor | undefined;
    do {
      const page = await this.#flows.list(caller, { namespace, labels: [], deleted: false, order: 'namespace', descending: false, limit: 200, after });
      for (const flow of page.flows) {
        const { checked } = await this.#flows.read(flow, flow.revision);
        yield joinYamlDocument(checked.text);
      }
      after = page.next;
    } while (after);
  }

  /** @throws {AppError} `malformed-body`, or `store-unavailable` in the middle */
  async import(stream: RevisionSource, options: Omit<ImportOptions, 'coming'>): Promise<readonly ImportedFlow[]> {
    const documents = splitYamlStream(decodeUtf8(stream.bytes));
    if (documents.length === 0) throw new AppError('empty-body', 'The stream holds no document.');
    const coming = this.#flowsOf(documents);
    const imported: ImportedFlow[] = [];
    for (const [index, document] of documents.entries()) {
      const outcome = await this.#importOne(document, stream.mediaType, { ...options, coming });
      imported.push({ document: index + 1, ...outcome });
    }
    return imported;
  }

  /** The flows of the stream, which may call each other in any order. */
  #flowsOf(documents: readonly StreamDocument[]): ReadonlyMap<string, ValidatedFlow> {
    const flows = documents.flatMap(({ text }) => this.#checker.check({ bytes: Buffer.from(text), format: 'yaml' }).check.flow ?? []);
    return new Map(flows.map((flow) => [flowName(flow), flow]));
  }

  async #importOne(document: StreamDocument, mediaType: string, { caller, dryRun, coming }: ImportOptions): Promise<Omit<ImportedFlow, 'document'>> {
    const source: RevisionSource = { bytes: Buffer.from(document.text), mediaType, format: 'yaml' };
    const { flow } = this.#checker.check(source).check;
    const key = flow && { namespace: flow.namespace, id: flow.id };
    try {
      if (flow !== undefined) caller.demand('write', flow.namespace);
      const found = await this.#flows.validate(source, { caller, coming });
      const errors = found.errors.map((problem) => inStream(problem, document.line));
      const warnings = found.warnings.map((problem) => inStream(problem, document.line));
      if (key === undefined || errors.length > 0) return { ...(key && { key }), outcome: 'refused', errors, warnings };
      const done = await (dryRun ? this.#foresee(key, source) : this.#store(key, source, { caller, coming }));
      return { key, errors, warnings, ...done };
    } catch (error) {
      if (!(error instanceof AppError) || error.code === 'store-unavailable') throw error;
      return { ...(key && { key }), errors: [], warnings: [], outcome: 'refused', reason: error.message };
    }
  }

  async #store(key: FlowKey, source: RevisionSource, change: Change): Promise<Pick<ImportedFlow, 'outcome' | 'revision'>> {
    if (!(await this.#exists(key))) return { outcome: 'created', revision: (await this.#flows.create(source, change)).entry.revision };
    const { entry, unchanged } = await this.#flows.update(key, source, change);
    return { outcome: unchanged ? 'unchanged' : 'updated', revision: entry.revision };
  }

  async #foresee(key: FlowKey, source: RevisionSource): Promise<Pick<ImportedFlow, 'outcome' | 'revision'>> {
    if (!(await this.#exists(key))) return { outcome: 'created', revision: 1 };
    const latest = await this.#flows.read(key);
    const unchanged = latest.source.bytes.equals(source.bytes);
    return { outcome: unchanged ? 'unchanged' : 'updated', revision: latest.entry.revision + (unchanged ? 0 : 1) };
  }

  async #exists(key: FlowKey): Promise<boolean> {
    try {
      return (await this.#flows.revisions(key, { limit: 1 })).length > 0;
    } catch (error) {
      if (error instanceof AppError && error.code === 'flow-not-found') return false;
      throw error;
    }
  }
}

function inStream(problem: Problem, firstLine: number): Problem {
  const { line, endLine } = problem;
  return line === undefined || endLine === undefined ? problem : { ...problem, line: line + firstLine - 1, endLine: endLine + firstLine - 1 };
}
