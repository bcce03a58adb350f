import { describeValue, quoteShort } from '../../../base/problem/describe-value.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../base/text/json-value.ts';
import { integer, property, type PropertyOptions } from '../../document/property-kinds.ts';
import { PropertyReader } from '../../document/property-reader.ts';
import { section, sectionSchema, type Property } from '../../document/section.ts';
import { parseTemplate } from '../../expressions/parse-template.ts';
import { isLockName, lockNameWords, maxLocks, priorities, type LockRequest } from '../lock.ts';
import { addInside } from '../relative-problems.ts';
import { template } from './flow-property-kinds.ts';

export const lockSection = section('A lock that each execution of the flow holds while it runs.', {
  name: template({ required: true, filled: true, description: 'The name of the lock; it can refer to inputs.' }),
  permits: integer({ minimum: 1, description: 'How many permits of the lock it takes; default 1.' }),
});

/** The `locks` of a flow: a list of names, and of maps with `name` and `permits`. */
export function locks(options: PropertyOptions): Property<readonly LockRequest[] | undefined> {
  const schema: JsonObject = {
    type: 'array',
    maxItems: maxLocks,
    items: { anyOf: [{ type: 'string', minLength: 1 }, sectionSchema(lockSection)] },
  };
  return property(options, { type: 'list of [locks](flows.md#locks-and-priority)', schema }, (reader, key) => {
    const items = reader.list(key);
    if (items !== undefined && items.length > maxLocks)
      reader.report('invalid-value', key, `"${key}" has ${items.length} items; the maximum is ${maxLocks}.`);
    return items?.slice(0, maxLocks).map((item, index) => readLock(reader, { key, item, index }));
  });
}

interface Item {
  readonly key: string;
  readonly item: JsonValue;
  readonly index: number;
}

/** One that cannot be read keeps the places of the others. */
const unread: LockRequest = { text: '', place: [], name: [], permits: 1 };

function readLock(reader: PropertyReader, given: Item): LockRequest {
  const { key, item, index } = given;
  const path = [...reader.pathOf(key), index];
  if (isJsonObject(item)) {
    const { name, permits = 1 } = lockSection.read(new PropertyReader({ map: item, path }, reader.reading));
    if (name === undefined) return unread;
    return checked(reader, given, { text: name.text, place: ['name'], name: name.template, permits });
  }
  if (item === null || Array.isArray(item)) {
    const message = `Each item of "${key}" must be a name, or a map with "name" and "permits"; found ${describeValue(item)}.`;
    reader.report('wrong-type', key, message, { below: [index] });
    return unread;
  }
  const text = reader.entryText(key, item, index) ?? '';
  const { template: name, problems } = parseTemplate(text);
  addInside(reader.problems, path, problems);
  return checked(reader, given, { text, place: [], name, permits: 1 });
}

function checked(reader: PropertyReader, { key, index }: Item, lock: LockRequest): LockRequest {
  const { text, name, place } = lock;
  if (name.some(({ kind }) => kind === 'reference') || isLockName(text)) return lock;
  const message = `${quoteShort(text)} is not a valid name of a lock; allowed: ${lockNameWords}.`;
  reader.report('invalid-value', key, message, { below: [index, ...place] });
  return unread;
}

/** The `priority` of a flow. */
export function priority(options: PropertyOptions): Property<number | undefined> {
  const { min, max } = priorities;
  const kind = { type: `integer, ${min} to ${max}`, schema: { type: 'integer', minimum: min, maximum: max } };
  return property(options, kind, (reader, key) => {
    const value = reader.integer(key);
    if (value === undefined || (value >= min && value <= max)) return value;
    reader.report('invalid-value', key, `"${key}" must be from ${min} to ${max}; found ${value}.`);
    return undefined;
  });
}
