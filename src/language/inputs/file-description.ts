import { isJsonObject, type JsonValue } from '../../base/text/json-value.ts';

/** A file without its bytes. A type and not an interface, so that it is assignable to a JSON object. */
export type FileDescription = {
  /** The name that the sender gave it, without folders. */
  readonly filename: string;
  /** In bytes. */
  readonly size: number;
  /** The digest of the bytes, in hexadecimal. */
  readonly sha256: string;
};

/** Whether a value has the form of a description; whether it can be trusted depends on its source. */
export function isFileDescription(value: JsonValue | undefined): value is FileDescription {
  if (!isJsonObject(value)) return false;
  const { filename, size, sha256 } = value;
  return typeof filename === 'string' && typeof size === 'number' && typeof sha256 === 'string';
}
