import type { StepHandler } from './mapping.ts';
import { controlHandlers } from './steps/control.ts';
import { fileHandlers } from './steps/files.ts';
import { folderHandlers } from './steps/folders.ts';
import { messageHandlers } from './steps/messages.ts';
import { scriptHandlers } from './steps/scripts.ts';
import { sourceControlHandlers } from './steps/source-control.ts';

export { toStep } from './steps/to-step.ts';

/** What maps each step, by its name; `docker.image.inside` for `docker.image('x').inside { }`. */
export const stepHandlers: Readonly<Record<string, StepHandler>> = {
  ...controlHandlers,
  ...fileHandlers,
  ...folderHandlers,
  ...messageHandlers,
  ...scriptHandlers,
  ...sourceControlHandlers,
};
