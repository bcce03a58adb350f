/** A file in the value of an input: its description, and where it is in a workspace. */
export interface FileInWorkspace {
  readonly filename: string;
  /** Relative to a workspace, separated by `/`. */
  readonly path: string;
  /** Where it is fetched from. */
  readonly source: FileSource;
}

/** A file that a flow passes to its tasks and to the flows that it calls. */
export interface InputFile extends FileInWorkspace {
  /** The input that it was first the value of. */
  readonly input: string;
}

export type FileSource =
  | { readonly kind: 'content'; readonly id: string; readonly sha256: string }
  | { readonly kind: 'url'; readonly url: string; readonly maxSize?: number; readonly extensions?: readonly string[] };
