import type { Caller } from '../../access/caller.ts';
import { AppError, isTemporary } from '../../base/problem/app-error.ts';
import type { ReportedProblem } from '../../base/problem/problem.ts';
import { flowIdRule, isId, namespaceRule } from '../../language/document/id-rule.ts';
import { flowName, type FlowKey } from '../../language/flow/flow-key.ts';
import type { Flow, ValidatedFlow } from '../../language/flow/flow.ts';
import { Turns } from '../../language/safe-patterns/turns.ts';
import type { RevisionSource } from '../../store/revisions/flow-revision.ts';
import type { FlowCursor } from '../../store/revisions/revision-store.ts';
import type { FlowLanguage } from '../documents/flow-language.ts';
import { joinYamlDocument, type StreamDocument } from '../documents/yaml-stream.ts';
import { decodeUtf8 } from './check/decode-utf8.ts';
import type { FlowChecker } from './check/flow-checker.ts';
import type { Change, FlowService } from './flow-service.ts';
import { requireStoreRights } from './flow-triggers.ts';
import type { NamespaceService } from './namespace-service.ts';
import { ProblemLimiter } from './problem-limiter.ts';

/** The result of importing one document of the stream, or of a dry run. */
export interface ImportedFlow {
  /** The position of the document in the stream, from 1. */
  readonly document: number;
  /** Undefined if the document has no valid ids or cannot be parsed. */
  readonly key?: FlowKey;
  readonly outcome: 'created' | 'updated' | 'unchanged' | 'refused';
  readonly revision?: number;
  /** Why the document was rejected, if the reason is not a problem of the document. */
  readonly reason?: string;
  /** Lines are counted from the beginning of the stream. */
  readonly errors: readonly ReportedProblem[];
  readonly warnings: readonly ReportedProblem[];
  /** The number of problems that were omitted to keep the response short. */
  readonly omittedProblems?: number;
}

interface Foreseen {
  readonly revision: number;
  readonly source: Pick<RevisionSource, 'bytes' | 'format'>;
}

interface ImportOptions {
  readonly caller: Caller;
  readonly dryRun: boolean;
  /** The flows that a dry run would have stored so far, by `namespace/id`. */
  readonly foreseen: Map<string, Foreseen>;
  /** The flows in the same stream. */
  readonly coming: ReadonlyMap<string, ValidatedFlow>;
}

// Max problems for all documents of a stream together; longer answers are of no use.
const maxProblems = 5000;

/** Exports flows as one YAML stream and imports them (docs/reference/stored-flows.md). */
export class ExchangeService {
  readonly #deps;

  constructor(deps: {
    readonly flows: FlowService;
    readonly namespaces: Pick<NamespaceService, 'requireUnowned'>;
    readonly checker: FlowChecker;
    readonly language: FlowLanguage;
    /** Max documents per import. */
    readonly maxDocuments: number;
  }) {
    this.#deps = deps;
  }

