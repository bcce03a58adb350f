import { Caller } from '../../access/caller.ts';
import { fillNames, joinTexts } from '../../language/expressions/fill-value.ts';
import { environmentName } from '../../language/expressions/reference.ts';
import type { Template } from '../../language/expressions/template.ts';
import type { Flow } from '../../language/flow/flow.ts';
import { isSecret } from '../../language/inputs/input.ts';
import { environmentText } from '../../language/inputs/text-conversion.ts';
import { ownWork } from '../../language/safe-patterns/bounded-runner.ts';
import type { ExecutionRecord } from '../../lifecycle/execution-record.ts';
import type { ExecutionPorts } from '../../store/executions/execution-ports.ts';
import type { FlowChecker } from '../flows/check/flow-checker.ts';
import { LastLines } from '../logs/last-lines.ts';
import type { LogService } from '../logs/log-service.ts';
import { visibleExecution, type VisibleExecution } from '../records/visible-execution.ts';
import type { Commit } from './commit-status/forge-request.ts';
import type { ExecutionView } from './compose-notice.ts';

// Reading more for a few lines would cost a worker seconds.
const maxLogBytes = 16 * 1024 * 1024;
/** Longer than any repository or hash. */
const maxPart = 1000;

/** What receivers of notifications learn about executions: what readers of their namespace may see. */
export class NotifiedExecutions {
  readonly #deps;

  constructor(
    deps: Pick<ExecutionPorts, 'store'> & {
      readonly checker: FlowChecker;
      readonly logs: LogService;
      /** Whether a policy limits who may read what. */
      readonly hasPolicy: boolean;
    },
  ) {
    this.#deps = deps;
  }

  /** The `notify` of the flow of an execution; undefined for the defaults. @throws {AppError} store-unavailable */
  async notifyOf(record: ExecutionRecord): Promise<Flow['notify']> {
    return (await this.#flowOf(record))?.notify;
  }

  /**
   * The commit that an execution names; undefined if its flow names none. It can be invalid.
   * @throws {AppError} store-unavailable
   */
  async commitOf(record: ExecutionRecord): Promise<Commit | undefined> {
    const { commitStatus, inputs = [] } = (await this.#flowOf(record)) ?? {};
    if (commitStatus === undefined) return undefined;
    const texts = new Map(
      inputs.flatMap((input) => {
        const value = record.inputs[input.id];
        const name = environmentName({ root: 'inputs', id: input.id });
        return value === undefined || isSecret(input) ? [] : [[name, environmentText(input, value)] as const];
      }),
    );
    const filled = (template: Template) =>
      joinTexts(
        fillNames(template, (name) => texts.get(name)),
        maxPart,
      );
    return { repository: filled(commitStatus.repository), sha: filled(commitStatus.sha) };
  }

  visible(record: ExecutionRecord): VisibleExecution {
    const { namespace } = record.flow;
    const caller = this.#deps.hasPolicy ? Caller.readerOf(namespace) : Caller.unknown({ address: 'notifications' });
    return visibleExecution(record, caller);
  }

  /** @returns undefined if it was removed @throws {AppError} store-unavailable */
  async view(id: string): Promise<ExecutionView | undefined> {
    const { store, logs } = this.#deps;
    const record = await store.read(id);
    if (record === undefined) return undefined;
    const visible = this.visible(record);
    return {
      record: visible,
      lastLines: async (count) => {
        if ((await logs.bytes(visible)).size > maxLogBytes) return [];
        const lines = new LastLines(count);
        for await (const { texts } of logs.text(visible, { task: visible.failedTask }))
          for (const { bytes } of texts) lines.add(bytes.toString());
        return lines.all;
      },
    };
  }

  /** Also of a flow that is no longer valid, as far as it can be read. */
  async #flowOf({ id }: ExecutionRecord): Promise<Flow | undefined> {
    const source = await this.#deps.store.source(id);
    if (source === undefined) return undefined;
    const { check } = await this.#deps.checker.check(source, ownWork);
    return check.flow ?? check.draft;
  }
}
