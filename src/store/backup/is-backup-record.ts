import { normalize, sep } from 'node:path';
import { Ajv, type SchemaObject } from 'ajv';
import { isJsonObject, type JsonValue } from '../../base/text/json-value.ts';
import { keyRoot } from '../redis/key-table.ts';
import { keyFamily } from '../redis/redis-key.ts';
import type { BackupRecord } from './backup-record.ts';

const ajv = new Ajv({
  formats: {
    // Other records contain the rest, each checked in its own way; some of it names files.
    'copied-key': (name: string) => (keyFamily(`${keyRoot}:${name}`)?.backup ?? 'copied') === 'copied',
    'path-within': isPathWithin,
  },
});

const text = { type: 'string' };
const fields = { type: 'object', additionalProperties: text };
const bytes = { anyOf: [text, object({ base64: text })] };
const flow = { type: 'string', pattern: '^[^/]+/[^/]+$' };
// Also the name of a folder.
const execution = { type: 'string', pattern: '^[0-9A-Z]+$' };
const digest = { type: 'string', pattern: '^[0-9a-f]{64}$' };
const revision = { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER };

type KindOf<Record> = Record extends unknown ? keyof Record : never;

/** What each other kind of record has as its only property. */
const contents: Readonly<Record<Exclude<KindOf<BackupRecord>, 'bytes' | 'isLast'>, SchemaObject>> = {
  source: object({ sha256: digest, bytes }),
  revisions: object({ flow, entries: pairs(revision, text) }),
  flow: object({ name: flow, fields, hookKeys: fields }),
  log: object({ execution, bytes }),
  logTimes: object({
    execution,
    times: { type: 'array', items: { type: 'string', pattern: '^\\d{1,15} \\d{1,15}$' }, minItems: 1 },
  }),
  execution: object({ id: execution, fields }),
  archived: object({ execution, summary: bytes }),
  discard: { anyOf: [object({ flow }), object({ execution })] },
  audit: pairs(text, text),
  key: object(
    {
      name: { type: 'string', format: 'copied-key' },
      type: { enum: ['string', 'hash', 'set', 'zset', 'list', 'stream'] },
      isFirst: { type: 'boolean' },
      values: { type: 'array', minItems: 1, items: bytes },
    },
    { expiresAt: { type: 'number' } },
  ),
  file: object({ sha256: digest, until: { type: 'number' }, owners: { type: 'array', items: text } }),
  artifact: object({ execution, path: { type: 'string', format: 'path-within' } }),
};
const contentOf = new Map(Object.entries(contents));
const part = object({ bytes: text, isLast: { type: 'boolean' } });

/**
 * Whether a line of a backup is a record, of one kind alone: a restore goes by the properties. Its digest proves only
 * that the file has not changed by accident, and a restore must not find out in the middle, when the store is already
 * empty.
 */
export function isBackupRecord(value: JsonValue): value is JsonValue & BackupRecord {
  if (!isJsonObject(value)) return false;
  const [kind = '', ...others] = Object.keys(value);
  if (others.length > 0) return others.length === 1 && ajv.validate(part, value);
  const content = contentOf.get(kind);
  return content !== undefined && ajv.validate(content, value[kind]);
}

type Properties = Readonly<Record<string, SchemaObject>>;

function object(required: Properties, optional: Properties = {}): SchemaObject {
  return { type: 'object', properties: { ...required, ...optional }, required: Object.keys(required) };
}

function pairs(first: SchemaObject, second: SchemaObject): SchemaObject {
  return { type: 'array', items: { type: 'array', items: [first, second], minItems: 2, maxItems: 2 } };
}

/** Whether a path stays within its folder. */
function isPathWithin(written: string): boolean {
  const path = normalize(written);
  return (
    !written.includes('\0') &&
    path !== '.' &&
    !path.endsWith(sep) &&
    !path.startsWith(sep) &&
    path.split(sep)[0] !== '..'
  );
}
