import type { FoundRevision } from '../../abilities/flows/subflows/called-flow-source.ts';

/** A file with a flow in YAML or JSON. */
export interface FlowFile {
  /** The name in messages. */
  readonly name: string;
  /** Absolute; undefined for a flow that is not in a file. */
  readonly path?: string;
  readonly bytes: Uint8Array;
}

/** A file as the store of a gateway would return its flow, whose revision does not matter: files have none. */
export function asFoundRevision({ bytes }: FlowFile) {
  return {
    flow: { revision: 1 },
    entry: { revision: 1 },
    // JSON is YAML, and only YAML has positions.
    source: { bytes: Buffer.from(bytes), format: 'yaml' },
  } satisfies FoundRevision;
}

/** Files of flows that cannot be used; the message is one sentence for the user. */
export class FlowFilesError extends Error {
  override readonly name = 'FlowFilesError';
}
