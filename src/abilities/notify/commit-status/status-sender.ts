import { readStart } from '../../../base/answers/read-body.ts';
import type { ExecutionRecord } from '../../../lifecycle/execution-record.ts';
import { isFinal } from '../../../lifecycle/execution-state.ts';
import { DeliveryError } from '../delivery-error.ts';
import { post } from '../http-post.ts';
import type { StatusMessage } from '../notification-queue.ts';
import type { StatusTarget } from '../receiver-file.ts';
import { statusOf, type ShownStatus } from './commit-state.ts';
import { forgeApi, type Commit } from './forge-request.ts';
import type { RedisSentStatuses } from './redis-sent-statuses.ts';
import type { ForgeAddress, StatusTargets } from './status-targets.ts';

export interface StatusSenderDeps {
  readonly targets: StatusTargets;
  /** What readers of the namespace of an execution may see of it; undefined if it was removed. */
  readonly view: (executionId: string) => Promise<{ readonly record: ExecutionRecord } | undefined>;
  readonly sent: Pick<RedisSentStatuses, 'swap'>;
  readonly version: string;
  readonly publicUrl?: string | undefined;
  /** Milliseconds until an attempt is given up. */
  readonly timeout?: number | undefined;
}

/**
 * Shows states on commits. Each message is a reason to look at the record: so a message that is late shows the state of
 * now, and a final state is always the last one.
 */
export class StatusSender {
  readonly #deps: StatusSenderDeps;

  constructor(deps: StatusSenderDeps) {
    this.#deps = deps;
  }

  /**
   * @param isRetry whether an earlier attempt may have been made; a state is then sent even if it is known to be shown
   * @returns whether the forge took a status; none is sent that is shown already
   * @throws {DeliveryError} unless the forge takes it in time
   */
  async send({ url }: ForgeAddress, { executionId, commit }: StatusMessage, isRetry: boolean): Promise<boolean> {
    const { view, targets, sent, publicUrl } = this.#deps;
    for (let last: string | undefined; ;) {
      const record = (await view(executionId))?.record;
      if (record === undefined) return last !== undefined;
      const status = statusOf(record, publicUrl);
      const target = targets.find(record.flow.namespace, commit, url);
      if (target === undefined) throw new DeliveryError('The namespace may no longer use this repository', true);
      const word = forgeApi(target.provider).words[status.state];
      if (word === last) return true;
      const noted = await sent.swap(executionId, word);
      // Another message has sent it, or is about to; if its process dies, it is retried.
      if (noted === word && last === undefined && !isRetry) return false;
      await this.#post(target, commit, status);
      last = word;
      // Nothing overwrites a final state; any other one may have been overtaken meanwhile, so the record is read again.
      if (isFinal(record.state)) return true;
    }
  }

  async #post(target: StatusTarget, commit: Commit, status: ShownStatus): Promise<void> {
    const { version, timeout } = this.#deps;
    const api = forgeApi(target.provider);
    const request = api.request(target, commit, status);
    const response = await post(request.url, {
      headers: {
        ...request.headers,
        'content-type': 'application/json; charset=utf-8',
        'user-agent': `Flowgate/${version}`,
      },
      body: JSON.stringify(request.body),
      timeout,
    });
    if (response.ok) return void (await response.body?.cancel().catch(() => undefined));
    const text = await readStart(response.body, maxAnswer);
    if (api.isRepeated?.(response.status, text) === true) return;
    // GitHub's answer for a commit that does not exist; repeating the request does not help.
    throw new DeliveryError(`The forge answered ${response.status}`, response.status === 422);
  }
}

/** How much of an answer is read; an error is told from others by its beginning. */
const maxAnswer = 10_000;
