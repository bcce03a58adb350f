import { minPartLength } from '../../../base/masking/secret-forms.ts';
import { secretParts } from '../../../base/masking/secret-parts.ts';
import type {
  Carried,
  CarriedItems,
  CarriedOutputs,
  CarriedText,
  SecretPlace,
} from '../../../language/execution-plan/segment.ts';

/** What tasks pass on to a later segment or to a restart, in plain text; see `Carried`. */
export interface CarriedTexts {
  /** By task and field. */
  readonly outputs: NamedTexts;
  readonly items?: KeptItems | undefined;
}

export interface KeptItems extends Pick<CarriedItems, 'task'> {
  /** The JSON of outputs by label and id. */
  readonly done: NamedTexts;
}

/** A map, because users choose the names. */
export type NamedTexts = ReadonlyMap<string, ReadonlyMap<string, string>>;

type StoredTexts = Pick<Carried, 'outputs' | 'items'>;

/** The secrets of an execution, by the names of `secret-names.ts`, which can be put in the places of others. */
export class SecretPlaces {
  readonly #secrets: ReadonlyMap<string, string>;
  readonly #places = new Map<string, SecretPlace>();
  readonly #pattern: RegExp | undefined;

  constructor(secrets: ReadonlyMap<string, string>) {
    this.#secrets = secrets;
    for (const [secret, value] of secrets)
      for (const [part, text] of [value, ...secretParts(value)].entries())
        // Shorter ones are found everywhere, and no log masks them.
        if (text.length >= minPartLength && !this.#places.has(text)) this.#places.set(text, { secret, part });
    const longestFirst = [...this.#places.keys()].toSorted((left, right) => right.length - left.length);
    const escaped = longestFirst.map((text) => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'));
    this.#pattern = escaped.length === 0 ? undefined : new RegExp(`(${escaped.join('|')})`);
  }

  /** Texts with the places of secrets instead of their values. */
  hide({ outputs, items }: CarriedTexts): StoredTexts {
    const hidden = (texts: NamedTexts): CarriedOutputs => mapTexts(texts, (text) => this.#hidden(text));
    return {
      outputs: hidden(outputs),
      ...(items !== undefined && { items: { task: items.task, done: hidden(items.done) } }),
    };
  }

  /** The opposite: with the values that the secrets have now. */
  reveal({ outputs, items }: StoredTexts): CarriedTexts {
    const revealed = (texts: CarriedOutputs): NamedTexts =>
      new Map(
        Object.entries(texts).map(([name, fields]) => [
          name,
          new Map(Object.entries(fields).map(([field, text]) => [field, this.#revealed(text)])),
        ]),
      );
    return {
      outputs: revealed(outputs),
      ...(items !== undefined && { items: { task: items.task, done: revealed(items.done) } }),
    };
  }

  #hidden(text: string): CarriedText {
    if (this.#pattern === undefined) return text;
    // Every second piece is a secret.
    const pieces = text.split(this.#pattern);
    if (pieces.length === 1) return text;
    return pieces.flatMap((piece) => (piece === '' ? [] : [this.#places.get(piece) ?? piece]));
  }

  #revealed(text: CarriedText): string {
    return typeof text === 'string' ? text : text.map((piece) => this.#textOf(piece)).join('');
  }

  #textOf(piece: string | SecretPlace): string {
    if (typeof piece === 'string') return piece;
    const value = this.#secrets.get(piece.secret) ?? '';
    return piece.part === 0 ? value : (secretParts(value)[piece.part - 1] ?? '');
  }
}

function mapTexts(texts: NamedTexts, map: (text: string) => CarriedText): CarriedOutputs {
  return Object.fromEntries(
    [...texts].map(([name, fields]) => [
      name,
      Object.fromEntries([...fields].map(([field, text]) => [field, map(text)])),
    ]),
  );
}
