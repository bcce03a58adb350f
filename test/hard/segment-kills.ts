import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inTemporaryFolder } from '../../bench/rig/in-temporary-folder.ts';
import type { Part, PartReport } from '../../bench/rig/part.ts';
import { problemCode, send, type Answer, type Sent } from '../../bench/rig/send.ts';
import { SupervisedGateway } from '../../bench/rig/supervised-gateway.ts';
import type { Schema } from '../../src/api-client/operation-types.ts';
import { isFinal } from '../../src/execution/record/execution-state.ts';
import { processesWith } from '../support/processes.ts';
import { runSeed, seededRandom, type SeededRandom } from './support/seeded-random.ts';

const killCount = Number(process.env.FLOWGATE_HARD_SEGMENT_KILLS ?? 100);
const maxPause = 700;
const lanes = 4;
const maxRedisKillsInARow = 3;

export const segmentKills: Part = {
  name: 'segment-kills',
  description:
    'Gateway and Redis are killed at random moments while executions wait for approvals, signals and times: no task runs twice, no decision is lost or taken twice, and every execution ends.',
  run: async (report) => {
    report.figure('seed', runSeed);
    await inTemporaryFolder(async (folder) => {
      const marks = join(folder, 'marks');
      const gateway = await SupervisedGateway.start({ FLOWGATE_DATA: folder, FLOWGATE_ENGINE: 'local' });
      const waits = new WaitingFlows(gateway, marks);
      await waits.store();
      const running = Promise.all(Array.from({ length: lanes }, () => waits.runUntilOver()));
      const killed = await killThrough(gateway, folder, seededRandom(runSeed, 27));
      waits.end();
      await running;
      await gateway.stop();
      report.figure('killed', `${killed.gateway} times the gateway, ${killed.redis} times its Redis`);
      waits.reportTo(report, readFileSync(marks, 'utf8'));
    });
  },
};

async function killThrough(
  gateway: SupervisedGateway,
  folder: string,
  random: SeededRandom,
): Promise<Record<'gateway' | 'redis', number>> {
  const killed = { gateway: 0, redis: 0 };
  let inARow = 0;
  for (let index = 0; index < killCount; index++) {
    await gateway.url();
    await sleep(random.next() * maxPause);
    const isRedis = inARow < maxRedisKillsInARow && random.below(3) === 0;
    inARow = isRedis ? inARow + 1 : 0;
    killed[isRedis ? 'redis' : 'gateway']++;
    if (isRedis) for (const id of processesWith(`${folder}/redis`)) process.kill(id, 'SIGKILL');
    else await gateway.kill();
  }
  return killed;
}

/** Executions with three waits and a mark from each task, each decided by two people at once. */
class WaitingFlows {
  readonly #gateway: SupervisedGateway;
  readonly #marks: string;
  readonly #ended = new Map<string, Schema<'Execution'>>();
  readonly #accepted = new Map<string, string[]>();
  #isOver = false;

  constructor(gateway: SupervisedGateway, marks: string) {
    this.#gateway = gateway;
    this.#marks = marks;
  }

  async store(): Promise<void> {
    const mark = (id: string) =>
      `  - {id: ${id}, type: dev.vendor.plugin.core.shell.Shell, script: 'echo "{{ inputs.key }} ${id}" >> ${this.#marks}'}\n`;
    const flow = `id: waits
namespace: kept
description: Waits three times.
inputs:
  - {id: key, type: STRING, required: true}
tasks:
${mark('first')}  - {id: ask, type: dev.vendor.plugin.core.flow.Approval, message: Go on?, approvers: {users: [bob, carol]}}
${mark('second')}  - {id: wait, type: dev.vendor.plugin.core.flow.Wait, signal: go, timeout: 1h, outputSchema: {by: {type: STRING}}}
${mark('third')}  - {id: nap, type: dev.vendor.plugin.core.flow.Wait, until: "2020-01-01T00:00:00Z"}
${mark('fourth')}outputs:
  - {id: approver, type: STRING, value: "{{ task_outputs.ask.approver }}"}
`;
    await this.#untilServed({ method: 'POST', path: '/flows', body: flow });
  }

  end(): void {
    this.#isOver = true;
  }

