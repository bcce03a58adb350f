import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { FlowCheck } from '../../language/flow/check-flow.ts';
import type { FlowSource } from '../../language/document/flow-document.ts';
import type { ValidatedFlow } from '../../language/flow/flow.ts';
import type { WorkOwner } from '../../language/patterns/bounded-engine.ts';
import type { JsonValue } from '../../problem/json-value.ts';
import type { Problem, ReportedProblem } from '../../problem/problem.ts';
import type { RevisionSource } from '../../store/revisions/flow-revision.ts';
import { decodeUtf8 } from './decode-utf8.ts';
import { invalidFlow } from './flow-errors.ts';
import type { FlowLanguage } from '../language/flow-language.ts';

/** A document that was checked. Places and plain value take too much room to be kept, so the text is parsed for them again. */
export interface CheckedSource {
  readonly text: string;
  readonly check: FlowCheck;
  /** The document as a plain value; undefined when the text cannot be parsed. @throws {AppError} too-busy */
  value(owner: WorkOwner): Promise<JsonValue | undefined>;
  /** What a later stage found, as problems of the document; none when the text cannot be parsed. @throws {AppError} too-busy */
  locate(problems: readonly Problem[], owner: WorkOwner): Promise<readonly ReportedProblem[]>;
}

export interface FlowCheckerOptions {
  readonly language: FlowLanguage;
  /** How much memory the remembered checks may take, roughly. */
  readonly cacheBytes: number;
}

/** Checks flow documents as they come over the wire, and remembers the checks of those it saw last. */
export class FlowChecker {
  readonly #language: FlowLanguage;
  readonly #seen: LRUCache<string, CheckedSource>;
  /** Documents that passed by once. */
  readonly #passed = new LRUCache<string, true>({ max: 10_000 });
  /** Checks under way: another caller with the same document waits for the same check. */
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
   * @param owner for whom; owners take turns where documents have to wait
   * @throws {AppError} `malformed-body` when the bytes are not UTF-8, `too-busy`
   */
  async check(source: UncheckedSource, owner: WorkOwner): Promise<CheckedSource> {
    const key = keyOf(source);
    return this.#seen.get(key) ?? this.#remember(key, await this.#check(key, source, owner));
  }

  /**
   * As `check`, for a document that may never come again, as while its author writes it: it is remembered when it comes
   * a second time. Keeping them all would cost the memory management as much as checking them.
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

  #check(key: string, { bytes, format }: UncheckedSource, owner: WorkOwner): CheckedSource | Promise<CheckedSource> {
    const underWay = this.#underWay.get(key);
    if (underWay !== undefined) return underWay;
    const source: FlowSource = { text: decodeUtf8(bytes), format };
    const check = this.#language.ask('check', source, owner);
    if (!(check instanceof Promise)) return this.#checked(source, check);
    const checked = check.then((done) => this.#checked(source, done)).finally(() => this.#underWay.delete(key));
    this.#underWay.set(key, checked);
    return checked;
  }

  #checked(source: FlowSource, check: FlowCheck): CheckedSource {
    return {
      text: source.text,
      check,
      value: async (owner) => this.#language.ask('valueOf', source, owner),
      locate: async (problems, owner) =>
        problems.length === 0 ? [] : ((await this.#language.ask('locate', { source, problems }, owner)) ?? []),
    };
  }

  #remember(key: string, checked: CheckedSource): CheckedSource {
    this.#seen.set(key, checked);
    return checked;
  }
}

type UncheckedSource = Pick<RevisionSource, 'bytes' | 'format'>;

function keyOf({ bytes, format }: UncheckedSource): string {
  return `${format} ${createHash('sha256').update(bytes).digest('base64')}`;
}

// Measured on typical flows: the text, its typed model, and what the engine adds.
const bytesPerCharacter = 16;
const bytesPerProblem = 512;

/**
 * The flow of a stored source, which was accepted when it was stored.
 * @throws {AppError} `flow-invalid` when it no longer is, as with a task type that was taken away since
 */
export function usableFlow({ check }: CheckedSource): ValidatedFlow {
  if (check.flow === undefined) throw invalidFlow(check.problems);
  return check.flow;
}

/** What the check of a document found together with what a later stage found in its flow, in document order. */
export async function mergeProblems(
  found: readonly Problem[],
  { check, locate }: CheckedSource,
  owner: WorkOwner,
): Promise<readonly ReportedProblem[]> {
  const problems = await locate(found, owner);
  return problems.length === 0 ? check.problems : [...check.problems, ...problems].toSorted(byPlace);
}

/** Problems without a place, those of JSON, stay where they are. */
function byPlace(left: ReportedProblem, right: ReportedProblem): number {
  if (left.line === undefined || right.line === undefined) return 0;
  return left.line - right.line || (left.column ?? 0) - (right.column ?? 0);
}
