import type { Caller } from '../../access/caller.ts';
import { AppError } from '../../base/problem/app-error.ts';
import { isFor } from './declared-receivers.ts';
import { DeliveryError } from './delivery-error.ts';
import type { NotificationCounts } from './notification-queue.ts';
import type { DeclaredReceiver } from './receiver-file.ts';
import { secondsBetweenTests, type ReceiverState } from './redis-receiver-states.ts';

/** A forge that shows states on commits. */
export interface ForgePort extends Pick<DeclaredReceiver, 'name' | 'namespaces'> {
  /** @throws {AppError} store-unavailable */
  report(): Promise<DeliveryReport>;
}

/** The declared receivers of notifications. */
export interface ReceiverPorts {
  readonly all: readonly DeclaredReceiver[];
  readonly forges: readonly ForgePort[];
  /** @throws {AppError} store-unavailable */
  report(receiver: DeclaredReceiver): Promise<DeliveryReport>;
  /** @returns false if it was tested a moment ago @throws {AppError} store-unavailable */
  beginTest(receiver: DeclaredReceiver): Promise<boolean>;
  /** @param by the user who asks for it @throws {DeliveryError} unless it takes a test message */
  test(receiver: DeclaredReceiver, by: string): Promise<void>;
}

export interface DeliveryReport extends NotificationCounts, ReceiverState {
  /** When the next message, or the next attempt, is due. */
  readonly nextAttemptAt?: Date | undefined;
}

export interface ReceiverReport extends DeliveryReport, Pick<DeclaredReceiver, 'name' | 'namespaces'> {}

export interface TestOutcome {
  readonly delivered: boolean;
  readonly reason?: string;
}

/** How deliveries to receivers and forges go, without their addresses. */
export class ReceiverService {
  readonly #ports: ReceiverPorts | undefined;

  /** @param ports undefined without declared receivers */
  constructor(ports: ReceiverPorts | undefined) {
    this.#ports = ports;
  }

  /** The receivers of namespaces that the caller may read. @throws {AppError} store-unavailable */
  async list(caller: Caller): Promise<readonly ReceiverReport[]> {
    const ports = this.#ports;
    if (ports === undefined) return [];
    const receivers = ports.all.map((receiver) => ({ ...receiver, report: () => ports.report(receiver) }));
    const shown = [...receivers, ...ports.forges].filter(({ namespaces }) =>
      namespaces.some((pattern) => caller.may('read', pattern)),
    );
    return Promise.all(shown.map(async ({ name, namespaces, report }) => ({ name, namespaces, ...(await report()) })));
  }

  /**
   * Sends a test message.
   * @param namespace whose flows can notify it
   * @throws {AppError} receiver-not-found, rate-limited, store-unavailable
   */
  async test(namespace: string, name: string, caller: Caller): Promise<TestOutcome> {
    const ports = this.#ports;
    const receiver = ports?.all.find((each) => each.name === name && isFor(each, namespace));
    if (ports === undefined || receiver === undefined)
      throw new AppError('receiver-not-found', `The namespace ${namespace} has no receiver ${JSON.stringify(name)}.`);
    if (!(await ports.beginTest(receiver)))
      throw new AppError(
        'rate-limited',
        `The receiver ${name} was tested a moment ago; retry in ${secondsBetweenTests} seconds.`,
      );
    try {
      await ports.test(receiver, caller.subject);
      return { delivered: true };
    } catch (error) {
      if (error instanceof DeliveryError) return { delivered: false, reason: error.message };
      throw error;
    }
  }
}
