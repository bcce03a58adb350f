import { isJsonObject, type JsonValue } from '../../problem/json-value.ts';
import type { UploadRoom } from './upload-room.ts';

/** A file, apart from its bytes. A type and no interface, so that it is a JSON object too. */
export type FileDescription = {
  /** As whoever sent it has named it, without folders. */
  readonly filename: string;
  /** In bytes. */
  readonly size: number;
  /** Of the bytes, in hexadecimal digits. */
  readonly sha256: string;
};

/** A file that was received in full, at a temporary place until it is kept or discarded. */
export interface ReceivedFile extends FileDescription {
  readonly path: string;
  /** Where its bytes count until then. */
  readonly room: UploadRoom;
}

/** Whether a value has the form of a description; where it comes from says what it is worth. */
export function isFileDescription(value: JsonValue | undefined): value is FileDescription {
  if (!isJsonObject(value)) return false;
  const { filename, size, sha256 } = value;
  return typeof filename === 'string' && typeof size === 'number' && typeof sha256 === 'string';
}
