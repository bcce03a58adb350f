import { normalize, sep } from 'node:path';
import { isJsonObject, type JsonValue } from '../problem/json-value.ts';
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
const form =
  (properties: Readonly<Record<string, Check>>): Check =>
  (value) =>
    hasForm(value, properties);
const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);

type KindOf<Record> = Record extends unknown ? keyof Record : never;

/** By the property by which each kind of record is known. */
const forms: Readonly<Record<Exclude<KindOf<BackupRecord>, 'isLast'>, Check>> = {
  source: form({ source: form({ sha256: isDigest, bytes: isBytes }) }),
  revisions: form({ revisions: form({ flow: isFlow, entries: listOf(pairOf(isRevision, isText)) }) }),
  flow: form({ flow: form({ name: isFlow, fields: isFields, hookKeys: isFields }) }),
  log: form({ log: form({ execution: isExecution, bytes: isBytes }) }),
  execution: form({ execution: form({ id: isExecution, fields: isFields }) }),
  discard: (value) =>
    hasForm(value, { discard: form({ flow: isFlow }) }) ||
    hasForm(value, { discard: form({ execution: isExecution }) }),
  audit: form({ audit: listOf(pairOf(isText, isText)) }),
  key: form({
    key: form({
      name: isText,
      type: isKeyType,
      isFirst: isFlag,
      expiresAt: optional(isNumber),
      values: filledListOf(isBytes),
    }),
  }),
  file: form({ file: form({ sha256: isDigest, until: isNumber, owners: listOf(isText) }) }),
  artifact: form({ artifact: form({ execution: isExecution, path: isPathWithin }) }),
  bytes: form({ bytes: isText, isLast: isFlag }),
};

/**
 * Whether a line of a backup is a record. Its digest proves only that the file has not changed by accident, and a
 * restore must not find out in the middle, when the store is already empty.
 */
export function isBackupRecord(value: JsonValue): value is JsonValue & BackupRecord {
  return Object.values(forms).some((check) => check(value));
}

function hasForm(value: JsonValue | undefined, properties: Readonly<Record<string, Check>>): boolean {
  return isJsonObject(value) && Object.entries(properties).every(([name, check]) => check(value[name]));
}
