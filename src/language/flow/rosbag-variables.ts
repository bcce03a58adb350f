import { inputVariable, referenceText } from '../expressions/reference.ts';
import type { Template } from '../expressions/template.ts';
import type { FlowDraft } from './flow-draft.ts';
import type { Flow, Variable } from './flow.ts';

/** The two variables that configure a ROS bag loader (SPEC 2.4): its directory and the path of its manifest. */
export function rosbagVariableNames(prefix: string): readonly [directory: string, manifest: string] {
  return [`${prefix}_ROSBAGS_DIR`, `${prefix}_ROSBAGS_MANIFEST_PATH`];
}

/** The inputs that a loader takes when its `ids` are not given, by their names in the environment: `rosbagId` is one too. */
export const rosbagInputNames: readonly string[] = ['ROSBAG_ID', 'ROSBAG_IDS'];

/** Whether an input names recordings. */
export function namesRecording({ id }: { readonly id: string }): boolean {
  return rosbagInputNames.includes(inputVariable(id));
}

/** The type of the loader, behind `dev.<vendor>.plugin.`. */
export const rosbagLoaderStem = 'core.rosbag.LoadById';

/** Whether a task of the flow loads recordings. A type that is not registered still says what it is meant for. */
export function hasRosbagLoader({ tasks }: FlowDraft): boolean {
  return tasks.some(({ value: { type, task } }) => isRosbagLoader(type?.name ?? task.type));
}

/** Whether the flow works on recordings, and so has the loader's variables also without declaring them. */
export function hasRosbagVariables(draft: FlowDraft): boolean {
  return hasRosbagLoader(draft) || draft.inputs.some(({ value }) => namesRecording(value));
}

/** Whether a flow that was checked loads recordings, or names one. */
export function worksOnRecordings(flow: Flow): boolean {
  return (
    [...flow.tasks, ...flow.errors, ...flow.finally].some(({ type }) => isRosbagLoader(type)) ||
    flow.inputs.some(namesRecording)
  );
}

function isRosbagLoader(typeName: string): boolean {
  return typeName.endsWith(`.${rosbagLoaderStem}`);
}

/** The flow's variables, and before those that may refer to them the loader's, where the flow does not declare them. */
export function variablesWithRosbag(flow: Flow, prefix: string): readonly Variable[] {
  if (!worksOnRecordings(flow)) return flow.variables;
  const [directory, manifest] = rosbagVariableNames(prefix);
  const variables = [...flow.variables];
  const places = (wanted: string): number => variables.findIndex(({ name }) => name === wanted);
  if (places(directory) < 0) variables.unshift(textVariable(directory, [{ kind: 'text', text: 'rosbags' }]));
  if (places(manifest) < 0) {
    const reference = { root: 'variables', name: directory } as const;
    const value: Template = [
      { kind: 'reference', reference, range: { start: 0, end: 0 } },
      { kind: 'text', text: '/manifest.json' },
    ];
    variables.splice(places(directory) + 1, 0, textVariable(manifest, value));
  }
  return variables;
}

function textVariable(name: string, value: Template): Variable {
  const text = value
    .map((part) => (part.kind === 'text' ? part.text : `{{ ${referenceText(part.reference)} }}`))
    .join('');
  return { name, text, value };
}
