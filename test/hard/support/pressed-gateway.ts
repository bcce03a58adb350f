import { setTimeout as sleep } from 'node:timers/promises';
import type { Environment } from '../../../bench/rig/program.ts';
import { briefly, problemCode, send, type Answer, type Sent } from '../../../bench/rig/send.ts';
import { SupervisedGateway } from '../../../bench/rig/supervised-gateway.ts';

const patience = 60_000;
const endStates: readonly string[] = ['SUCCESS', 'FAILED', 'KILLED', 'WARNING'];

/** Undefined if there is no answer, or the connection breaks. */
export type MaybeAnswer = Answer | undefined;

export function answerOf(url: string, sent: Sent): Promise<MaybeAnswer> {
  return send(url, { timeout: 10_000, ...sent }).catch(() => undefined);
}

export function shown(answer: MaybeAnswer): string {
  return answer === undefined ? 'no answer' : briefly(answer);
}

export async function statusProblem(asked: Promise<MaybeAnswer>, status: number): Promise<string | undefined> {
  const answer = await asked;
  return answer?.status === status ? undefined : shown(answer);
}

/** Repeats a write until it is accepted. @returns why it is not */
export async function recovers(attempt: () => Promise<MaybeAnswer>): Promise<string | undefined> {
  for (const end = Date.now() + patience; ; await sleep(500)) {
    const problem = await statusProblem(attempt(), 201);
    if (problem === undefined) return undefined;
    if (Date.now() > end) return `not within ${patience / 1000} s: ${problem}`;
  }
}

/** A gateway that runs out of space while it stores flows and runs them. */
export class PressedGateway extends SupervisedGateway {
  readonly #kept = new Map<string, string>();

  static async run(environment: Environment, work: (gateway: PressedGateway) => Promise<void>): Promise<void> {
    const gateway = new PressedGateway(environment);
    await gateway.process;
    await work(gateway).finally(() => gateway.stop());
  }

  /** The number of flows that it acknowledged. */
  get kept(): number {
    return this.#kept.size;
  }

  async ask(sent: Sent): Promise<MaybeAnswer> {
    return answerOf(await this.url(), sent);
  }

  async store(id: string, source: string): Promise<MaybeAnswer> {
    const answer = await this.ask({ method: 'POST', path: '/flows', body: source });
    if (answer?.status === 201) this.#kept.set(id, source);
    return answer;
  }

  /** Which acknowledged flows cannot be read; empty if all can. */
  async unreadable(): Promise<string> {
    const problems: string[] = [];
    for (const [id, source] of this.#kept) {
      const headers = { 'x-oidc-sub': 'ada', accept: 'application/x-yaml' };
      const answer = await this.ask({ path: `/flows/examples/${id}`, headers });
      if (answer?.text !== source) problems.push(`${id} answers ${shown(answer).slice(0, 100)}`);
    }
    return problems.length > 5
      ? `${problems.length} flows cannot be read: ${problems.slice(0, 3).join('; ')}`
      : problems.join('; ');
  }

  /** @returns the id of the execution */
  async start(flow: string): Promise<string> {
    const answer = await this.ask({ method: 'POST', path: `/flows/examples/${flow}/executions`, body: {} });
    return (JSON.parse(answer?.text ?? '{}') as { id?: string }).id ?? ''; // per the contract
  }

  /** The execution at its end, or when patience is over. */
  async ended(id: string): Promise<{ readonly state?: string; readonly reason?: string }> {
    for (const end = Date.now() + patience; ; await sleep(200)) {
      const answer = await this.ask({ path: `/executions/${id}` });
      const execution = JSON.parse(answer?.text ?? '{}') as { state?: string; reason?: string }; // per the contract
      if (endStates.includes(execution.state ?? '') || Date.now() > end) return execution;
    }
  }
}

/** A flow of one shell task. */
export function shellFlow(id: string, commands: readonly string[], outputFiles: readonly string[] = []): string {
  const task = { id: 'work', type: 'dev.vendor.plugin.core.shell.Shell', commands, outputFiles };
  return JSON.stringify({ id, namespace: 'examples', tasks: [task] });
}

/** The codes of rejected writes, and those that are not a problem that says what is full. */
export function rejections(answers: readonly MaybeAnswer[]): {
  readonly rejected: readonly MaybeAnswer[];
  readonly codes: string;
  readonly unclear: readonly MaybeAnswer[];
} {
  const rejected = answers.filter((answer) => answer?.status !== 201);
  const codeOf = (answer: MaybeAnswer) =>
    answer === undefined ? 'no answer' : `${answer.status} ${problemCode(answer)}`;
  const isClear = (answer: MaybeAnswer) =>
    answer !== undefined &&
    [413, 503, 507].includes(answer.status) &&
    problemCode(answer) !== undefined &&
    /space|disk|full|room/i.test(answer.text);
  return {
    rejected,
    codes: [...new Set(rejected.map(codeOf))].join(', '),
    unclear: rejected.filter((answer) => !isClear(answer)),
  };
}