  async runUntilOver(): Promise<void> {
    for (let count = 0; !this.#isOver; count++) {
      const key = `${count}-${Math.random().toString(36).slice(2)}`;
      const answer = await this.#untilServed({
        method: 'POST',
        path: '/flows/kept/waits/executions',
        body: { inputs: { key } },
        headers: { 'x-oidc-sub': 'alice', 'idempotency-key': key },
      });
      const { id } = JSON.parse(answer.text) as Schema<'Execution'>; // per the contract
      this.#ended.set(key, await this.#runToEnd(id));
    }
  }

  async #runToEnd(id: string): Promise<Schema<'Execution'>> {
    for (;;) {
      const { text } = await this.#untilServed({ path: `/executions/${id}` });
      const execution = JSON.parse(text) as Schema<'Execution'>; // per the contract
      if (isFinal(execution.state)) return execution;
      const { waitingFor } = execution;
      if (waitingFor?.kind === 'approval') await Promise.all(['bob', 'carol'].map((user) => this.#approve(id, user)));
      else if (waitingFor?.kind === 'signal') await this.#signal(id);
      else await sleep(50);
    }
  }

  async #approve(id: string, user: string): Promise<void> {
    const answer = await this.#untilServed({
      method: 'POST',
      path: `/executions/${id}/decision`,
      body: { task: 'ask', decision: 'APPROVE' },
      headers: { 'x-oidc-sub': user },
    });
    if (answer.status < 300) this.#accepted.set(id, [...(this.#accepted.get(id) ?? []), user]);
  }

  async #signal(id: string): Promise<void> {
    await this.#untilServed({ method: 'POST', path: `/executions/${id}/signals/go`, body: { by: 'the test' } });
  }

  /** @param marks the lines that the tasks have written */
  reportTo(report: PartReport, marks: string): void {
    const counts = new Map<string, number>();
    for (const line of marks.trim().split('\n')) counts.set(line, (counts.get(line) ?? 0) + 1);
    const twice = [...counts].filter(([, count]) => count > 1).map(([line]) => line);
    const all = [...this.#ended];
    // A task that runs when its gateway is killed ends with it; it is not run again.
    const interrupted = all.filter(
      ([, { state, reason = '' }]) => state === 'FAILED' && reason.startsWith('Flowgate stopped'),
    );
    const succeeded = all.filter(([, { state }]) => state === 'SUCCESS');
    const others = all.filter((each) => !interrupted.includes(each) && !succeeded.includes(each));
    const incomplete = succeeded.filter(([key]) =>
      ['first', 'second', 'third', 'fourth'].some((task) => counts.get(`${key} ${task}`) !== 1),
    );
    const decidedTwice = [...this.#accepted].filter(([, users]) => users.length > 1);
    const lost = succeeded.filter(([, { id, outputs = {} }]) => {
      const [user] = this.#accepted.get(id) ?? [];
      return user !== undefined && outputs.approver !== user;
    });
    report.figure(
      'executions',
      `${succeeded.length} succeeded, ${interrupted.length} were interrupted while a task ran`,
    );
    report.check('no task runs twice', twice.length > 0 && twice.slice(0, 5).join('; '));
    report.check(
      'every execution ends',
      others.length > 0 &&
        others
          .slice(0, 3)
          .map(([, each]) => `${each.id}: ${each.state} ${each.reason}`)
          .join('; '),
    );
    report.check(
      'no task of an execution that succeeded is lost',
      incomplete.length > 0 &&
        incomplete
          .slice(0, 3)
          .map(([, { id }]) => id)
          .join(', '),
    );
    report.check(
      'one decision is accepted',
      decidedTwice.length > 0 &&
        decidedTwice
          .slice(0, 3)
          .map(([id]) => id)
          .join(', '),
    );
    report.check(
      'no accepted decision is lost',
      lost.length > 0 &&
        lost
          .slice(0, 3)
          .map(([, { id }]) => id)
          .join(', '),
    );
  }

  /** Repeats the request until it is served. */
  async #untilServed(sent: Sent): Promise<Answer> {
    for (;;) {
      try {
        const answer = await send(await this.#gateway.url(), { timeout: 20_000, ...sent });
        if (answer.status !== 503 && problemCode(answer) !== 'rate-limited') return answer;
      } catch {
        // It was killed before it could answer.
      }
      await sleep(50);
    }
  }
}
