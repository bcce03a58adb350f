import { JenkinsError } from './jenkins-error.ts';

/** A value of a JSON reply, read step by step; an unexpected shape is a `broken-reply`. */
export class ReplyValue {
  readonly #value: unknown;
  readonly #asked: string;

  /** @param asked the request, for error messages */
  constructor(value: unknown, asked: string) {
    this.#value = value;
    this.#asked = asked;
  }

  /** The member of an object; a missing one is read as null. */
  get(name: string): ReplyValue {
    if (typeof this.#value !== 'object' || this.#value === null || Array.isArray(this.#value))
      throw this.#broken('an object');
    // Checked above to be an object and not a list.
    return new ReplyValue((this.#value as Readonly<Record<string, unknown>>)[name] ?? null, this.#asked);
  }

  /** The items of a list; a missing list is empty, because Jenkins omits properties that an item does not have. */
  get items(): readonly ReplyValue[] {
    if (this.#value === null) return [];
    if (!Array.isArray(this.#value)) throw this.#broken('a list');
    return this.#value.map((item: unknown) => new ReplyValue(item, this.#asked));
  }

  /** The value itself, of any shape. */
  get value(): unknown {
    return this.#value;
  }

  get isNull(): boolean {
    return this.#value === null;
  }

  get text(): string {
    if (typeof this.#value !== 'string') throw this.#broken('a string');
    return this.#value;
  }

  get number(): number {
    if (typeof this.#value !== 'number') throw this.#broken('a number');
    return this.#value;
  }

  get boolean(): boolean {
    if (typeof this.#value !== 'boolean') throw this.#broken('true or false');
    return this.#value;
  }

  /** A string, or undefined for null. */
  get optionalText(): string | undefined {
    return this.#value === null ? undefined : this.text;
  }

  /** A value of any simple type as a string; empty for null. */
  get anyText(): string {
    return this.#value === null || typeof this.#value === 'object' ? '' : String(this.#value);
  }

  #broken(expected: string): JenkinsError {
    return new JenkinsError(
      'broken-reply',
      `Jenkins' reply to ${this.#asked} does not contain ${expected} where expected.`,
    );
  }
}
