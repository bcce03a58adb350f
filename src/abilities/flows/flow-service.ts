import { LRUCache } from 'lru-cache';
import type { Caller } from '../../access/caller.ts';
import { problemsBySeverity, type ProblemsBySeverity, type ReportedProblem } from '../../base/problem/problem.ts';
import { flowName, type FlowKey } from '../../language/flow/flow-key.ts';
import type { ValidatedFlow } from '../../language/flow/flow.ts';
import { locatedTasks } from '../../language/flow/located-tasks.ts';
import type { OutlineNode } from '../../language/flow/outline-flow.ts';
import type { WorkOwner } from '../../language/safe-patterns/bounded-runner.ts';
import type { FlowRevision, RevisionEntry, RevisionSource } from '../../store/revisions/flow-revision.ts';
import type { RepositoryCommit } from '../../store/revisions/namespace-owner.ts';
import type { RedisRevisionStore } from '../../store/revisions/redis-revision-store.ts';
import type { FlowPage, FlowQuery, RevisionWrite } from '../../store/revisions/revision-store.ts';
import type { FlowLanguage } from '../documents/flow-language.ts';
import type { NamedText } from '../documents/unified-diff.ts';
import { decodeUtf8 } from './check/decode-utf8.ts';
import { mergeProblems, usableFlow, type CheckedSource, type FlowChecker } from './check/flow-checker.ts';
import {
  deletedFlowExists,
  flowExists,
  invalidFlow,
  isRejection,
  missingRevision,
  otherIds,
  rejected,
} from './check/flow-errors.ts';
import { requireStoreRights, schedulesOf } from './flow-triggers.ts';
import type { StoredCallers } from './subflows/stored-callers.ts';
import { ownerOf, type ResolveOptions, type SubflowService } from './subflows/subflow-service.ts';

/** A revision of a flow, and the result of checking its source. */
export interface FlowRecord extends FlowRevision {
  readonly checked: CheckedSource;
  /** The problems of the source and, for a revision that was just stored, of its calls to other flows. */
  readonly problems: readonly ReportedProblem[];
}

/** A change to a flow: the caller, and the revisions that the flow may have; any revision by default. */
export interface Change {
  readonly caller: Caller;
  readonly expected?: readonly number[];
  /** The commit that the change comes from. */
  readonly commit?: RepositoryCommit;
  /** Flows that are about to be stored too. */
  readonly coming?: ResolveOptions['coming'];
}

export interface ReadOptions {
  readonly revision?: number;
  /** The owner of the work of checking the source. */
  readonly owner: WorkOwner;
}

interface Accepted {
  readonly flow: ValidatedFlow;
  readonly problems: readonly ReportedProblem[];
}

// The max bytes of the sources that `lastRead` keeps.
const keptBytes = 8 * 1024 * 1024;
const entryBytes = 2 * 1024;

export interface FlowServiceDeps {
  readonly store: RedisRevisionStore;
  readonly checker: FlowChecker;
  readonly subflows: SubflowService;
  readonly callers: Pick<StoredCallers, 'problems'>;
  readonly language: FlowLanguage;
  readonly now: () => Date;
  /** Called after a flow is deleted. */
  readonly onDeleted: (key: FlowKey) => Promise<void>;
  /** Called for each new revision. */
  readonly onStored: (flow: ValidatedFlow) => Promise<void>;
}

