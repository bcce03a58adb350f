import type { FlowKey } from '../../language/flow/flow-key.ts';
import type { BuildKey } from '../../engine/jenkins/jenkins-gateway.ts';
import type { BuildReference, ExecutionRecord } from '../record/execution-record.ts';
import type { PushedJobs } from '../record/pushed-jobs.ts';

/** A build of a flow's job, with the place where people find it. */
export async function buildReference(jobs: PushedJobs, flow: FlowKey, number: number): Promise<BuildReference> {
  return { number, url: `${(await jobs.read(flow))?.url ?? ''}${number}/` };
}

/** The build of an execution, for the gateway; undefined while there is none. */
export function buildKeyOf({ flow, build }: Pick<ExecutionRecord, 'flow' | 'build'>): BuildKey | undefined {
  return build && { job: flow, number: build.number };
}
