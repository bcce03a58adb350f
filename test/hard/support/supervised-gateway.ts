import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { startGatewayProcess, type Environment, type GatewayProcess } from './gateway-process.ts';

const restartPause = 200;

/** A gateway that is started again whenever it ends, as systemd or a container runtime does. */
export class SupervisedGateway {
  readonly #environment: Environment;
  #current: Promise<GatewayProcess>;
  #isStopping = false;
  restarts = 0;
  /** What the one that ended last has logged. */
  lastLog = '';

  static async start(environment: Environment): Promise<SupervisedGateway> {
    const gateway = new SupervisedGateway(environment);
    await gateway.#current;
    return gateway;
  }

  private constructor(environment: Environment) {
    this.#environment = environment;
    this.#current = this.#launch();
  }

  /** Where it serves at the moment; waits while it is being started. */
  async url(): Promise<string> {
    return (await this.#current).url;
  }

  get process(): Promise<GatewayProcess> {
    return this.#current;
  }

  /** It is started again by itself. */
  async kill(): Promise<void> {
    const gateway = await this.#current;
    if (!gateway.isAlive()) return;
    const closed = once(gateway.child, 'close'); // what `#onEnd` waits for
    await gateway.kill();
    await closed;
  }

  /** It stays dead. */
  async killForGood(): Promise<void> {
    this.#isStopping = true;
    await this.kill();
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await (await this.#current).stop();
  }

  async #launch(): Promise<GatewayProcess> {
    for (;;) {
      try {
        const gateway = await startGatewayProcess(this.#environment);
        gateway.child.once('close', () => this.#onEnd(gateway.log()));
        return gateway;
      } catch (error) {
        if (this.#isStopping) throw error;
        await sleep(restartPause); // what it could not start on may be gone by then
      }
    }
  }

  #onEnd(log: string): void {
    if (this.#isStopping) return;
    this.restarts++;
    this.lastLog = log;
    this.#current = sleep(restartPause).then(() => this.#launch());
    this.#current.catch(() => undefined); // whoever waits for it learns of it
  }
}
