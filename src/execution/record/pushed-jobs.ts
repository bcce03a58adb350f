import type { FlowKey } from '../../language/flow/flow-key.ts';
import type { Fence } from './lease.ts';
import type { BuildKey } from '../../engine/jenkins/jenkins-gateway.ts';
import type { BuildReference, ExecutionRecord } from './execution-record.ts';

/** Remembers what Flowgate put into the job of a flow last. */
export interface PushedJobs {
  read(flow: FlowKey): Promise<PushedJob | undefined>;
  /** Only for the holder of the lease; others' writes are dropped. */
  write(flow: FlowKey, job: PushedJob, fence: Fence): Promise<void>;
  /** From now on nobody relies on what the job holds. */
  forget(flow: FlowKey): Promise<void>;
  /** Notes that the flow was deleted, so that its job is to be disabled. */
  retire(flow: FlowKey): Promise<void>;
  /** The flows whose jobs are still to be disabled. */
  retiring(): Promise<readonly FlowKey[]>;
  /** Notes that Flowgate has disabled the job, and is the one to enable it again. */
  retired(flow: FlowKey): Promise<void>;
  /** Notes that the job is in use again. */
  revive(flow: FlowKey): Promise<void>;
}

export interface PushedJob {
  /** Of the script and everything else that the job declares; absent when nobody can say what it holds. */
  readonly digest?: string;
  readonly url: string;
  /** Flowgate has disabled it, or is about to, because its flow was deleted. */
  readonly isRetired?: boolean;
}

/** A build of a flow's job, with the place where people find it. */
export async function buildReference(jobs: PushedJobs, flow: FlowKey, number: number): Promise<BuildReference> {
  return { number, url: `${(await jobs.read(flow))?.url ?? ''}${number}/` };
}

/** The build of an execution, for the gateway; undefined while there is none. */
export function buildKeyOf({ flow, build }: Pick<ExecutionRecord, 'flow' | 'build'>): BuildKey | undefined {
  return build && { job: flow, number: build.number };
}
