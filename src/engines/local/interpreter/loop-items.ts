import { jsonFields, jsonItems } from '../../../base/text/compact-json.ts';
import type { ListSource, LoopPlan } from '../../../language/execution-plan/flow-plan.ts';
import { runSentences } from '../../../language/execution-plan/run-sentences.ts';
import { defaultMaxItems, maxKeyLength } from '../../../language/flow/control.ts';
import type { ItemField } from '../../../language/flow/item-fields.ts';
import { inputTypes } from '../../../language/input-types/input-types.ts';
import { textProblem } from '../../../language/input-types/text-rule.ts';
import { foundText } from './flow-outputs.ts';
import type { Frame } from './frame.ts';
import { scopeOfItem } from './item-scope.ts';
import type { ItemTexts, LoopItem } from './loop-item.ts';
import { matrixItems } from './matrix-items.ts';
import { fieldText, isMissing } from './take-outputs.ts';

/** Why a loop must not start, as a clause. */
class ItemProblem extends Error {}

export interface LoopItemsOptions {
  /** Default: `defaultMaxItems`. */
  readonly maxItems: number | undefined;
  /** Masks secrets: no key may contain one. */
  readonly mask: (text: string) => string;
}

/** The items of a loop when it begins. */
export class LoopItems {
  readonly #loop: LoopPlan;
  readonly #frame: Frame;
  readonly #options: LoopItemsOptions;

  /** @param frame around the loop */
  constructor(loop: LoopPlan, frame: Frame, options: LoopItemsOptions) {
    this.#loop = loop;
    this.#frame = frame;
    this.#options = options;
  }

  /** @returns the items, or the problem with them, as a clause */
  read(): { readonly items: readonly LoopItem[] } | { readonly problem: string } {
    try {
      return { items: this.#withKeys(this.#texts()) };
    } catch (error) {
      if (error instanceof ItemProblem) return { problem: error.message };
      throw error;
    }
  }

  #texts(): readonly ItemTexts[] {
    const { source, fields } = this.#loop;
    const max = this.#options.maxItems ?? defaultMaxItems;
    const requireFew = (count: number): void => {
      if (count > max) throw new ItemProblem(runSentences.tooManyItems(`${count}`, `${max}`));
    };
    if (source.kind === 'matrix')
      return matrixItems(source, fields, {
        requireFew,
        read: (list, field) =>
          listTexts(list, [{ ...field, field: undefined }], this.#frame, () => undefined).map(
            (item) => item.get(field.name) ?? '',
          ),
      });
    return listTexts(source.list, fields, this.#frame, requireFew);
  }

  #withKeys(all: readonly ItemTexts[]): readonly LoopItem[] {
    const indexes = new Map<string, number>();
    return all.map((texts, index) => {
      const key = this.#keyOf(texts, index);
      const first = indexes.get(key);
      if (first !== undefined) throw new ItemProblem(runSentences.equalKeys(`${first}`, `${index}`, key));
      indexes.set(key, index);
      return { index, key, texts };
    });
  }

  #keyOf(texts: ItemTexts, index: number): string {
    const { fields, key: template } = this.#loop;
    const { scope, problem } = scopeOfItem(this.#loop, { index, texts }, this.#frame.scope);
    if (problem !== undefined) throw new ItemProblem(runSentences.itemValueProblem(`${index}`, problem));
    if (template === undefined) {
      const [field] = fields;
      const text = field !== undefined && field.field === undefined ? (texts.get(field.name) ?? '') : '';
      return isUsableKey(text) && !this.#hasSecret(text) ? text : `${index}`;
    }
    const key = this.#frame.with({ scope }).fill(template);
    if (!isUsableKey(key)) throw new ItemProblem(runSentences.invalidKey(`${index}`, `${maxKeyLength}`));
    if (this.#hasSecret(key)) throw new ItemProblem(runSentences.secretKey(`${index}`));
    return key;
  }

  #hasSecret(text: string): boolean {
    return this.#options.mask(text) !== text;
  }
}

function isUsableKey(text: string): boolean {
  return text !== '' && text.length <= maxKeyLength && !/[[\]\p{Cc}\p{Cs}]/u.test(text);
}

/** @param requireFew throws for too many items */
function listTexts(
  list: ListSource,
  fields: readonly ItemField[],
  frame: Frame,
  requireFew: (count: number) => void,
): readonly ItemTexts[] {
  if (list.kind === 'literal') {
    requireFew(list.items.length);
    return list.items.map((item, index) => {
      const texts = fields.map((field) => [field.name, frame.fill(item.get(field.field ?? '') ?? [])] as const);
      return checked(new Map(texts), fields, index);
    });
  }
  if (!frame.hasValue(list.name)) return [];
  const value = frame.value(list.name);
  const items = jsonItems(value);
  if (items === undefined) throw new ItemProblem(runSentences.notAList(list.reference, foundText(value)));
  requireFew(items.length);
  return items.map((json, index) =>
    fields.length === 1 && fields[0]?.field === undefined
      ? checked(new Map([[fields[0]?.name ?? '', plainText(json, index)]]), fields, index)
      : objectTexts(json, fields, index),
  );
}

/** The text of an item that is a single value. */
function plainText(json: string, index: number): string {
  if (json.startsWith('"')) return JSON.parse(json) as string; // a JSON string
  if (json.startsWith('[') || json.startsWith('{') || json === 'null')
    throw new ItemProblem(runSentences.notAnItem(`${index}`, foundText(json)));
  return json;
}

function objectTexts(json: string, fields: readonly ItemField[], index: number): ItemTexts {
  const given = jsonFields(json);
  if (given === undefined) throw new ItemProblem(runSentences.notAnObject(`${index}`, foundText(json)));
  const texts = fields.map(({ field = '', name, type }) => {
    const value = given.get(field);
    if (isMissing(type, value)) throw new ItemProblem(runSentences.missingItemField(`${index}`, field));
    const text = fieldText(type, value);
    if (text === undefined) throw new ItemProblem(runSentences.wrongItemField(`${index}`, field, type));
    return [name, text] as const;
  });
  return new Map(texts);
}

/** @throws {ItemProblem} for a text that is no value of its type */
function checked(texts: ItemTexts, fields: readonly ItemField[], index: number): ItemTexts {
  for (const { name, type } of fields) {
    const problem = textProblem(inputTypes[type].build.rule, texts.get(name) ?? '');
    if (problem !== undefined) throw new ItemProblem(runSentences.itemValueProblem(`${index}`, problem));
  }
  return texts;
}
