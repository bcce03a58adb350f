import type { PipelineSettings } from '../../src/engines/jenkins/jenkinsfile/compose-options.ts';
import {
  transpile,
  type Transpilation,
  type TranspileOptions,
} from '../../src/engines/jenkins/jenkinsfile/transpile.ts';
import { defaultFlowLimits, type FlowLimits } from '../../src/language/document/flow-limits.ts';
import { checkFlow } from '../../src/language/flow/check-flow.ts';
import type { ValidatedFlow } from '../../src/language/flow/flow.ts';
import { unlimitedTime } from '../../src/language/safe-patterns/time-budget.ts';
import { loadTaskRegistry } from '../../src/language/task-loader/load-task-registry.ts';
import { ownTaskFolder } from '../../src/language/task-loader/task-folder.ts';

const vendor = 'vendor';
const prefix = 'VENDOR';
export const taskTypes = await loadTaskRegistry({ folders: [ownTaskFolder()], vendor });

/** Reads a flow without errors; throws with its problems if it has any. */
export function flowOf(text: string, limits = defaultFlowLimits): ValidatedFlow {
  const { flow, problems } = checkFlow(
    { text, format: 'yaml' },
    { taskTypes, vendor, prefix, limits, makeBudget: unlimitedTime },
  );
  if (flow === undefined) throw new Error(problems.map(({ path, message }) => `${path}: ${message}`).join('\n'));
  return flow;
}

/** The Jenkinsfile of a flow; the other documents are the flows that its Subflow tasks may call. */
export function jenkinsfileOf(
  text: string,
  others: readonly string[] = [],
  settings: Pick<PipelineSettings, 'taskSettings'> = {},
): string {
  return transpileText(text, others, { settings: { vendor, prefix, ...settings } }).jenkinsfile;
}

/** The same with the complete result of `transpile`. */
export function transpileText(
  text: string,
  others: readonly string[],
  { flowLimits, ...options }: Partial<TranspileOptions> & { flowLimits?: FlowLimits },
): Transpilation {
  const flows = others.map((other) => flowOf(other));
  return transpile(flowOf(text, flowLimits), {
    taskTypes,
    settings: { vendor, prefix },
    parameters: 'declared',
    subflow: (call) => {
      const flow = flows.find(({ namespace, id }) => namespace === call.namespace && id === call.flowId);
      return flow && { flow, revision: 1 };
    },
    ...options,
  });
}

/** A flow with the given lines after its identity. */
export function flowText(body: string): string {
  return `id: tested\nnamespace: tests\ndescription: A flow of a test.\n${body}`;
}
