import { stringify } from 'yaml';
import type { JsonObject, JsonValue } from '../../base/text/json-value.ts';
import { plainTypes } from '../../language/input-types/input-types.ts';
import { topTasks, type DraftTask, type FlowDraft } from '../mapping/drafts/draft-flow.ts';
import { hasGate, tasksInside } from '../mapping/drafts/walk-tasks.ts';

/**
 * A file of flow tests that runs the flow once, with every task mocked: a start for its author. It expects that the run stops
 * at the first thing by hand; if only a condition leads there, it assumes that its author has written that.
 */
export function proposeTest(flow: FlowDraft): string {
  const stop = firstGate(flow.tasks);
  const gates = topTasks(flow).some(hasGate);
  const state = stop === undefined ? 'SUCCESS' : 'FAILED';
  const mocks = Object.fromEntries(topTasks(flow).flatMap((task) => mocksOf(task, [], state)));
  const inputs = Object.fromEntries(
    [...flow.inputs].flatMap(([id, { properties }]) => {
      return isGiven(properties) ? [] : [[id, sampleOf(properties)]];
    }),
  );
  const test: JsonObject = {
    ...(Object.keys(inputs).length === 0 ? {} : { inputs }),
    ...(Object.keys(mocks).length === 0 ? {} : { mocks }),
    cases: [{ name: nameOf(stop, gates), expect: { state } }],
  };
  return stringify(test, { lineWidth: 0, indentSeq: true });
}

function nameOf(stop: DraftTask | undefined, hasGates: boolean): string {
  if (stop !== undefined) return `stops at ${stop.id}, which is by hand`;
  return hasGates ? 'succeeds once what is by hand is written' : 'succeeds';
}

/** The first gate that every run reaches. */
function firstGate(tasks: readonly DraftTask[]): DraftTask | undefined {
  for (const task of tasks) {
    const { shape, common } = task;
    if (common.disabled === true || common.run_if !== undefined || shape.kind === 'choice') continue;
    const found = task.gate === undefined ? firstGate(tasksInside(task)) : task;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** @param state how what is by hand ends */
function mocksOf(task: DraftTask, path: readonly string[], state: string): readonly (readonly [string, JsonValue])[] {
  if (task.common.disabled === true) return [];
  const own = [...path, task.id];
  const inside = tasksInside(task);
  if (inside.length > 0) return inside.flatMap((inner) => mocksOf(inner, own, state));
  if (task.gate !== undefined && state === 'FAILED') return [[own.join('/'), { state }]];
  if (task.shape.kind === 'message' || task.shape.kind === 'pause') return [];
  const outputs = Object.entries(task.common.outputSchema ?? {}).map(
    ([field, { type }]) => [field, type === plainTypes.integer ? 0 : 'a value'] as const,
  );
  return [[own.join('/'), outputs.length === 0 ? {} : { outputs: Object.fromEntries(outputs) }]];
}

/** Whether a test needs no value for an input: Flowgate reads no credentials of Jenkins when it runs tests. */
function isGiven(properties: JsonObject): boolean {
  const { defaults } = properties;
  if (typeof defaults === 'string' && defaults.startsWith('credential:')) return false;
  return defaults !== undefined || properties['required'] === false || 'depends_on' in properties;
}

/** A value that the input accepts, for its author to replace. */
function sampleOf({ values }: JsonObject): JsonValue {
  return Array.isArray(values) ? (values[0] ?? null) : 'a value';
}
