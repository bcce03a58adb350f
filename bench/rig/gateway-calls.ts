import { setTimeout as pause } from 'node:timers/promises';
import type { Schema } from '../../src/faces/api-client/operation-types.ts';
import { isFinal } from '../../src/lifecycle/execution-state.ts';
import { briefly, send, type Answer, type Sent } from './send.ts';

/** Sends a request. @throws {Error} if it is rejected */
export async function succeed(url: string, sent: Sent): Promise<Answer> {
  const answer = await send(url, sent);
  if (answer.status < 300) return answer;
  throw new Error(`${sent.method ?? 'GET'} ${sent.path} returned ${briefly(answer)}`);
}

export function storeFlow(url: string, flow: string): Promise<Answer> {
  return succeed(url, { method: 'POST', path: '/flows', body: flow });
}

/** @returns the id of the execution */
export async function runFlow(url: string, id: string, namespace = 'bench'): Promise<string> {
  const path = `/flows/${namespace}/${id}/executions`;
  const { text } = await succeed(url, { method: 'POST', path, body: {} });
  return (JSON.parse(text) as Schema<'Execution'>).id; // per the contract
}

/** Stores a flow of the namespace `bench` and starts it. @returns the id of the execution */
export async function startFlow(url: string, id: string, flow: string): Promise<string> {
  await storeFlow(url, flow);
  return runFlow(url, id);
}

/** Waits for the end of an execution. @param patience in milliseconds, after which it returns what it found */
export async function untilEnded(url: string, id: string, patience = Infinity): Promise<Schema<'Execution'>> {
  for (const end = Date.now() + patience; ; await pause(100)) {
    const { text } = await succeed(url, { path: `/executions/${id}` });
    const execution = JSON.parse(text) as Schema<'Execution'>; // per the contract
    if (isFinal(execution.state) || Date.now() > end) return execution;
  }
}
