import { LRUCache } from 'lru-cache';
import type { Problem, ReportedProblem } from '../../../base/problem/problem.ts';
import type { JsonValue } from '../../../base/text/json-value.ts';
import type { FlowSource } from '../../../language/document/flow-document.ts';
import type { FlowCheck } from '../../../language/flow/check-flow.ts';
import type { ValidatedFlow } from '../../../language/flow/flow.ts';
import type { OutlineNode } from '../../../language/flow/outline-flow.ts';
import type { WorkOwner } from '../../../language/safe-patterns/bounded-runner.ts';
import type { RevisionSource } from '../../../store/revisions/flow-revision.ts';
import { sourceDigest } from '../../../store/revisions/source-digest.ts';
import type { ReadingLanguage } from '../../documents/flow-language.ts';
import { decodeUtf8 } from './decode-utf8.ts';
import { invalidFlow } from './flow-errors.ts';

/**
 * A checked document. Its positions and plain value need too much memory to keep, so they are parsed again on demand.
 */
export interface CheckedSource {
  /** Equal for equal documents. */
  readonly digest: string;
  readonly text: string;
  readonly check: FlowCheck;
  /** The document as a plain value; undefined if the text cannot be parsed. @throws {AppError} too-busy */
  value(owner: WorkOwner): Promise<JsonValue | undefined>;
  /**
   * Turns the findings of a later stage into problems of the document; empty if the text cannot be parsed.
   * @throws {AppError} too-busy
   */
  locate(problems: readonly Problem[], owner: WorkOwner): Promise<readonly ReportedProblem[]>;
}

export interface FlowCheckerOptions {
  readonly language: ReadingLanguage;
  /** Approximate max memory for cached checks. */
  readonly cacheBytes: number;
}

/** Checks flow documents as they arrive over HTTP, and caches the checks of recent ones. */
export class FlowChecker {
  readonly #language: ReadingLanguage;
  readonly #seen: LRUCache<string, CheckedSource>;
  /** Documents seen once. */
  readonly #passed = new LRUCache<string, true>({ max: 10_000 });
  /** Checks in progress: a second caller with the same document waits for the same check. */
  readonly #underWay = new Map<string, Promise<CheckedSource>>();

  constructor({ language, cacheBytes }: FlowCheckerOptions) {
    this.#language = language;
    this.#seen = new LRUCache({
      maxSize: cacheBytes,
      sizeCalculation: ({ text, check: { problems } }) =>
        4_096 + text.length * bytesPerCharacter + problems.length * bytesPerProblem,
    });
  }

  /**
   * @param owner the owner of the work; owners take turns when documents must wait
   * @throws {AppError} `malformed-body` when the bytes are not UTF-8, `too-busy`
   */
  async check(source: UncheckedSource, owner: WorkOwner): Promise<CheckedSource> {
    const key = keyOf(source);
    return this.#seen.get(key) ?? this.#remember(key, await this.#check(key, source, owner));
  }

  /**
   * Like `check`, but for a document that may never be sent again, such as a draft: its check is cached only when it is
   * sent a second time. Caching every check would cost as much in memory management as checking.
   */
  async checkInPassing(source: UncheckedSource, owner: WorkOwner): Promise<CheckedSource> {
    const key = keyOf(source);
    const seen = this.#seen.get(key);
    if (seen !== undefined) return seen;
    const checked = await this.#check(key, source, owner);
    if (this.#passed.has(key)) return this.#remember(key, checked);
    this.#passed.set(key, true);
    return checked;
  }

  /** The tasks of a document; see `outlineFlow`. @throws {AppError} as `check` */
  async outline({ bytes, format }: UncheckedSource, owner: WorkOwner): Promise<readonly OutlineNode[]> {
    return this.#language.outline({ text: decodeUtf8(bytes), format }, owner);
  }

  #check(key: string, { bytes, format }: UncheckedSource, owner: WorkOwner): CheckedSource | Promise<CheckedSource> {
    const underWay = this.#underWay.get(key);
    if (underWay !== undefined) return underWay;
    const source: FlowSource = { text: decodeUtf8(bytes), format };
    const check = this.#language.check(source, owner);
    if (!(check instanceof Promise)) return this.#checked(key, source, check);
    const checked = check.then((done) => this.#checked(key, source, done)).finally(() => this.#underWay.delete(key));
    this.#underWay.set(key, checked);
    return checked;
  }

  #checked(digest: string, source: FlowSource, check: FlowCheck): CheckedSource {
    return {
      digest,
      text: source.text,
      check,
      value: async (owner) => this.#language.valueOf(source, owner),
      locate: async (problems, owner) =>
        problems.length === 0 ? [] : ((await this.#language.locate({ source, problems }, owner)) ?? []),
    };
  }

  #remember(key: string, checked: CheckedSource): CheckedSource {
    this.#seen.set(key, checked);
    return checked;
  }
}

type UncheckedSource = Pick<RevisionSource, 'bytes' | 'format'>;

function keyOf({ bytes, format }: UncheckedSource): string {
  return `${format} ${sourceDigest(bytes)}`;
}

// Measured on typical flows: the text, its typed model and the engine's overhead.
const bytesPerCharacter = 16;
const bytesPerProblem = 512;

/**
 * The flow of a stored source, which was valid when it was stored.
 * @throws {AppError} `flow-invalid` if it is no longer valid, for example because a task type was removed
 */
export function usableFlow({ check }: CheckedSource): ValidatedFlow {
  if (check.flow === undefined) throw invalidFlow(check.problems);
  return check.flow;
}

/** The problems from the check of a document together with those that a later stage found, in document order. */
export async function mergeProblems(
  found: readonly Problem[],
  { check, locate }: CheckedSource,
  owner: WorkOwner,
): Promise<readonly ReportedProblem[]> {
  const problems = await locate(found, owner);
  return problems.length === 0 ? check.problems : [...check.problems, ...problems].toSorted(byPlace);
}

/** Problems without a position, as in JSON, keep their order. */
function byPlace(left: ReportedProblem, right: ReportedProblem): number {
  if (left.line === undefined || right.line === undefined) return 0;
  return left.line - right.line || (left.column ?? 0) - (right.column ?? 0);
}
