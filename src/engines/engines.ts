import type { ExecutionRecord } from '../execution/record/execution-record.ts';
import type { ExecutionEngine } from './engine.ts';

/** The engines that this installation knows. */
export class ExecutionEngines {
  /** Runs new executions; undefined if they cannot run. */
  readonly current: ExecutionEngine | undefined;
  readonly #jenkins: ExecutionEngine | undefined;
  readonly #local: ExecutionEngine;

  /**
   * @param local also reads the logs and files of executions that ran here before Jenkins was configured
   * @param jenkins undefined if Jenkins is not configured
   */
  constructor(name: ExecutionEngine['name'] | undefined, local: ExecutionEngine, jenkins?: ExecutionEngine) {
    this.#local = local;
    this.#jenkins = jenkins;
    this.current = [jenkins, local].find((engine) => engine !== undefined && engine.name === name);
  }

  /** The engine that runs or ran an execution, or will run it; undefined if it is not configured. */
  of({ engine, build, queueItem }: ExecutionRecord): ExecutionEngine | undefined {
    if (engine === 'local') return this.#local;
    return build === undefined && queueItem === undefined ? this.current : this.#jenkins;
  }
}
