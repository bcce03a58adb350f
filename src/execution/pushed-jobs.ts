import type { FlowKey } from '../revision/flow-revision.ts';
import type { Fence } from './execution-store.ts';

/** Remembers what Flowgate put into the job of a flow last. */
export interface PushedJobs {
  read(flow: FlowKey): Promise<PushedJob | undefined>;
  /** Only for the holder of the lease; others' writes are dropped. */
  write(flow: FlowKey, job: PushedJob, fence: Fence): Promise<void>;
  /** From now on nobody relies on what the job holds. */
  forget(flow: FlowKey): Promise<void>;
}

export interface PushedJob {
  /** Of the script and everything else that the job declares; absent when nobody can say what it holds. */
  readonly digest?: string;
  readonly url: string;
}
