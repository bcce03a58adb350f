import { describeValue, enumerate } from '../../../base/problem/describe-value.ts';
import type { JsonValue } from '../../../base/text/json-value.ts';
import type { Clock, WaitAnswer, WaitPort, WaitRequest } from '../../../engines/local/interpreter/run-ports.ts';
import { endOfWait } from '../../../language/flow/wait-end.ts';
import { decisions, type Wait } from '../../../language/flow/wait.ts';
import type { MockedAttempt } from '../../../language/test-files/test-suite.ts';
import { answerOfDecision, answerOfSignal, answerOfTimeout } from '../../offline-flows/wait-answers.ts';
import { TaskNotMocked, type MockedTasks } from './mocked-tasks.ts';

/** Who decides in a test whose mock names nobody. */
const tester = 'tester';

/** Ends the waits of one run in virtual time: people and signals by their mocks. */
export class MockedWaits implements WaitPort {
  readonly #mocks: MockedTasks;
  readonly #clock: Clock;

  constructor(mocks: MockedTasks, clock: Clock) {
    this.#mocks = mocks;
    this.#clock = clock;
  }

  async wait(request: WaitRequest, stop: AbortSignal): Promise<WaitAnswer> {
    const { path, plan, wait, texts, seconds } = request;
    if (wait.kind !== 'approval' && wait.kind !== 'signal') {
      const end = endOfWait(texts, this.#clock.now());
      if (typeof end !== 'number') return { state: 'FAILED', reason: end.problem };
      return this.#pass(end - this.#clock.now(), stop, async () => ({ state: 'SUCCESS', outputs: new Map() }));
    }
    const mock = this.#mocks.attemptAt(path);
    if (mock === undefined) throw new TaskNotMocked(path, plan);
    const limit = (seconds ?? Infinity) * 1000;
    // Nobody rejects a signal: it does not come.
    const isTooLate = mock.takes > limit || (wait.kind === 'signal' && mock.state === 'FAILED');
    return isTooLate
      ? this.#pass(limit, stop, async () => answerOfTimeout(plan.task, wait, this.#clock.now()))
      : this.#pass(mock.takes, stop, () => this.#answerOf(mock, wait, request));
  }

  async #pass(milliseconds: number, stop: AbortSignal, answer: () => Promise<WaitAnswer>): Promise<WaitAnswer> {
    await this.#clock.sleep(Math.max(0, milliseconds), stop);
    return stop.aborted ? { state: 'KILLED' } : answer();
  }

  async #answerOf(
    { state, outputs = {} }: MockedAttempt,
    wait: Extract<Wait, { readonly kind: 'approval' | 'signal' }>,
    { plan }: WaitRequest,
  ): Promise<WaitAnswer> {
    if (state === 'KILLED') return { state };
    if (wait.kind === 'signal') return answerOfSignal(plan.task, outputs);
    const { decision, approver, decided_at: decidedAt, ...values } = outputs;
    const by = typeof approver === 'string' ? approver : tester;
    if (decision !== undefined && !(decisions as readonly JsonValue[]).includes(decision))
      return {
        state: 'FAILED',
        reason: `its mock has the decision ${describeValue(decision)}; allowed: ${enumerate(decisions)}`,
      };
    const isRejected = state === 'FAILED' || decision === 'REJECT';
    const at = typeof decidedAt === 'string' ? Date.parse(decidedAt) : Number.NaN;
    return answerOfDecision(wait.form, values, {
      decision: isRejected ? 'REJECT' : 'APPROVE',
      approver: by,
      at: Number.isNaN(at) ? this.#clock.now() : at,
    });
  }
}
