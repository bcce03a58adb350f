import { flowName, type FlowKey } from '../../language/flow/flow-key.ts';
import { keyRoot } from '../../store/redis/key-root.ts';
import { triggerName, type TriggerKey } from '../../store/triggers/trigger-key.ts';
import type { ExecutionScope } from '../record/execution-store.ts';

/** A hash with everything about an execution. */
export const executionHash = (id: string): string => `${keyRoot}:execution:${id}`;
/** A hash from input id to sealed secret. */
export const secretHash = (id: string): string => `${keyRoot}:execution-secrets:${id}`;
/** The log that was taken in, as text. */
export const logKey = (id: string): string => `${keyRoot}:execution-log:${id}`;
/** A hash with the digest of a request and the execution it made. */
export const idempotencyHash = (key: string): string => `${keyRoot}:idempotency:${key}`;

export const executionRoot = `${keyRoot}:executions`;
/** A sorted set of execution ids with equal scores, so that they are in the order of their times. */
export const executionIndex = (scope: ExecutionScope): string => `${executionRoot}:${scope}`;

/** A set of execution ids: those that a trigger has started and whose builds Jenkins has not begun. */
export const pendingSet = (trigger: TriggerKey): string => `${executionRoot}:pending:${triggerName(trigger)}`;

/** A set of execution ids: those of a flow that go on and do not wait for others. */
export const slotSet = (flow: FlowKey): string => `${executionRoot}:slots:${flowName(flow)}`;

export const leaseKey = (name: string): string => `${keyRoot}:lease:${name}`;
/** Counts the leases that were given, so that each has a greater token than the ones before. */
export const leaseCounter = `${keyRoot}:lease-counter`;

/** The digest of the script that a flow's job holds. */
export const pushedHash = (flow: FlowKey): string => `${keyRoot}:pushed:${flowName(flow)}`;
/** A set of `namespace/id`: deleted flows whose jobs are still to be disabled. */
export const retiringSet = `${keyRoot}:retiring`;
