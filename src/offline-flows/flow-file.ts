/** A file with a flow in YAML or JSON. */
export interface FlowFile {
  /** The name in messages. */
  readonly name: string;
  /** Absolute; undefined for a flow that is not in a file. */
  readonly path?: string;
  readonly bytes: Uint8Array;
}

/** Files of flows that cannot be used; the message is one sentence for the user. */
export class FlowFilesError extends Error {
  override readonly name = 'FlowFilesError';
}
