import { isJsonObject, type JsonValue } from '../../text/json-value.ts';
import type { UploadRoom } from './upload-room.ts';

/** A file without its bytes. A type and not an interface, so that it is assignable to a JSON object. */
export type FileDescription = {
  /** The name that the sender gave it, without folders. */
  readonly filename: string;
  /** In bytes. */
  readonly size: number;
  /** The digest of the bytes, in hexadecimal. */
  readonly sha256: string;
};

/** A completely received file, at a temporary path until it is kept or discarded. */
export interface ReceivedFile extends FileDescription {
  readonly path: string;
  /** The reservation that its bytes count in until then. */
  readonly room: UploadRoom;
}

/** Whether a value has the form of a description; whether it can be trusted depends on its source. */
export function isFileDescription(value: JsonValue | undefined): value is FileDescription {
  if (!isJsonObject(value)) return false;
  const { filename, size, sha256 } = value;
  return typeof filename === 'string' && typeof size === 'number' && typeof sha256 === 'string';
}
