import { hasRosbagLoader, namesRecording, rosbagLoaderStem, rosbagVariableNames } from '../rosbag-variables.ts';
import type { Validation } from './validation.ts';

/** Flows of other installations ask for a recording and rely on its being there; here a task loads it. */
export function validateRosbag({ draft, vendor, prefix, problems }: Validation): void {
  if (hasRosbagLoader(draft)) return;
  const asked = draft.inputs.find(({ value }) => namesRecording(value));
  if (asked === undefined) return;
  const message = `No task loads the recording; add a task of type dev.${vendor}.plugin.${rosbagLoaderStem} before those that read ${rosbagVariableNames(prefix).join(' or ')}.`;
  problems.push({ code: 'rosbag-loader-missing', message, path: [...asked.path, 'id'] });
}