/** Checks, stores and reads flows (docs/reference/stored-flows.md). */
export class FlowService {
  readonly #deps: FlowServiceDeps;
  readonly #lastRead = new LRUCache<string, FlowRevision>({
    maxSize: keptBytes,
    sizeCalculation: ({ source }) => entryBytes + source.bytes.length,
  });

  constructor(deps: FlowServiceDeps) {
    this.#deps = deps;
  }

  /** Checks a document as if it were stored, including the flows it calls. @throws {AppError} forbidden */
  async validate(source: RevisionSource, options: ResolveOptions = {}): Promise<ProblemsBySeverity> {
    return problemsBySeverity(
      await this.#problemsOf(await this.#deps.checker.checkInPassing(source, ownerOf(options)), options),
    );
  }

  /** The tasks of a document, which may have errors. @throws {AppError} too-busy */
  outline(source: RevisionSource, owner: WorkOwner): Promise<readonly OutlineNode[]> {
    return this.#deps.checker.outline(source, owner);
  }

  /** @throws {AppError} flow-invalid, forbidden, owned-by-repository, flow-exists, flow-deleted */
  async create(source: RevisionSource, change: Omit<Change, 'expected'>): Promise<FlowRecord> {
    const { flow, problems } = await this.#accept(source, change);
    const created = await this.#deps.store.create(await this.#write(flow, source, change));
    if (created.outcome === 'owned') throw rejected(flow, created);
    const { outcome, revision } = created;
    if (outcome === 'exists') throw flowExists(flow, revision);
    if (outcome === 'deleted') throw deletedFlowExists(flow, revision);
    return this.#stored({ flow, problems }, revision, change);
  }

  /**
   * @throws {AppError} flow-invalid (also when the ids in the source differ from `key`), forbidden, owned-by-repository,
   * flow-not-found, stale-revision
   */
  async update(key: FlowKey, source: RevisionSource, change: Change): Promise<FlowRecord> {
    const { flow, problems } = await this.#accept(source, change, key);
    const outcome = await this.#deps.store.update(await this.#write(flow, source, change));
    if (isRejection(outcome)) throw rejected(key, outcome, change);
    return this.#stored({ flow, problems }, outcome.revision, change);
  }

  /** Makes the source of an earlier revision the latest one; this also restores a deleted flow. */
  async restore(key: FlowKey, revision: number, change: Change): Promise<FlowRecord> {
    const { source } = await this.stored(key, revision);
    const { flow, problems } = await this.#accept(source, change, key);
    const outcome = await this.#deps.store.restore({
      ...(await this.#write(flow, source, change)),
      restoredFrom: revision,
    });
    if (isRejection(outcome)) throw rejected(key, outcome, change);
    return this.#stored({ flow, problems }, outcome.revision, change);
  }

  async #stored({ flow, problems }: Accepted, revision: number, { caller }: Change): Promise<FlowRecord> {
    await this.#deps.onStored(flow);
    return { ...(await this.read(flow, { revision, owner: caller.key })), problems };
  }

  async delete(key: FlowKey, change: Change & { readonly purge: boolean }): Promise<void> {
    const { caller, expected, commit } = change;
    const removal = { key, actor: caller.subject, expected, commit, time: this.#deps.now() };
    const outcome = await (change.purge ? this.#deps.store.purge(removal) : this.#deps.store.delete(removal));
    // A repeated DELETE completes the cleanup if Redis or this process failed after the deletion.
    if (!isRejection(outcome) || outcome.outcome === 'deleted') await this.#deps.onDeleted(key);
    if (isRejection(outcome)) throw rejected(key, outcome, change);
  }

  /**
   * The latest revision of a flow, or the one requested. A deleted flow can be read only by its revision.
   * @throws {AppError} flow-not-found, revision-not-found, too-busy
   */
  async read(key: FlowKey, { revision, owner }: ReadOptions): Promise<FlowRecord> {
    const found = await this.stored(key, revision);
    const checked = await this.#deps.checker.check(found.source, owner);
    return { ...found, checked, problems: checked.check.problems };
  }

  /** Like `read`, but returns only the source, unchecked. @throws {AppError} flow-not-found, revision-not-found */
  async stored(key: FlowKey, revision?: number): Promise<FlowRevision> {
    const found = await this.#deps.store.read(key, revision);
    if (found === undefined) throw rejected(key, { outcome: 'missing' });
    if (revision === undefined && found.flow.deletion)
      throw rejected(key, { outcome: 'deleted', revision: found.flow.revision });
    if (!('entry' in found)) throw missingRevision(found.flow, revision);
    if (revision === undefined) this.#lastRead.set(flowName(key), found);
    return found;
  }

  /**
   * The latest revision of a flow when this process last read it; undefined if it has not, or not recently. Meanwhile the
   * flow may have changed: only for a caller that finds out.
   */
  lastRead(key: FlowKey): FlowRevision | undefined {
    return this.#lastRead.get(flowName(key));
  }

  /** The unified diff between two revisions of a flow; empty if their sources are equal. @throws {AppError} too-busy */
  async diff(from: FlowRevision, to: FlowRevision, caller: Caller): Promise<string> {
    return this.#deps.language.diff({ from: namedSource(from), to: namedSource(to) }, caller.key);
  }

  /** Newest first. @throws {AppError} flow-not-found */
  async revisions(
    key: FlowKey,
    page: { readonly limit: number; readonly before?: number },
  ): Promise<readonly RevisionEntry[]> {
    const entries = await this.#deps.store.revisions(key, page);
    if (entries.length === 0 && (await this.#deps.store.read(key)) === undefined)
      throw rejected(key, { outcome: 'missing' });
    return entries;
  }

  /** Lists only flows that the caller may read. */
  list(caller: Caller, query: Omit<FlowQuery, 'isShown'>): Promise<FlowPage> {
    return this.#deps.store.list({
      ...query,
      ...(caller.isLimited && { isShown: ({ namespace }: FlowKey) => caller.may('read', namespace) }),
    });
  }

  /** Reads all flows, so that the first search of this process need not. */
  async warmUp(): Promise<void> {
    await this.#deps.store.overview().catch(() => undefined);
  }

  /** @throws {AppError} `flow-invalid`, `forbidden` */
  async #accept(source: RevisionSource, { caller, coming }: Change, key?: FlowKey): Promise<Accepted> {
    const checked = await this.#deps.checker.check(source, caller.key);
    const flow = usableFlow(checked);
    const others = key === undefined ? [] : otherIds(key, flow);
    if (others.length > 0) throw invalidFlow(await checked.locate(others, caller.key));
    requireStoreRights(caller, flow);
    const problems = await this.#problemsOf(checked, { caller, coming });
    if (problems.some(({ severity }) => severity === 'error')) throw invalidFlow(problems);
    if (key === undefined) return { flow, problems };
    const left = await this.#deps.callers.problems(flow, { caller, coming });
    return { flow, problems: [...problems, ...(await checked.locate(left, caller.key))] };
  }

  async #problemsOf(checked: CheckedSource, options: ResolveOptions): Promise<readonly ReportedProblem[]> {
    const { flow } = checked.check;
    if (flow === undefined) return checked.check.problems;
    const { problems } = await this.#deps.subflows.resolve(flow, options);
    return mergeProblems(problems, checked, ownerOf(options));
  }

  async #write(
    flow: ValidatedFlow,
    source: RevisionSource,
    { caller, expected, commit }: Change,
  ): Promise<RevisionWrite> {
    const { namespace, id, description, labels, disabled } = flow;
    const calls = this.#deps.subflows.callees(flow);
    const schedules = schedulesOf(flow);
    const owner = commit && (await this.#deps.store.owner(namespace));
    return {
      key: { namespace, id },
      source,
      description,
      labels,
      calls,
      schedules,
      disabled,
      tasks: [...locatedTasks(flow)].map(({ task }) => ({ id: task.id, type: task.type })),
      time: this.#deps.now(),
      actor: caller.subject,
      expected,
      // The owner has given the page of the commit with the claim.
      commit: commit && { ...commit, ...(owner?.commit === commit.commit && { commitUrl: owner.commitUrl }) },
    };
  }
}

/** The source of a revision, with its name for a diff. */
function namedSource({ flow, entry, source }: FlowRevision): NamedText {
  return { name: `${flowName(flow)}@${entry.revision}`, text: decodeUtf8(source.bytes), time: entry.createdAt };
}
