import type { FlowKey } from '../../flow/flow-key.ts';
import type { BuildReference } from '../execution-record.ts';
import type { PushedJobs } from '../pushed-jobs.ts';

/** A build of a flow's job, with the place where people find it. */
export async function buildReference(jobs: PushedJobs, flow: FlowKey, number: number): Promise<BuildReference> {
  return { number, url: `${(await jobs.read(flow))?.url ?? ''}${number}/` };
}
