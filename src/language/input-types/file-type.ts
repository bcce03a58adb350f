import { describeValue, quoteShort } from '../../base/problem/describe-value.ts';
import { dataSizeText, parseDataSize } from '../../base/text/data-size.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/text/json-value.ts';
import type { PropertyReader } from '../document/property-reader.ts';
import { defaultFileName, defaultUrlProblems } from './default-url.ts';
import { extensionProblems, readExtensions } from './file-extensions.ts';
import { noViolation, requireThat, type InputType } from './input-type.ts';
import { never, oneLine } from './type-parts.ts';

/** The reference that an upload returned; the file store defines its form. */
const reference = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,255}$/;

const maxFilenameLength = 255;

export interface FileConstraints {
  /** In bytes. */
  readonly maxSize?: number;
  /** In lower case, without the dot. */
  readonly allowedExtensions?: readonly string[];
}

/**
 * An uploaded file: the reference of the upload or, to check whether a file would be accepted, its name and size in
 * bytes. Also accepts the URL of the input's own default, because a form may send it back.
 */
export const fileType: InputType<'FILE', FileConstraints, string | JsonObject> = {
  name: 'FILE',
  form: 'string',
  role: 'file',
  emptyText: 'missing',
  foreignNames: [],
  jenkinsParameters: ['file'],
  expected: 'the reference of an upload, or {filename, size} to check a file',
  definition: {
    description: 'An uploaded file.',
    constraints: {
      max_size: {
        type: 'string',
        pattern: '^\\s*\\d+(\\.\\d+)?\\s*([KMGkmg][Ii]?)?[Bb]\\s*$',
        description: 'The maximum size of the file, with a unit.',
        examples: ['10MB', '1 GiB'],
      },
      allowed_extensions: {
        type: 'array',
        minItems: 1,
        items: { type: 'string' },
        description: 'Extensions without the dot.',
      },
    },
    suggestion: { type: 'string', pattern: '^(https?|file):' },
  },
  notation: { kind: 'url', problems: defaultUrlProblems },

  readConstraints(properties) {
    const maxSize = readMaxSize(properties);
    const allowedExtensions = readExtensions(properties);
    return { ...(maxSize !== undefined && { maxSize }), ...(allowedExtensions !== undefined && { allowedExtensions }) };
  },

  accepts: (value: JsonValue): value is string | JsonObject => typeof value === 'string' || isJsonObject(value),

  check(value, { constraints, defaults }) {
    if (typeof value !== 'string') return { messages: fileMessages(value, constraints) };
    if (value === defaults) return noViolation;
    return requireThat(
      reference.test(value),
      () => `Value must be the reference that an upload returned; found ${quoteShort(value)}`,
    );
  },

  keywords: ({ constraints: { maxSize, allowedExtensions } }) => ({
    type: 'string',
    format: 'file',
    ...(maxSize !== undefined && { 'x-max-size': maxSize }),
    ...(allowedExtensions !== undefined && { 'x-allowed-extensions': allowedExtensions }),
  }),
  fromText: (text) => text,
  toText: (value) => (typeof value === 'string' ? value : String(value['filename'])),
  toCondition: fileNameOf,
  takes: never,
  isShellWord: never,
  build: { control: oneLine },
  documentation: {
    value:
      'the reference that an [upload](files.md) returned; `{"filename": ..., "size": ...}` to check whether a file would be accepted',
    suggestion: 'a URL with `https:`, `http:` or `file:`',
    environment: 'the path of the file',
  },
};

/** The name of a file, for conditions and messages. The name behind an upload's reference is not known here. */
function fileNameOf(value: JsonValue): string {
  if (typeof value !== 'string') return isJsonObject(value) ? String(value['filename']) : '';
  return reference.test(value) ? value : defaultFileName(value);
}

function readMaxSize(properties: PropertyReader): number | undefined {
  const text = properties.text('max_size');
  if (text === undefined) return undefined;
  const size = parseDataSize(text);
  if (size !== undefined && size >= 1) return size;
  const message = `"max_size" must be a number with a unit, such as 10MB (B, KB, MB, GB, KiB, MiB or GiB); found ${quoteShort(text)}.`;
  properties.report('invalid-constraint', 'max_size', message);
  return undefined;
}

function fileMessages(
  { filename, size }: JsonObject,
  { maxSize = Infinity, allowedExtensions }: FileConstraints,
): readonly string[] {
  const messages: string[] = [];
  if (typeof filename !== 'string' || filename === '')
    messages.push(`The filename must be a string; found ${describeValue(filename)}`);
  else messages.push(...nameProblems(filename), ...extensionProblems(filename, allowedExtensions));
  if (typeof size !== 'number' || !Number.isSafeInteger(size) || size < 0) {
    messages.push(`The size must be an integer number of bytes; found ${describeValue(size)}`);
  } else if (size > maxSize)
    messages.push(`The file must have at most ${dataSizeText(maxSize)}; found ${dataSizeText(size)}`);
  return messages;
}

function nameProblems(filename: string): readonly string[] {
  if (filename.length <= maxFilenameLength) return [];
  return [`The name of the file must have at most ${maxFilenameLength} characters`];
}
