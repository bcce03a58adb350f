import type { Readable } from 'node:stream';

/** A file that an execution has kept. */
export interface Artifact {
  /** Relative to the artifacts of the execution, separated by `/`. */
  readonly path: string;
}

export interface ArtifactContent {
  readonly stream: Readable;
  /** The size in bytes, if known. */
  readonly size: number | undefined;
  readonly contentType: string;
}
