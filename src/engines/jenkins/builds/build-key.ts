import type { ExecutionRecord } from '../../../lifecycle/execution-record.ts';
import type { BuildKey } from '../client/jenkins-gateway.ts';

/** The build of an execution, for the gateway; undefined while there is none. */
export function buildKeyOf({ flow, build }: Pick<ExecutionRecord, 'flow' | 'build'>): BuildKey | undefined {
  return build && { job: flow, number: build.number };
}
