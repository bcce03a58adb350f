import type { Schema } from '../../../../src/faces/api-client/operation-types.ts';

export interface FlowTabProps {
  /** The latest revision. */
  readonly flow: Schema<'Flow'>;
}
