import { setTimeout as pause } from 'node:timers/promises';
import type { Schema } from '../src/api-client/operation-types.ts';

export async function post(url: string, type: string, body: string): Promise<unknown> {
  const answer = await fetch(url, { method: 'POST', headers: { 'content-type': type, 'x-oidc-sub': 'bench' }, body });
  if (!answer.ok) throw new Error(`${url} returned ${answer.status}: ${await answer.text()}`);
  return answer.json();
}

/** Stores a flow of the namespace `bench` and starts it. @returns the id of the execution */
export async function startFlow(gateway: string, id: string, flow: string): Promise<string> {
  await post(`${gateway}/flows`, 'application/x-yaml', flow);
  return ((await post(`${gateway}/flows/bench/${id}/executions`, 'application/json', '{}')) as Schema<'Execution'>).id;
}

/** @param url of an execution */
export async function untilEnded(url: string): Promise<Schema<'Execution'>> {
  for (;;) {
    const execution = (await (await fetch(url)).json()) as Schema<'Execution'>; // as the contract says
    if (execution.endedAt !== undefined) return execution;
    await pause(100);
  }
}
