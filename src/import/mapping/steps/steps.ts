import { ownEntry } from '../../../base/text/own-entry.ts';
import type { JobMapping } from '../context/job-mapping.ts';
import { agentSteps } from './agents.ts';
import { approvalSteps } from './approval.ts';
import { controlSteps } from './control.ts';
import { credentialSteps } from './credentials.ts';
import { environmentSteps } from './environment.ts';
import { fileSteps } from './files.ts';
import { folderSteps } from './folders.ts';
import { jobSteps } from './jobs.ts';
import { messageSteps } from './messages.ts';
import { scriptSteps } from './scripts.ts';
import { sourceControlSteps } from './source-control.ts';
import { stageSteps } from './stages.ts';
import type { StepConstruct, StepTable } from './step.ts';
import { callOfRule, ownTask } from './taught-steps.ts';

/** Every step that the import knows. */
const steps: StepTable = {
  ...agentSteps,
  ...approvalSteps,
  ...controlSteps,
  ...credentialSteps,
  ...environmentSteps,
  ...fileSteps,
  ...folderSteps,
  ...jobSteps,
  ...messageSteps,
  ...scriptSteps,
  ...sourceControlSteps,
  ...stageSteps,
};

/** The steps whose blocks make the structure of a pipeline: nothing else says what they mean. */
const structure: readonly string[] = ['node', 'parallel', 'stage'];

/** What maps a step: the mapping file of the installation, a task type, or the import itself; undefined if nothing does. */
export function stepOf(name: string, { options: { rules, taskTypes } }: JobMapping): StepConstruct | undefined {
  const own = ownEntry(steps, name);
  if (structure.includes(name)) return own;
  const rule = ownEntry(rules, name);
  if (rule !== undefined) return { main: own?.main, map: callOfRule(rule) };
  const type = taskTypes.types.find(({ fromJenkinsSteps }) => Object.hasOwn(fromJenkinsSteps, name));
  return type === undefined ? own : { main: own?.main, map: ownTask(type, name) };
}
