import type { FlowDraft } from './flow-draft.ts';

/** The two variables that configure a ROS bag loader (SPEC 2.4): its directory and the path of its manifest. */
export function rosbagVariableNames(prefix: string): readonly [directory: string, manifest: string] {
  return [`${prefix}_ROSBAGS_DIR`, `${prefix}_ROSBAGS_MANIFEST_PATH`];
}

/** The inputs that a loader takes when its `ids` are not given. */
export const rosbagInputIds: readonly string[] = ['rosbag_id', 'rosbag_ids'];

/** The type of the loader, behind `dev.<vendor>.plugin.`. */
export const rosbagLoaderStem = 'core.rosbag.LoadById';

/** Whether a task of the flow loads recordings. A type that is not registered still says what it is meant for. */
export function hasRosbagLoader({ tasks }: FlowDraft): boolean {
  return tasks.some(({ value: { type, task } }) => (type?.name ?? task.type).endsWith(`.${rosbagLoaderStem}`));
}

/** Whether the flow works on recordings, and so has the loader's variables also without declaring them. */
export function hasRosbagVariables(draft: FlowDraft): boolean {
  return hasRosbagLoader(draft) || draft.inputs.some(({ value: { id } }) => id === rosbagInputIds[0]);
}
