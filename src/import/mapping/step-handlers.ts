import type { TaskRegistry } from '../../language/task-types/task-registry.ts';
import type { MappingRules, StepHandler } from './mapping.ts';
import { agentHandlers } from './steps/agents.ts';
import { approvalHandlers } from './steps/approval.ts';
import { controlHandlers } from './steps/control.ts';
import { credentialHandlers } from './steps/credentials.ts';
import { environmentHandlers } from './steps/environment.ts';
import { fileHandlers } from './steps/files.ts';
import { folderHandlers } from './steps/folders.ts';
import { jobHandlers } from './steps/jobs.ts';
import { messageHandlers } from './steps/messages.ts';
import { ownTask } from './steps/own-tasks.ts';
import { callOfRule } from './steps/rules.ts';
import { scriptHandlers } from './steps/scripts.ts';
import { sourceControlHandlers } from './steps/source-control.ts';

export { toStep } from './steps/to-step.ts';

/** What maps each step, by its name; a chain of calls has the names joined with dots. */
export const stepHandlers: Readonly<Record<string, StepHandler>> = {
  ...agentHandlers,
  ...approvalHandlers,
  ...controlHandlers,
  ...credentialHandlers,
  ...environmentHandlers,
  ...fileHandlers,
  ...folderHandlers,
  ...jobHandlers,
  ...messageHandlers,
  ...scriptHandlers,
  ...sourceControlHandlers,
};

/** What maps a step: the mapping file of the installation, a task type, or the import itself. */
export function handlerOf(name: string, rules: MappingRules, taskTypes: TaskRegistry): StepHandler | undefined {
  const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
  if (rule !== undefined) return callOfRule(rule);
  const type = taskTypes.types.find(({ fromJenkinsSteps }) => Object.hasOwn(fromJenkinsSteps, name));
  if (type !== undefined) return ownTask(type, name);
  return Object.hasOwn(stepHandlers, name) ? stepHandlers[name] : undefined;
}
