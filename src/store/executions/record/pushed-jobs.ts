import type { FlowKey } from '../../../language/flow/flow-key.ts';
import type { BuildReference } from '../../../lifecycle/execution-record.ts';
import type { Fence } from './lease.ts';

/** Remembers what Flowgate last pushed to the job of a flow. */
export interface PushedJobs {
  read(flow: FlowKey): Promise<PushedJob | undefined>;
  /** Only for the holder of the lease; other writes are dropped. */
  write(flow: FlowKey, job: PushedJob, fence: Fence): Promise<void>;
  /** Marks the content of the job as unknown. */
  forget(flow: FlowKey): Promise<void>;
  /** Records that the flow was deleted, so that its job gets disabled. */
  retire(flow: FlowKey): Promise<void>;
  /** The flows whose jobs still have to be disabled. */
  retiring(): Promise<readonly FlowKey[]>;
  /** Records that Flowgate has disabled the job, and may therefore enable it again. */
  retired(flow: FlowKey): Promise<void>;
  /** The flows whose jobs are remembered. A flow may come twice. */
  all(): AsyncIterable<FlowKey>;
  /**
   * Removes what is remembered, if the flow was purged, has no open execution, and its job does not have to be disabled.
   * @returns whether it was removed
   */
  drop(flow: FlowKey): Promise<boolean>;
  /** Records that the job is in use again. */
  revive(flow: FlowKey): Promise<void>;
}

export interface PushedJob {
  /** The digest of the script and everything else that the job declares; absent if its content is unknown. */
  readonly digest?: string;
  readonly url: string;
  /** Whether Flowgate has disabled it, or is about to, because its flow was deleted. */
  readonly isRetired?: boolean;
}

/** A build of a flow's job, with its URL for users. */
export async function buildReference(jobs: PushedJobs, flow: FlowKey, number: number): Promise<BuildReference> {
  return { number, url: `${(await jobs.read(flow))?.url ?? ''}${number}/` };
}
