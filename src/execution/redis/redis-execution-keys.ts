import { flowName, type FlowKey } from '../../language/flow/flow-key.ts';
import { keyRoot } from '../../store/redis/key-root.ts';
import { triggerName, type TriggerKey } from '../../store/triggers/trigger-key.ts';
import type { ExecutionScope } from '../record/execution-store.ts';

/** A hash with all data of an execution. */
export const executionHash = (id: string): string => `${keyRoot}:execution:${id}`;
/** A hash of sealed secrets by input ID. */
export const secretHash = (id: string): string => `${keyRoot}:execution-secrets:${id}`;
/** The stored log, as a string; only its end if the log is in a file. */
export const logKey = (id: string): string => `${keyRoot}:execution-log:${id}`;
/** A hash: the `name` of the file with the beginning of a long log, its `size`, and `cut` if the log is cut off. */
export const logFileHash = (id: string): string => `${keyRoot}:execution-log-file:${id}`;
/** A hash with the digest of a request and the execution it created. */
export const idempotencyHash = (key: string): string => `${keyRoot}:idempotency:${key}`;

export const executionRoot = `${keyRoot}:executions`;
/** A sorted set of execution IDs with equal scores, so that they are sorted by time. */
export const executionIndex = (scope: ExecutionScope): string => `${executionRoot}:${scope}`;

/** A set of execution IDs: those started by a trigger whose builds Jenkins has not started. */
export const pendingSet = (trigger: TriggerKey): string => `${executionRoot}:pending:${triggerName(trigger)}`;

/** A set of execution IDs: those of a flow that are open and do not wait for others. */
export const slotSet = (flow: FlowKey): string => `${executionRoot}:slots:${flowName(flow)}`;

/** A sorted set of execution IDs: those of a flow that wait for a slot. */
export const waitingSet = (flow: FlowKey): string => `${executionRoot}:waiting:${flowName(flow)}`;

/** A set of execution IDs: those that run on the machine of a gateway. */
export const localSet = `${executionRoot}:local`;

/** A list of `id number state namespace`: changes that notifications must still tell. */
export const stateEventList = `${executionRoot}:state-events`;
/** How many changes were lost because there were too many. */
export const stateEventsLost = `${executionRoot}:state-events-lost`;

export const leaseKey = (name: string): string => `${keyRoot}:lease:${name}`;
/** Counts leases, so that each has a greater token than the ones before. */
export const leaseCounter = `${keyRoot}:lease-counter`;

/** The digest of the script in a flow's job. */
export const pushedHashes = `${keyRoot}:pushed:`;
export const pushedHash = (flow: FlowKey): string => pushedHashes + flowName(flow);
/** Whether there are such hashes, `1` or `0`; absent until somebody has asked. */
export const pushedMark = `${keyRoot}:pushed-jobs`;
/** A set of `namespace/id`: deleted flows whose jobs still have to be disabled. */
export const retiringSet = `${keyRoot}:retiring`;
