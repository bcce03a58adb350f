import { normalize, sep } from 'node:path';
import { keyRoot } from '../store/redis/key-table.ts';
import { keyFamily } from '../store/redis/redis-key.ts';
import { isJsonObject, type JsonValue } from '../text/json-value.ts';
import type { BackupRecord } from './backup-record.ts';

/** Whether a value has one of some forms. */
type Check = (value: JsonValue | undefined) => boolean;

const isText: Check = (value) => typeof value === 'string';
const isNumber: Check = (value) => typeof value === 'number';
const isFlag: Check = (value) => typeof value === 'boolean';
const isBytes: Check = (value) => isText(value) || hasForm(value, { base64: isText });
const isFields: Check = (value) => isJsonObject(value) && Object.values(value).every(isText);
const isRevision: Check = (value) => Number.isSafeInteger(value) && Number(value) > 0;
const isFlow: Check = (value) => typeof value === 'string' && /^[^/]+\/[^/]+$/.test(value);
// Also the name of a folder.
const isExecution: Check = (value) => typeof value === 'string' && /^[0-9A-Z]+$/.test(value);
const isDigest: Check = (value) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
// Other records contain the rest, each checked in its own way; some of it names files.
const isCopiedKey: Check = (value) =>
  typeof value === 'string' && (keyFamily(`${keyRoot}:${value}`)?.backup ?? 'copied') === 'copied';
const isKeyType: Check = (value) => keyTypes.includes(String(value));
const keyTypes = ['string', 'hash', 'set', 'zset', 'list', 'stream'];

/** The path of a file in a folder, which it does not leave. */
const isPathWithin: Check = (value) => {
  if (typeof value !== 'string' || value.includes('\0')) return false;
  const path = normalize(value);
  return path !== '.' && !path.endsWith(sep) && !path.startsWith(sep) && path.split(sep)[0] !== '..';
};

const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every((item) => check(item));
const filledListOf =
  (check: Check): Check =>
  (value) =>
    listOf(check)(value) && (value as readonly unknown[]).length > 0; // a list, see above
const pairOf =
  (first: Check, second: Check): Check =>
  (value) =>
    Array.isArray(value) && value.length === 2 && first(value[0]) && second(value[1]);
const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);

type KindOf<Record> = Record extends unknown ? keyof Record : never;

const isPart: Check = form({ bytes: isText, isLast: isFlag });

/** What each other kind of record has as its only property. */
const contents: Readonly<Record<Exclude<KindOf<BackupRecord>, 'bytes' | 'isLast'>, Check>> = {
  source: form({ sha256: isDigest, bytes: isBytes }),
  revisions: form({ flow: isFlow, entries: listOf(pairOf(isRevision, isText)) }),
  flow: form({ name: isFlow, fields: isFields, hookKeys: isFields }),
  log: form({ execution: isExecution, bytes: isBytes }),
  execution: form({ id: isExecution, fields: isFields }),
  discard: (value) => hasForm(value, { flow: isFlow }) || hasForm(value, { execution: isExecution }),
  audit: listOf(pairOf(isText, isText)),
  key: form({
    name: isCopiedKey,
    type: isKeyType,
    isFirst: isFlag,
    expiresAt: optional(isNumber),
    values: filledListOf(isBytes),
  }),
  file: form({ sha256: isDigest, until: isNumber, owners: listOf(isText) }),
  artifact: form({ execution: isExecution, path: isPathWithin }),
};
const contentOf = new Map(Object.entries(contents));

/**
 * Whether a line of a backup is a record, of one kind alone: a restore goes by the properties. Its digest proves only
 * that the file has not changed by accident, and a restore must not find out in the middle, when the store is already
 * empty.
 */
export function isBackupRecord(value: JsonValue): value is JsonValue & BackupRecord {
  if (!isJsonObject(value)) return false;
  const [kind = '', ...others] = Object.keys(value);
  if (others.length === 0) return contentOf.get(kind)?.(value[kind]) === true;
  return others.length === 1 && isPart(value);
}

function form(properties: Readonly<Record<string, Check>>): Check {
  return (value) => hasForm(value, properties);
}

function hasForm(value: JsonValue | undefined, properties: Readonly<Record<string, Check>>): boolean {
  return isJsonObject(value) && Object.entries(properties).every(([name, check]) => check(value[name]));
}
