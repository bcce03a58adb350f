import { AppError } from '../../base/problem/app-error.ts';
import type { Path } from '../../base/problem/problem.ts';
import { flowName, type FlowKey } from '../../language/flow/flow-key.ts';
import type { FlowLanguage } from '../documents/flow-language.ts';
import { usableFlow } from './check/flow-checker.ts';
import { rejected } from './check/flow-errors.ts';
import type { Change, FlowRecord, FlowService } from './flow-service.ts';
import { requireTrigger } from './flow-triggers.ts';

/** What to enable or disable. */
export interface SwitchRequest {
  /** The flow itself by default. */
  readonly triggerId?: string;
  readonly disabled: boolean;
}

/** How often an edit is made again because another one came first. */
const maxAttempts = 5;

/** Enables and disables flows and triggers by an edit of their source (docs/reference/stored-flows.md). */
export class SwitchService {
  readonly #deps;

  constructor(deps: {
    readonly flows: Pick<FlowService, 'read' | 'update'>;
    readonly language: Pick<FlowLanguage, 'switch'>;
  }) {
    this.#deps = deps;
  }

  /**
   * Stores a new revision; none if the flow or the trigger has the wanted state already.
   * @throws {AppError} as FlowService.update; trigger-not-found, edit-not-possible
   */
  async switch(key: FlowKey, request: SwitchRequest, change: Change): Promise<FlowRecord> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#switchOnce(key, request, change);
      } catch (error) {
        const isOvertaken = error instanceof AppError && error.code === 'stale-revision';
        if (!isOvertaken || change.expected !== undefined || attempt === maxAttempts) throw error;
      }
    }
  }

  async #switchOnce(key: FlowKey, { triggerId, disabled }: SwitchRequest, change: Change): Promise<FlowRecord> {
    const { flows, language } = this.#deps;
    const owner = change.caller.key;
    const record = await flows.read(key, { owner });
    const { revision } = record.entry;
    if (change.expected?.includes(revision) === false) throw rejected(key, { outcome: 'stale', revision }, change);
    const flow = usableFlow(record.checked);
    const found = triggerId === undefined ? undefined : requireTrigger(flow, triggerId);
    if ((found?.trigger ?? flow).disabled === disabled) return record;
    const path: Path = found === undefined ? [] : ['triggers', found.index];
    const source = { text: record.source.bytes.toString(), format: record.source.format };
    const text = await language.switch({ source, path, disabled }, owner);
    if (text === undefined) throw notPossible(key, triggerId, disabled);
    const bytes = Buffer.from(text);
    return flows.update(key, { ...record.source, bytes }, { ...change, expected: [revision] });
  }
}

function notPossible(key: FlowKey, triggerId: string | undefined, disabled: boolean): AppError {
  const part = triggerId === undefined ? 'the flow' : `the trigger ${triggerId}`;
  return new AppError(
    'edit-not-possible',
    `The source of ${flowName(key)} cannot be edited automatically, because the same text is used in several places of it. Edit it to ${disabled ? 'disable' : 'enable'} ${part}.`,
  );
}