  /** The latest revision of every flow that the caller may read, one document each, ordered by namespace and id. */
  async *export(caller: Caller, namespace?: string): AsyncGenerator<string> {
    let after: FlowCursor | undefined;
    do {
      const page = await this.#deps.flows.list(caller, {
        namespace,
        labels: [],
        deleted: false,
        order: 'namespace',
        descending: false,
        limit: 200,
        after,
      });
      for (const flow of page.flows) {
        const { source } = await this.#deps.flows.stored(flow, flow.revision);
        yield joinYamlDocument(source.bytes.toString(), source.format === 'json');
      }
      after = page.next;
    } while (after);
  }

  /**
   * @throws {AppError} `malformed-body`, `empty-body`, `body-too-large`; `too-busy` or `store-unavailable`, also after
   * part of the import is done
   */
  async import(
    stream: RevisionSource,
    options: Pick<ImportOptions, 'caller' | 'dryRun'>,
  ): Promise<readonly ImportedFlow[]> {
    const documents = await this.#documentsOf(stream, options.caller);
    const coming = await this.#flowsOf(documents, options.caller);
    const imported: ImportedFlow[] = [];
    const foreseen = new Map<string, Foreseen>();
    const limiter = new ProblemLimiter(maxProblems);
    const turns = new Turns();
    for (const [index, document] of documents.entries()) {
      await turns.next();
      const outcome = await this.#importOne(document, stream.mediaType, { ...options, coming, foreseen });
      imported.push({ document: index + 1, ...outcome, ...limiter.fit(outcome) });
    }
    return imported;
  }

  async #documentsOf({ bytes }: RevisionSource, caller: Caller): Promise<readonly StreamDocument[]> {
    const { language, maxDocuments } = this.#deps;
    const documents = await language.split({ text: decodeUtf8(bytes), max: maxDocuments + 1 }, caller.key);
    if (documents.length === 0) throw new AppError('empty-body', 'The stream contains no document.');
    if (documents.length > maxDocuments)
      throw new AppError(
        'body-too-large',
        `The stream can have at most ${maxDocuments} documents. Split it and import the parts.`,
      );
    return documents;
  }

  /** The flows in the stream, which may call each other in any order. */
  async #flowsOf(documents: readonly StreamDocument[], caller: Caller): Promise<ReadonlyMap<string, ValidatedFlow>> {
    const flows = new Map<string, ValidatedFlow>();
    const turns = new Turns();
    for (const document of documents) {
      await turns.next();
      const { flow } = (await this.#deps.checker.check(sourceOf(document), caller.key)).check;
      if (flow !== undefined) flows.set(flowName(flow), flow);
    }
    return flows;
  }

  async #importOne(
    document: StreamDocument,
    mediaType: string,
    { caller, dryRun, coming, foreseen }: ImportOptions,
  ): Promise<Omit<ImportedFlow, 'document'>> {
    const source: RevisionSource = {
      ...sourceOf(document),
      mediaType: document.isJson ? 'application/json' : mediaType,
    };
    const { flow, draft } = (await this.#deps.checker.check(source, caller.key)).check;
    const key = draft && keyOf(draft);
    try {
      if (flow !== undefined) requireStoreRights(caller, flow);
      const found = await this.#deps.flows.validate(source, { caller, coming });
      const errors = found.errors.map((problem) => inStream(problem, document.line));
      const warnings = found.warnings.map((problem) => inStream(problem, document.line));
      if (key === undefined || errors.length > 0) return { ...(key && { key }), outcome: 'refused', errors, warnings };
      const done = await (dryRun ? this.#foresee(key, source, foreseen) : this.#store(key, source, { caller, coming }));
      return { key, errors, warnings, ...done };
    } catch (error) {
      if (!(error instanceof AppError) || isTemporary(error)) throw error;
      return { ...(key && { key }), errors: [], warnings: [], outcome: 'refused', reason: error.message };
    }
  }

  async #store(
    key: FlowKey,
    source: RevisionSource,
    change: Change,
  ): Promise<Pick<ImportedFlow, 'outcome' | 'revision'>> {
    const latest = await this.#latest(key);
    if (latest === undefined)
      return { outcome: 'created', revision: (await this.#deps.flows.create(source, change)).entry.revision };
    if (isSameSource(latest.source, source)) return { outcome: 'unchanged', revision: latest.revision };
    const { entry } = await this.#deps.flows.update(key, source, change);
    return { outcome: 'updated', revision: entry.revision };
  }

  async #foresee(
    key: FlowKey,
    source: RevisionSource,
    foreseen: Map<string, Foreseen>,
  ): Promise<Pick<ImportedFlow, 'outcome' | 'revision'>> {
    const latest = foreseen.get(flowName(key)) ?? (await this.#latest(key));
    const unchanged = latest !== undefined && isSameSource(latest.source, source);
    if (!unchanged) await this.#deps.namespaces.requireUnowned(key.namespace);
    const revision = (latest?.revision ?? 0) + (unchanged ? 0 : 1);
    foreseen.set(flowName(key), { revision, source });
    return { outcome: latest === undefined ? 'created' : unchanged ? 'unchanged' : 'updated', revision };
  }

  async #latest(key: FlowKey): Promise<Foreseen | undefined> {
    if (!(await this.#exists(key))) return undefined;
    const { entry, source } = await this.#deps.flows.stored(key);
    return { revision: entry.revision, source };
  }

  async #exists(key: FlowKey): Promise<boolean> {
    try {
      return (await this.#deps.flows.revisions(key, { limit: 1 })).length > 0;
    } catch (error) {
      if (error instanceof AppError && error.code === 'flow-not-found') return false;
      throw error;
    }
  }
}

/** The namespace and id of a flow that may have errors; undefined if they are invalid. */
function keyOf({ namespace, id }: Flow): FlowKey | undefined {
  return isId(namespace, namespaceRule) && isId(id, flowIdRule) ? { namespace, id } : undefined;
}

function sourceOf({ text, isJson }: StreamDocument): Pick<RevisionSource, 'bytes' | 'format'> {
  return { bytes: Buffer.from(text), format: isJson ? 'json' : 'yaml' };
}

/** Whether the import leaves the flow unchanged; an update would create a revision even if the source is the same. */
function isSameSource(latest: Foreseen['source'], given: Foreseen['source']): boolean {
  return latest.format === given.format && latest.bytes.equals(given.bytes);
}

function inStream(problem: ReportedProblem, firstLine: number): ReportedProblem {
  const { line, endLine } = problem;
  return line === undefined || endLine === undefined
    ? problem
    : { ...problem, line: line + firstLine - 1, endLine: endLine + firstLine - 1 };
}
