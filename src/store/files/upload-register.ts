import type { FileDescription } from './file-description.ts';

/** A file that somebody has sent to be used as the value of an input, for a day. */
export interface Upload extends FileDescription {
  /** Unguessable; the value of an input. */
  readonly reference: string;
  /** The only one who can use it. */
  readonly actor: string;
  /** The only namespace in which it can be used. */
  readonly namespace: string;
  /** ISO 8601 in UTC. */
  readonly expiresAt: string;
}

/** Keeps uploads until they expire. Both methods throw AppError `store-unavailable` while Redis is away. */
export interface UploadRegister {
  add(upload: Upload): Promise<void>;
  /** @returns undefined for a reference that nobody was given, or that has expired */
  find(reference: string): Promise<Upload | undefined>;
}
