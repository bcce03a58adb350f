import type { FileDescription } from './file-description.ts';

/** A file uploaded to be used as the value of an input, for a day. */
export interface Upload extends FileDescription {
  /** Unguessable; used as the value of an input. */
  readonly reference: string;
  /** The only user who may use it. */
  readonly actor: string;
  /** The only namespace in which it can be used. */
  readonly namespace: string;
  /** ISO 8601 in UTC. */
  readonly expiresAt: string;
}

/** Keeps uploads until they expire. Both methods throw AppError `store-unavailable` while Redis is unavailable. */
export interface UploadRegister {
  add(upload: Upload): Promise<void>;
  /** @returns undefined for a reference that was never issued, or that has expired */
  find(reference: string): Promise<Upload | undefined>;
}
