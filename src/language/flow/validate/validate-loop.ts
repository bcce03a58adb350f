import { describeValue, enumerate, quoteShort } from '../../../base/problem/describe-value.ts';
import type { ProblemCode } from '../../../base/problem/problem-catalogue.ts';
import type { Path } from '../../../base/problem/problem.ts';
import { isExactNumber } from '../../../base/text/exact-number.ts';
import type { JsonValue } from '../../../base/text/json-value.ts';
import { fillNames } from '../../expressions/fill-value.ts';
import { parseTemplate } from '../../expressions/parse-template.ts';
import { referenceText } from '../../expressions/reference.ts';
import { templateReferences } from '../../expressions/references-of.ts';
import { loneReference, type Template } from '../../expressions/template.ts';
import { inputTypes, isSecretType } from '../../input-types/input-types.ts';
import { textProblem } from '../../input-types/text-rule.ts';
import { defaultMaxItems, maxItemsLimit, maxKeyLength, type Control } from '../control.ts';
import type { Task } from '../flow.ts';
import { itemFields, type ItemField } from '../item-fields.ts';
import { literalItem, type LiteralItem } from '../literal-items.ts';
import { separateCall } from '../separate-calls.ts';
import type { Validation } from './validation.ts';

interface LoopPlace {
  readonly validation: Validation;
  /** @param place relative to the loop */
  readonly report: (code: ProblemCode, place: Path, message: string) => void;
}

type Loop = Extract<Control, { kind: 'loop' }>;

/** Checks the list of a loop, as far as the document says what is in it. */
export function validateLoop(task: Task, control: Loop, place: LoopPlace): void {
  new LoopCheck(task, control, place).check();
}

class LoopCheck {
  readonly #control: Loop;
  readonly #place: LoopPlace;
  readonly #id: string;
  readonly #fields: readonly ItemField[];
  /** Whether each item is an execution of its own. */
  readonly #isSeparate: boolean;

  constructor(task: Task, control: Loop, place: LoopPlace) {
    const { id } = task;
    this.#id = id;
    this.#isSeparate = separateCall(task) !== undefined;
    this.#control = control;
    this.#place = place;
    this.#fields = itemFields(id, control);
  }

  check(): void {
    const { values, matrix, key, maxItems } = this.#control;
    if (typeof maxItems === 'number' && maxItems > maxItemsLimit && !this.#isSeparate) {
      const message = `"max_items" can be at most ${maxItemsLimit}; more only if the loop has a single task, a call with "separate: true".`;
      this.#place.report('invalid-value', ['max_items'], message);
    }
    for (const [property, value] of Object.entries({ values, matrix, key }))
      if (value !== undefined) this.#rejectSecrets(value, [property]);
    if (matrix !== undefined) this.#checkMatrix(matrix);
    else if (values !== undefined) this.#checkValues(values);
  }

  #checkValues(values: JsonValue): void {
    if (!Array.isArray(values)) {
      this.#checkReference(values, ['values']);
      return;
    }
    this.#checkCount(values.length, ['values']);
    const items = values.map((value: JsonValue, index) => this.#item(value, this.#fields, ['values', index]));
    this.#checkKeys(items);
  }

