import type { Schema } from '../../../../src/api-client/operation-types.ts';

export interface FlowTabProps {
  /** The latest revision. */
  readonly flow: Schema<'Flow'>;
}
