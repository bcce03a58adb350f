import { writeJson } from '../../../base/text/exact-json.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../base/text/json-value.ts';
import { setTimeout } from '../../../base/timers/timers.ts';
import type { WaitAnswer, WaitPort, WaitRequest } from '../../../engines/local/interpreter/run-ports.ts';
import type { FormDecision } from '../../../language/execution-plan/wait-answer.ts';
import { searchesAtOnce } from '../../../language/expressions/search-at-once.ts';
import { endOfWait } from '../../../language/flow/wait-end.ts';
import type { Decision, Wait } from '../../../language/flow/wait.ts';
import { jsonType } from '../../../language/input-types/json-type.ts';
import { effectiveValues } from '../../../language/inputs/effective-values.ts';
import { isFile, isSecret, type Input } from '../../../language/inputs/input.ts';
import { valueFromText } from '../../../language/inputs/text-conversion.ts';
import { answerOfDecision, answerOfSignal, answerOfTimeout, checkForm } from '../../offline-flows/wait-answers.ts';
import { ask } from '../ask.ts';
import { withoutControls } from '../terminal-text.ts';
import { UsageError, type Terminal } from '../terminal.ts';

export interface TerminalWaitsOptions {
  readonly terminal: Terminal;
  /** The ids of the approvals that are approved without a question. */
  readonly approved: ReadonlySet<string>;
  readonly now?: () => number;
}

/** Ends the waits of a run on this machine: asks on the terminal for decisions and signals, and waits for times. */
export class TerminalWaits implements WaitPort {
  readonly #terminal: Terminal;
  readonly #approved: ReadonlySet<string>;
  readonly #now: () => number;

  constructor({ terminal, approved, now = Date.now }: TerminalWaitsOptions) {
    this.#terminal = terminal;
    this.#approved = approved;
    this.#now = now;
  }

  async wait(request: WaitRequest, stop: AbortSignal): Promise<WaitAnswer> {
    const { wait } = request;
    if (wait.kind === 'approval') {
      if (this.#approved.has(request.plan.task.id))
        return withAdvice(await answerOfDecision(wait.form, {}, this.#decidedBy('APPROVE')));
      if (!this.#isTerminal)
        return failed(`nobody can decide without a terminal; add --approve ${request.plan.task.id}`);
      return this.#answer(request, stop, (signal) => this.#decide(wait, request, signal));
    }
    if (wait.kind === 'signal') {
      if (!this.#isTerminal) return failed(`the signal ${wait.signal} can be entered on a terminal only`);
      return this.#answer(request, stop, (signal) => this.#enterSignal(wait.signal, request, signal));
    }
    return this.#sleep(request, stop);
  }

  get #isTerminal(): boolean {
    const { stdin, stderr } = this.#terminal;
    return stdin.isTTY === true && stderr.isTTY;
  }

  #decidedBy(made: Decision): FormDecision {
    const { USER, LOGNAME } = this.#terminal.environment;
    return { decision: made, approver: (USER ?? '') || (LOGNAME ?? '') || 'local', at: this.#now() };
  }

  async #sleep({ texts }: WaitRequest, stop: AbortSignal): Promise<WaitAnswer> {
    const end = endOfWait(texts, this.#now());
    if (typeof end !== 'number') return failed(end.problem);
    this.#terminal.stderr.write(`Waits until ${new Date(end).toISOString()}\n`);
    while (!stop.aborted && end > this.#now()) await pause(end - this.#now(), stop);
    return stop.aborted ? { state: 'KILLED' } : { state: 'SUCCESS', outputs: new Map() };
  }

  /** An answer from the terminal, unless the timeout or a stop comes first. */
  async #answer(
    { plan, wait, seconds }: WaitRequest,
    stop: AbortSignal,
    enter: (signal: AbortSignal) => Promise<WaitAnswer>,
  ): Promise<WaitAnswer> {
    const ended = new AbortController();
    const timer = seconds === undefined ? undefined : setTimeout(() => ended.abort(), seconds * 1000);
    try {
      return await enter(AbortSignal.any([stop, ended.signal]));
    } catch (error) {
      if (stop.aborted) return { state: 'KILLED' };
      if (ended.signal.aborted) return await answerOfTimeout(plan.task, wait, this.#now());
      if (error instanceof UsageError) return failed('no answer was given');
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  async #decide(
    { form }: Extract<Wait, { readonly kind: 'approval' }>,
    { texts }: WaitRequest,
    signal: AbortSignal,
  ): Promise<WaitAnswer> {
    this.#terminal.stderr.write(`${texts.message ?? ''}\n`);
    if (form.some((input) => isFile(input) && input.required))
      return failed('its form asks for a file, which only a server accepts');
    const values: Record<string, JsonValue> = {};
    const byId = new Map(form.map((input) => [input.id, input]));
    for (const input of form.filter((each) => !isFile(each))) {
      const { values: visible } = await effectiveValues(byId, values, searchesAtOnce);
      if (visible.has(input.id)) values[input.id] = await this.#enterValue(input, { form, values }, signal);
    }
    const isApproved = /^y(?:es)?$/i.test(await this.#ask('Approve? [y/N] ', signal));
    return answerOfDecision(form, values, this.#decidedBy(isApproved ? 'APPROVE' : 'REJECT'));
  }

  /** Asks until the value is valid. */
  async #enterValue(input: Input, { form, values }: EnteredForm, signal: AbortSignal): Promise<JsonValue> {
    const { id, displayName = id, defaults } = input;
    const shown = defaults === undefined ? '' : ` [${typeof defaults === 'string' ? defaults : writeJson(defaults)}]`;
    for (;;) {
      const question = `${withoutControls(`${displayName}${shown}`)}: `;
      const reading = valueFromText(input, await this.#ask(question, signal, isSecret(input)));
      if ('value' in reading) {
        const { violations } = await checkForm(form, { ...values, [id]: reading.value });
        const own = violations.find(({ inputId }) => inputId === id);
        if (own === undefined) return reading.value;
        this.#terminal.stderr.writeLines(own.message);
      } else {
        this.#terminal.stderr.writeLines(reading.message);
      }
    }
  }

  async #enterSignal(name: string, { plan }: WaitRequest, signal: AbortSignal): Promise<WaitAnswer> {
    const hasFields = Object.keys(plan.task.outputSchema).length > 0;
    for (;;) {
      const text = await this.#ask(`The JSON object of the signal ${name}: `, signal);
      const body = text === '' && !hasFields ? {} : jsonType.fromText(text);
      const answer = isJsonObject(body) ? answerOfSignal(plan.task, body) : failed('the signal has no JSON object');
      if (answer.state !== 'FAILED') return answer;
      this.#terminal.stderr.writeLines(answer.reason);
    }
  }

  #ask(question: string, signal: AbortSignal, isHidden = false): Promise<string> {
    return ask(question, this.#terminal, { signal, isHidden });
  }
}

interface EnteredForm {
  readonly form: readonly Input[];
  /** The values of the inputs so far. */
  readonly values: JsonObject;
}

function pause(milliseconds: number, stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      stop.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    stop.addEventListener('abort', end);
  });
}

function failed(reason: string): WaitAnswer {
  return { state: 'FAILED', reason };
}

/** `--approve` cannot answer questions. */
function withAdvice(answer: WaitAnswer): WaitAnswer {
  if (answer.state !== 'FAILED') return answer;
  return failed(`${answer.reason}; --approve uses the defaults of the form, and a terminal asks for the others`);
}
