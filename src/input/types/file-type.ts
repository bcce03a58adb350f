import { describeValue, enumerate, quoteShort } from '../../problem/describe-value.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../problem/json-value.ts';
import { demand, type InputType } from '../input-type.ts';
import type { Constraints } from '../input.ts';
import type { PropertyReader } from '../property-reader.ts';
import { dataSizeText, parseDataSize } from './data-size.ts';

/** The reference that an upload returned; what it looks like is the file store's matter. */
const reference = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,255}$/;

/** An uploaded file: the reference of the upload or, to ask whether a file would be taken, its name and size in bytes. */
export const fileType: InputType<'FILE', string | JsonObject> = {
  name: 'FILE',
  expected: 'the reference of an upload, or {filename, size} to check a file',
  constraintNames: ['max_size', 'allowed_extensions'],
  notation: { kind: 'none', reason: 'A FILE is uploaded for one run, and the upload ends after a day.' },

  readConstraints(properties) {
    const maxSize = readMaxSize(properties);
    const allowedExtensions = readExtensions(properties);
    return { ...(maxSize !== undefined && { maxSize }), ...(allowedExtensions !== undefined && { allowedExtensions }) };
  },

  accepts: (value: JsonValue): value is string | JsonObject => typeof value === 'string' || isJsonObject(value),

  check(value, { constraints }) {
    if (typeof value !== 'string') return { messages: fileMessages(value, constraints) };
    return demand(reference.test(value), () => `Value must be the reference that an upload returned; found ${quoteShort(value)}`);
  },

  keywords: ({ constraints: { maxSize, allowedExtensions } }) => ({
    type: 'string',
    format: 'file',
    ...(maxSize !== undefined && { 'x-max-size': maxSize }),
    ...(allowedExtensions !== undefined && { 'x-allowed-extensions': allowedExtensions }),
  }),
  fromText: (text) => text,
  toText: (value) => (typeof value === 'string' ? value : String(value['filename'])),
};

function readMaxSize(properties: PropertyReader): number | undefined {
  const text = properties.text('max_size');
  if (text === undefined) return undefined;
  const size = parseDataSize(text);
  if (size !== undefined && size >= 1) return size;
  const message = `"max_size" must be a number with a unit, such as 10MB (B, KB, MB, GB, KiB, MiB or GiB); found ${quoteShort(text)}.`;
  properties.report('invalid-constraint', 'max_size', message);
  return undefined;
}

function readExtensions(properties: PropertyReader): readonly string[] | undefined {
  const key = 'allowed_extensions';
  const texts = properties.texts(key);
  if (texts === undefined) return undefined;
  if (properties.list(key)?.length === 0) properties.report('empty-list', key, `"${key}" must list at least one extension.`);
  const extensions = new Set<string>();
  for (const { text, index } of texts) {
    const extension = text.replace(/^\./, '').toLowerCase();
    if (/^[^\s./\\]+(?:\.[^\s./\\]+)*$/.test(extension)) extensions.add(extension);
    else properties.report('invalid-constraint', key, `${quoteShort(text)} is not an extension such as csv.`, { below: [index] });
  }
  return extensions.size === 0 ? undefined : [...extensions];
}

function fileMessages({ filename, size }: JsonObject, { maxSize = Infinity, allowedExtensions }: Constraints['FILE']): string[] {
  const messages: string[] = [];
  if (typeof filename !== 'string' || filename === '') messages.push(`The filename must be a text; found ${describeValue(filename)}`);
  else if (allowedExtensions !== undefined && !hasExtension(filename, allowedExtensions)) {
    messages.push(`The file must have ${allowedExtensions.length === 1 ? 'the extension' : 'one of the extensions'} ${enumerate(allowedExtensions)}; found ${quoteShort(filename)}`);
  }
  if (typeof size !== 'number' || !Number.isSafeInteger(size) || size < 0) {
    messages.push(`The size must be a whole number of bytes; found ${describeValue(size)}`);
  } else if (size > maxSize) messages.push(`The file must not be larger than ${dataSizeText(maxSize)}; found ${dataSizeText(size)}`);
  return messages;
}

/** Extensions are compared without case and without the dot; `tar.gz` is one too. */
function hasExtension(filename: string, extensions: readonly string[]): boolean {
  const name = filename.toLowerCase();
  return extensions.some((extension) => name.endsWith(`.${extension}`));
}
