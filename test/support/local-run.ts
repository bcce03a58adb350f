import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { RunEnd } from '../../src/engines/local/interpreter/flow-run.ts';
import type { PassedInputs } from '../../src/engines/local/interpreter/passed-inputs.ts';
import { LocalExecution, type LocalExecutionOptions } from '../../src/engines/local/shell/local-execution.ts';
import type { FlowPlan } from '../../src/language/execution-plan/flow-plan.ts';
import { planFlow } from '../../src/language/execution-plan/plan-flow.ts';
import { searchesAtOnce } from '../../src/language/expressions/search-at-once.ts';
import { flowOf, taskTypes } from './transpile-yaml.ts';

/** An execution in a folder of its own that collects what it reports. */
export interface LocalRun {
  readonly execution: LocalExecution;
  readonly folder: string;
  readonly artifacts: string;
  /** Path and state, in order. */
  readonly states: readonly string[];
  /** The log so far. */
  readonly log: () => string;
}

/** Starts executions, and removes their files when it is closed. */
export class LocalRuns {
  readonly #folders: string[] = [];

  /** @param text a flow in YAML; the other ones are those that it may call */
  prepare(
    text: string,
    { others = [], ...options }: { readonly others?: readonly string[] } & Partial<LocalExecutionOptions> = {},
  ): LocalRun {
    const top = mkdtempSync(join(tmpdir(), `flowgate it's "local" `));
    this.#folders.push(top);
    const [folder, artifacts] = [join(top, 'execution'), join(top, 'artifacts')];
    const states: string[] = [];
    let log = '';
    const execution = new LocalExecution({
      plan: planOf(text, others),
      passed: new Map(),
      secrets: [],
      folder,
      artifacts: { folder: artifacts },
      openFile: async () => Readable.from([]),
      report: {
        task: ({ path, state }) => void states.push(`${path} ${state}`),
        log: (piece) => void (log += piece),
      },
      searches: searchesAtOnce,
      ...options,
    });
    return { execution, folder, artifacts, states, log: () => log };
  }

  /** Runs a flow to its end. */
  async run(
    text: string,
    options: Parameters<LocalRuns['prepare']>[1] = {},
  ): Promise<LocalRun & { readonly end: RunEnd }> {
    const run = this.prepare(text, options);
    return { ...run, end: await run.execution.run() };
  }

  close(): void {
    for (const folder of this.#folders) rmSync(folder, { recursive: true, force: true });
  }
}

export function planOf(text: string, others: readonly string[] = []): FlowPlan {
  const flows = others.map((other) => flowOf(other));
  return planFlow(flowOf(text), undefined, {
    taskTypes,
    settings: { vendor: 'vendor', prefix: 'VENDOR' },
    subflow: (call) => {
      const flow = flows.find(({ namespace, id }) => namespace === call.namespace && id === call.flowId);
      return flow && { flow, revision: 1 };
    },
  }).plan;
}

/** Values by input id, as a caller of LocalExecution passes them. */
export function passing(values: Readonly<Record<string, string>>): PassedInputs {
  return new Map(Object.entries(values));
}
