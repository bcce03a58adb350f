import type { Caller } from '../../access/caller.ts';
import { AppError } from '../../base/problem/app-error.ts';
import type { BullDeliveryLane, DeliveryReport } from './bull-delivery-lane.ts';
import { isFor } from './declared-receivers.ts';
import { DeliveryError } from './delivery-error.ts';
import type { DeclaredReceiver } from './receiver-file.ts';
import { secondsBetweenTests } from './redis-receiver-state.ts';

/** The receivers of the operator's file. */
export interface ReceiverPorts {
  /** By receiver: those that flows can notify. */
  readonly lanes: ReadonlyMap<DeclaredReceiver, BullDeliveryLane>;
  /** Those of forges, which show states on commits. */
  readonly forges: readonly BullDeliveryLane[];
  /** @param by the user who asks for it @throws {DeliveryError} unless it takes a test message */
  test(receiver: DeclaredReceiver, by: string): Promise<void>;
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
    const shown = [...ports.lanes.values(), ...ports.forges].filter(({ address }) =>
      address.namespaces.some((pattern) => caller.may('read', pattern)),
    );
    return Promise.all(
      shown.map(async (lane) => {
        const { name, namespaces } = lane.address;
        return { name, namespaces, ...(await lane.report()) };
      }),
    );
  }

  /**
   * Sends a test message.
   * @param namespace whose flows can notify it
   * @throws {AppError} receiver-not-found, rate-limited, store-unavailable
   */
  async test(namespace: string, name: string, caller: Caller): Promise<TestOutcome> {
    const ports = this.#ports;
    const found = [...(ports?.lanes ?? [])].find(([each]) => each.name === name && isFor(each, namespace));
    if (ports === undefined || found === undefined)
      throw new AppError('receiver-not-found', `The namespace ${namespace} has no receiver ${JSON.stringify(name)}.`);
    const [receiver, lane] = found;
    if (!(await lane.beginTest()))
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