  /** A list that the document does not contain must be a single reference to one. */
  #checkReference(value: JsonValue, path: Path): void {
    const reference = typeof value === 'string' ? loneReference(parseTemplate(value).template) : undefined;
    if (reference === undefined) {
      const message = `${quoteShort(String(path.at(-1)))} must be a list, or a single reference to one; found ${describeValue(value)}.`;
      this.#place.report('wrong-type', path, message);
      return;
    }
    const type = this.#place.validation.declarations.typeOf(reference);
    if (type === undefined || ['list', 'json'].includes(inputTypes[type].form)) return;
    const message = `${quoteShort(String(path.at(-1)))} must be a list; ${referenceText(reference)} is of type ${type}.`;
    this.#place.report('type-mismatch', path, message);
  }

  #checkMatrix(matrix: NonNullable<Loop['matrix']>): void {
    const { schema, exclude = [] } = this.#control;
    if (schema !== undefined)
      this.#place.report(
        'conflicting-properties',
        ['schema'],
        '"schema" cannot be used with "matrix", whose lists are its fields.',
      );
    let count = 1;
    for (const [field, list] of Object.entries(matrix)) {
      const path = ['matrix', field];
      if (!Array.isArray(list)) this.#checkReference(list, path);
      else list.forEach((value: JsonValue, index) => this.#item(value, this.#plainField(field), [...path, index]));
      count *= Array.isArray(list) ? list.length : 1;
    }
    if (exclude.length === 0) this.#checkCount(count, ['matrix']);
    for (const [index, combination] of exclude.entries())
      for (const field of Object.keys(combination).filter((name) => !Object.hasOwn(matrix, name)))
        this.#place.report(
          'unknown-property',
          ['exclude', index, field],
          `The matrix has no ${quoteShort(field)}; allowed: ${enumerate(Object.keys(matrix))}.`,
        );
  }

  #plainField(field: string): readonly ItemField[] {
    const declared = this.#fields.find((each) => each.field === field)!; // each list is a field
    return [{ ...declared, field: undefined }];
  }

  #checkCount(count: number, path: Path): void {
    const { maxItems = defaultMaxItems } = this.#control;
    if (typeof maxItems !== 'number' || count <= maxItems) return;
    const message = `The loop has ${count} items; max_items is ${maxItems}.`;
    this.#place.report('invalid-value', path, message);
  }

  /** @returns the item, if it has the right shape */
  #item(value: JsonValue, fields: readonly ItemField[], path: Path): LiteralItem | undefined {
    const item = literalItem(value, fields);
    if (item === undefined) {
      const names = fields.map(({ field = '' }) => field);
      const expected =
        names[0] === ''
          ? 'a string, a number, true or false (declare the fields of maps in "schema")'
          : `a map with ${enumerate(names)}`;
      this.#place.report('wrong-type', path, `Each item must be ${expected}; found ${describeValue(value)}.`);
      return undefined;
    }
    for (const { field = '', type } of fields) {
      const text = constantText(item.get(field)!); // the item has every field
      const problem = text === undefined ? undefined : textProblem(inputTypes[type].build.rule, text);
      if (problem === undefined) continue;
      const place = field === '' ? path : [...path, field];
      this.#place.report(
        'type-mismatch',
        place,
        `${field === '' ? 'The item' : quoteShort(field)} ${problem}; found ${quoteShort(text ?? '')}.`,
      );
    }
    return item;
  }

  /** Keys that the document alone decides must be unique. */
  #checkKeys(items: readonly (LiteralItem | undefined)[]): void {
    const seen = new Map<string, number>();
    for (const [index, item] of items.entries()) {
      const key = item && this.#keyOf(item, index);
      if (key === undefined) continue;
      const first = seen.get(key);
      if (first !== undefined)
        this.#place.report(
          'invalid-value',
          ['values', index],
          `Items ${first} and ${index} have the same key ${quoteShort(key)}; keys must be unique.${this.#keyAdvice}`,
        );
      else seen.set(key, index);
    }
  }

  get #keyAdvice(): string {
    const index = `{{ item_index.${this.#id} }}`;
    return this.#control.key === undefined
      ? ` The default key is the value; to repeat values, write key: "${index}".`
      : ` Add ${index} to the key.`;
  }

  #keyOf(item: LiteralItem, index: number): string | undefined {
    const { key } = this.#control;
    if (key === undefined) {
      const text = item.get('');
      if (text === undefined) return `${index}`;
      const value = constantText(text);
      return value === undefined || isKey(value) ? value : `${index}`;
    }
    const texts = new Map(this.#fields.map(({ name, field = '' }) => [name, constantText(item.get(field)!)]));
    const { template } = parseTemplate(key);
    let isKnown = true;
    const filled = fillNames(template, (name) => {
      const text = texts.get(name);
      if (text === undefined) isKnown = false;
      return text;
    }).join('');
    return isKnown ? filled : undefined;
  }

  #rejectSecrets(value: JsonValue, path: Path): void {
    if (typeof value === 'string') {
      const secret = templateReferences(parseTemplate(value).template).find(({ reference }) =>
        this.#isSecret(reference),
      );
      if (secret === undefined) return;
      const message = `The items of a loop and their keys must not contain secrets, because labels are public; ${referenceText(secret.reference)} does.`;
      this.#place.report('invalid-value', path, message);
    } else if (typeof value === 'object' && value !== null && !isExactNumber(value)) {
      for (const [key, item] of Object.entries(value))
        this.#rejectSecrets(item as JsonValue, [...path, Array.isArray(value) ? Number(key) : key]);
    }
  }

  #isSecret(reference: Parameters<typeof referenceText>[0]): boolean {
    const { declarations, draft } = this.#place.validation;
    if (isSecretType(declarations.typeOf(reference))) return true;
    if (reference.root !== 'variables') return false;
    const position = draft.variables.findIndex(({ value }) => value.name === reference.name);
    const variable = draft.variables[position];
    // A variable refers only to variables above it.
    return templateReferences(variable?.value.value ?? []).some(
      ({ reference: inner }) =>
        isSecretType(declarations.typeOf(inner)) ||
        (inner.root === 'variables' && isAbove(inner.name) && this.#isSecret(inner)),
    );

    function isAbove(name: string): boolean {
      return draft.variables.findIndex(({ value }) => value.name === name) < position;
    }
  }
}

/** The text of a template without references. */
function constantText(template: Template): string | undefined {
  if (templateReferences(template).length > 0) return undefined;
  return template.map((part) => (part.kind === 'text' ? part.text : '')).join('');
}

/** Whether a text can be the label of an item. */
function isKey(text: string): boolean {
  return text.length <= maxKeyLength && /^[^\p{Cc}\p{Cs}[\]]+$/u.test(text);
}
