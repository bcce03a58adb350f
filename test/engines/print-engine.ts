import type {
  EngineDeps,
  EngineModule,
  EngineWork,
  EngineWorkDeps,
  ExecutionEngine,
} from '../../src/engines/engine.ts';
import { taskSections } from '../../src/language/flow/flow.ts';
import type { LinePicker } from '../../src/store/executions/logs/line-picker.ts';

/** An engine that runs nothing: it prints what it would run. */
export const printEngine: EngineModule = {
  name: 'print',
  lines: { ofTask: (path) => linesWith(`${path}: `), ofFlow: () => linesWith('') },
  configurationProblems: () => [],
  isDefault: () => false,
  describe: () => 'Flows are printed',
  open: (deps) => [new PrintEngine(deps)],
};

class PrintEngine implements ExecutionEngine {
  readonly name = printEngine.name;
  readonly downloadsFiles = false;
  readonly credentials = [];
  readonly checks = { printer: async () => '1.0' };
  readonly #deps: EngineDeps;

  constructor(deps: EngineDeps) {
    this.#deps = deps;
  }

  problems() {
    return [];
  }

  async stop() {
    // It has ended before anyone can stop it.
  }

  async logSoFar() {
    return undefined;
  }

  async logAfter() {
    return undefined;
  }

  async artifacts({ id }: { readonly id: string }) {
    return [{ path: `${id}.txt` }];
  }

  async artifact() {
    return undefined;
  }

  work({ preparation }: EngineWorkDeps): EngineWork {
    const { ports } = this.#deps;
    return {
      start: async (id) => {
        const record = await ports.store.read(id);
        if (record === undefined) return 'done';
        const { sections } = (await preparation.ofExecution(record)).plan();
        const begun = await ports.life.send(record, { name: 'begun', engine: this.name });
        if (!begun.isApplied) return 'done';
        const tasks = taskSections.flatMap((section) => sections[section]);
        for (const { task, title } of tasks) await ports.logs.append(id, `${task.id}: ${title}\n`);
        await ports.logs.end(id, 'printed\n');
        await ports.life.send(begun.record, { name: 'finished', state: 'SUCCESS' });
        return 'done';
      },
      rounds: [],
      upkeep: [],
      stop: async () => undefined,
    };
  }

  close() {
    // It opens nothing.
  }
}

function linesWith(start: string): LinePicker {
  return { prefixes: [start], take: (line) => line !== '' && line.startsWith(start), copy: () => linesWith(start) };
}
