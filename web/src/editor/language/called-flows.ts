import { flowName, type FlowKey } from '../../../../src/language/flow/flow-key.ts';
import type { CalledFlow } from '../../../../src/language/language-service/language-facts.ts';

/** The source of a flow. Rejects if it does not exist or the user may not read it. */
export type LoadSource = (flow: FlowKey) => Promise<string>;

const maxCalls = 50;

/** Facts about the flows that a text calls. Each is loaded once, even if that fails. */
export class CalledFlows {
  readonly #known = new Map<string, CalledFlow | undefined>();
  readonly #loading = new Map<string, Promise<void>>();
  readonly #load: LoadSource;
  readonly #read: (source: string) => CalledFlow;

  constructor({ load, read }: { readonly load: LoadSource; readonly read: (source: string) => CalledFlow }) {
    this.#load = load;
    this.#read = read;
  }

  readonly get = (flow: FlowKey): CalledFlow | undefined => this.#known.get(flowName(flow));

  /** Resolves when all have loaded or failed. */
  async loadAll(flows: readonly FlowKey[]): Promise<void> {
    await Promise.all(flows.slice(0, maxCalls).map((flow) => this.#loadOnce(flow)));
  }

  #loadOnce(flow: FlowKey): Promise<void> {
    const name = flowName(flow);
    const running = this.#loading.get(name);
    if (running !== undefined) return running;
    const loading = this.#load(flow).then(
      (source) => void this.#known.set(name, this.#read(source)),
      () => undefined,
    );
    this.#loading.set(name, loading);
    return loading;
  }
}
