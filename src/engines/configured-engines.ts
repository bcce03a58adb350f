import type { LogLines } from '../execution/logs/line-picker.ts';
import { engineOf, unnamedEngine, type ExecutionRecord } from '../execution/record/execution-record.ts';
import type { EngineDeps, EngineModule, EngineWork, EngineWorkDeps, ExecutionEngine } from './engine.ts';

/** The configured engines of this installation. */
export class ConfiguredEngines {
  /** Runs new executions; undefined if they cannot run. */
  readonly current: ExecutionEngine | undefined;
  readonly #modules: readonly EngineModule[];
  readonly #engines: readonly ExecutionEngine[];

  /** @param current the name of the engine that runs new executions; undefined if they cannot run */
  constructor(modules: readonly EngineModule[], current: string | undefined, deps: EngineDeps) {
    this.#modules = modules;
    this.#engines = modules.flatMap((module) => module.open(deps, module.name === current) ?? []);
    this.current = this.#engines.find(({ name }) => name === current);
  }

  /** The engine that runs or ran an execution, or will run it; undefined if it is not configured. */
  of(record: ExecutionRecord): ExecutionEngine | undefined {
    const runner = engineOf(record);
    return runner === undefined ? this.current : this.#engines.find(({ name }) => name === runner);
  }

  /** How the tasks are found in the log of an execution. */
  linesOf(record: ExecutionRecord): LogLines | undefined {
    const runner = engineOf(record) ?? this.current?.name ?? unnamedEngine;
    return this.#modules.find(({ name }) => name === runner)?.lines;
  }

  /** The work of all engines together: new executions run on the current one. @returns undefined if they cannot run */
  work(deps: EngineWorkDeps): EnginesWork | undefined {
    const works = new Map(this.#engines.map((engine) => [engine, engine.work(deps)]));
    const running = this.current && works.get(this.current);
    if (running === undefined) return undefined;
    const all = [...works.values()].filter((work) => work !== undefined);
    return {
      trigger: (id) => running.trigger(id),
      rounds: [...running.rounds, ...all.flatMap(({ upkeep }) => upkeep)],
      perDataFolder: all.flatMap(({ perDataFolder }) => perDataFolder ?? []),
      stop: async () => {
        await Promise.all(all.map((work) => work.stop()));
      },
    };
  }

  close(): void {
    for (const engine of this.#engines) engine.close();
  }
}

export interface EnginesWork extends Pick<EngineWork, 'trigger' | 'rounds' | 'stop'> {
  readonly perDataFolder: readonly NonNullable<EngineWork['perDataFolder']>[];
}
