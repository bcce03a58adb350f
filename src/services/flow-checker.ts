import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { FlowCheck } from '../flow/check-flow.ts';
import type { FlowDocument, FlowSource } from '../flow/flow-document.ts';
import type { ValidatedFlow } from '../flow/flow.ts';
import type { RevisionSource } from '../revision/flow-revision.ts';
import { decodeUtf8 } from './decode-utf8.ts';
import { invalidFlow } from './invalid-flow.ts';

/** The two ways in which the services use the flow language. */
export interface FlowLanguage {
  check(source: FlowSource): FlowCheck;
  /** The document with the places of its values; undefined when the text cannot be parsed. */
  parse(source: FlowSource): FlowDocument | undefined;
}

/** A document that was checked. */
export interface CheckedSource {
  readonly text: string;
  readonly check: FlowCheck;
  /** Parses the text again: places take too much room to be kept. */
  readonly parse: () => FlowDocument | undefined;
}

/** Checks flow documents as they come over the wire, and remembers the checks of those it saw last. */
export class FlowChecker {
  readonly #language: FlowLanguage;
  readonly #seen: LRUCache<string, CheckedSource>;
  /** Documents that passed by once. */
  readonly #passed = new LRUCache<string, true>({ max: 10_000 });

  /** @param cacheBytes how much memory the remembered checks may take, roughly */
  constructor(language: FlowLanguage, cacheBytes: number) {
    this.#language = language;
    this.#seen = new LRUCache({
      maxSize: cacheBytes,
      sizeCalculation: ({ text, check: { problems } }) => 4_096 + text.length * bytesPerCharacter + problems.length * bytesPerProblem,
    });
  }

  /** @throws {AppError} `malformed-body` when the bytes are not UTF-8 */
  check(source: UncheckedSource): CheckedSource {
    const key = keyOf(source);
    return this.#seen.get(key) ?? this.#remember(key, this.#check(source));
  }

  /**
   * As `check`, for a document that may never come again, as while its author writes it: it is remembered when it comes
   * a second time. Keeping them all would cost the memory management as much as checking them.
   */
  checkInPassing(source: UncheckedSource): CheckedSource {
    const key = keyOf(source);
    const seen = this.#seen.get(key);
    if (seen !== undefined) return seen;
    const checked = this.#check(source);
    if (this.#passed.has(key)) return this.#remember(key, checked);
    this.#passed.set(key, true);
    return checked;
  }

  #check({ bytes, format }: UncheckedSource): CheckedSource {
    const source: FlowSource = { text: decodeUtf8(bytes), format };
    return { text: source.text, check: this.#language.check(source), parse: () => this.#language.parse(source) };
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
