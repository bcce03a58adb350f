import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { startGateway, type Environment, type Program } from './program.ts';

const restartPause = 200;

/** A gateway that is restarted whenever it exits, as by systemd or a container runtime. */
export class SupervisedGateway {
  readonly #environment: Environment;
  #current: Promise<Program>;
  #isStopping = false;
  restarts = 0;
  /** The log of the last process that exited. */
  lastLog = '';

  static async start(environment: Environment): Promise<SupervisedGateway> {
    const gateway = new SupervisedGateway(environment);
    await gateway.#current;
    return gateway;
  }

  protected constructor(environment: Environment) {
    this.#environment = environment;
    this.#current = this.#launch();
  }

  /** Its current URL; waits while it is restarted. */
  async url(): Promise<string> {
    return (await this.#current).url;
  }

  get process(): Promise<Program> {
    return this.#current;
  }

  /** Kills the process; it is restarted automatically. */
  async kill(): Promise<void> {
    const gateway = await this.#current;
    if (!gateway.isAlive()) return;
    const closed = once(gateway.child, 'close'); // what `#onEnd` waits for
    await gateway.kill();
    await closed;
  }

  /** Stops it for good. */
  async killForGood(): Promise<void> {
    this.#isStopping = true;
    await this.kill();
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await (await this.#current).stop();
  }

  async #launch(): Promise<Program> {
    for (;;) {
      try {
        const gateway = await startGateway(this.#environment);
        gateway.child.once('close', () => this.#onEnd(gateway.log()));
        return gateway;
      } catch (error) {
        if (this.#isStopping) throw error;
        await sleep(restartPause); // whatever prevented the start may be resolved by then
      }
    }
  }

  #onEnd(log: string): void {
    if (this.#isStopping) return;
    this.restarts++;
    this.lastLog = log;
    this.#current = sleep(restartPause).then(() => this.#launch());
    this.#current.catch(() => undefined); // the code that awaits it handles the error
  }
}
