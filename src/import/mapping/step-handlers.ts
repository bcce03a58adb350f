import type { TaskRegistry } from '../../language/task-types/task-registry.ts';
import type { MappingRules, StepHandler } from './mapping.ts';
import { agentHandlers } from './steps/agents.ts';
import { approvalHandlers } from './steps/approval.ts';
import { controlHandlers } from './steps/control.ts';
import { environmentHandlers } from './steps/environment.ts';
import { fileHandlers } from './steps/files.ts';
import { folderHandlers } from './steps/folders.ts';
import { jobHandlers } from './steps/jobs.ts';
import { messageHandlers } from './steps/messages.ts';
import { callOfRule } from './steps/rules.ts';
import { scriptHandlers } from './steps/scripts.ts';
import { sourceControlHandlers } from './steps/source-control.ts';

export { toStep } from './steps/to-step.ts';

/** What maps each step, by its name; a chain of calls has the names joined with dots. */
export const stepHandlers: Readonly<Record<string, StepHandler>> = {
  ...agentHandlers,
  ...approvalHandlers,
  ...controlHandlers,
  ...environmentHandlers,
  ...fileHandlers,
  ...folderHandlers,
  ...jobHandlers,
  ...messageHandlers,
  ...scriptHandlers,
  ...sourceControlHandlers,
};

/** What maps a step: the mapping file of the installation, the import itself, or a task type. */
export function handlerOf(name: string, rules: MappingRules, _taskTypes: TaskRegistry): StepHandler | undefined {
  const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
  if (rule !== undefined) return callOfRule(rule);
  return Object.hasOwn(stepHandlers, name) ? stepHandlers[name] : undefined;
}
