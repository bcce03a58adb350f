import { join } from 'node:path';
import { Readable } from 'node:stream';
import { LocalExecution } from '../../src/engines/local/shell/local-execution.ts';
import { loadLanguageOptions } from '../../src/faces/cli/flows/load-language-options.ts';
import type { FlowPlan } from '../../src/language/execution-plan/flow-plan.ts';
import { planFlow } from '../../src/language/execution-plan/plan-flow.ts';
import { searchesAtOnce } from '../../src/language/expressions/search-at-once.ts';
import { checkFlow } from '../../src/language/flow/check-flow.ts';

/** Checks and plans a flow. */
export async function planOf(text: string): Promise<FlowPlan> {
  const language = await loadLanguageOptions(
    { FLOWGATE_MAX_FLOW_BYTES: String(4 * 1024 * 1024) },
    { isPrinted: false },
  );
  const { flow, problems } = checkFlow({ text, format: 'yaml' }, language);
  if (flow === undefined) throw new Error(problems[0]?.message ?? 'A flow of the benchmark has errors');
  return planFlow(flow, undefined, language).plan;
}

/** Runs a planned flow, which must succeed. @returns the time of the run in milliseconds, without its removal */
export async function runPlan(plan: FlowPlan, folder: string): Promise<number> {
  const execution = new LocalExecution({
    plan,
    passed: new Map(),
    secrets: [],
    folder,
    artifacts: { folder: join(folder, 'artifacts') },
    openFile: async () => Readable.from([]),
    report: { task: () => undefined, log: () => undefined },
    searches: searchesAtOnce,
  });
  const start = performance.now();
  const { state, reason } = await execution.run();
  const time = performance.now() - start;
  await execution.remove();
  if (state !== 'SUCCESS') throw new Error(`A flow of the benchmark ended as ${state}: ${reason}`);
  return time;
}
