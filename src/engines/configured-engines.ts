import { controllerOf, engineOf, unnamedEngine, type ExecutionRecord } from '../lifecycle/execution-record.ts';
import type { LogLines } from '../store/executions/logs/line-picker.ts';
import { CurrentEngine } from './current-engine.ts';
import type { EngineDeps, EngineModule, EngineWork, EngineWorkDeps, ExecutionEngine } from './engine.ts';

/** The configured engines of this installation. */
export class ConfiguredEngines {
  /** Runs new executions; undefined if they cannot run. */
  readonly current: CurrentEngine | undefined;
  readonly #modules: readonly EngineModule[];
  readonly #engines: readonly ExecutionEngine[];

  /** @param current the name of the engine that runs new executions; undefined if they cannot run */
  constructor(modules: readonly EngineModule[], current: string | undefined, deps: EngineDeps) {
    this.#modules = modules;
    this.#engines = modules.flatMap((module) => module.open(deps, module.name === current));
    const [first, ...others] = this.#engines.filter(({ name }) => name === current);
    this.current = first && new CurrentEngine([first, ...others], deps.states);
  }

  /** The engine that runs or ran an execution, or will run it; undefined if it, or its controller, is not configured. */
  of(record: ExecutionRecord): ExecutionEngine | undefined {
    const runner = engineOf(record) ?? this.current?.name;
    const name = controllerOf(record);
    return this.#engines.find((engine) => engine.name === runner && (engine.controller?.name ?? name) === name);
  }

  /** How the tasks are found in the log of an execution. */
  linesOf(record: ExecutionRecord): LogLines | undefined {
    const runner = engineOf(record) ?? this.current?.name ?? unnamedEngine;
    return this.#modules.find(({ name }) => name === runner)?.lines;
  }

  /** The work of all engines together: new executions run on the current one. @returns undefined if they cannot run */
  work(deps: EngineWorkDeps): EnginesWork | undefined {
    const works = new Map(this.#engines.map((engine) => [engine, engine.work(deps)]));
    const lanes = (this.current?.instances ?? []).flatMap((engine) => {
      const work = works.get(engine);
      return work === undefined ? [] : [{ controller: engine.controller?.name, work }];
    });
    if (lanes.length === 0) return undefined;
    const all = [...works.values()].filter((work) => work !== undefined);
    return {
      lanes: lanes.map(({ controller, work }) => ({ controller, start: (id) => work.start(id) })),
      rounds: [
        ...lanes.flatMap(({ controller, work }) => (lanes.length === 1 ? work.rounds : roundsOn(controller, work))),
        ...all.flatMap(({ upkeep }) => upkeep),
      ],
      interrupt: () => this.close(),
      stop: async () => {
        await Promise.all(all.map((work) => work.stop()));
      },
    };
  }

  close(): void {
    for (const engine of this.#engines) engine.close();
  }
}

/** Each controller has rounds of its own: none waits for another. */
function roundsOn(controller = '', { rounds }: EngineWork): EngineWork['rounds'] {
  return rounds.map((round) => ({ ...round, name: `${round.name} (${controller})`, lease: `leader:${controller}` }));
}

/** The work for the new executions of an engine, or of one of its controllers. */
interface Lane extends Pick<EngineWork, 'start'> {
  readonly controller?: string | undefined;
}

export interface EnginesWork extends Pick<EngineWork, 'rounds' | 'stop'> {
  /** At least one. None waits for another. */
  readonly lanes: readonly Lane[];
  /** Cancels all calls of engines to other systems, and rejects later ones, so that what waits for them ends. */
  interrupt(): void;
}
