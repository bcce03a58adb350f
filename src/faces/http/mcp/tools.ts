import type { Tool } from './tool.ts';
import { explainProblem } from './tools/explain-problem.ts';
import { findFlows } from './tools/find-flows.ts';
import { flowInputs } from './tools/flow-inputs.ts';
import { getExecution } from './tools/get-execution.ts';
import { runFlow } from './tools/run-flow.ts';
import { stopExecution } from './tools/stop-execution.ts';
import { taskLog } from './tools/task-log.ts';
import { validate } from './tools/validate.ts';

/**
 * All of them, in the order in which an agent needs them. There is no tool for each flow: hundreds of tools would fill the
 * context of a model before it has begun.
 */
export const tools: readonly Tool[] = [
  findFlows,
  flowInputs,
  validate,
  runFlow,
  getExecution,
  taskLog,
  stopExecution,
  explainProblem,
];
