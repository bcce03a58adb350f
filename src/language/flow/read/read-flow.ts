import type { JsonObject } from '../../../base/text/json-value.ts';
import type { Placed } from '../../document/entries.ts';
import type { FlowLimits } from '../../document/flow-limits.ts';
import { PropertyReader } from '../../document/property-reader.ts';
import type { Reading } from '../../document/reading.ts';
import { collectContributions, withContributed } from '../contributions.ts';
import type { FlowDraft } from '../flow-draft.ts';
import type { Flow, Task, TaskSection } from '../flow.ts';
import type { TaskTypes } from '../task-types.ts';
import { readChecks } from './check-section.ts';
import { flowSection, readVariables } from './flow-section.ts';
import { readOutputs } from './output-sections.ts';
import { inputLimits, readInputs, type ReadInputsOptions } from './read-inputs.ts';
import { readContributedTask, readTasks } from './read-tasks.ts';
import { readTriggers } from './read-triggers.ts';

export interface ReadFlowOptions extends ReadInputsOptions {
  readonly taskTypes: TaskTypes;
  readonly limits: FlowLimits;
  readonly vendor: string;
  readonly prefix: string;
  /** Names of the installation's settings for task types that are set; undefined if unknown. */
  readonly settings?: ReadonlySet<string>;
}

/**
 * Reads the plain value of a document as a flow (docs/reference/flows.md). Problems go to `reading.problems`. The draft
 * contains everything else, so that the problems of one section do not hide those of another.
 */
export function readFlow(value: JsonObject, options: ReadFlowOptions, reading: Reading): FlowDraft {
  const { taskTypes, limits, prefix, vendor, settings } = options;
  const reader = new PropertyReader({ map: value, path: [] }, reading);
  const read = flowSection.read(reader);
  const { id = '', namespace = '', labels = {} } = read;
  const { variables, unreadNames: unreadVariableNames } = readVariables(read.variables, limits.variables);
  const limitsOfInputs = inputLimits(options);
  const { inputs, unreadIds: unreadInputIds } = readInputs(reader, read.inputs, limitsOfInputs);
  const lists = readTasks(read, { taskTypes, max: limits.tasks, inputs: limitsOfInputs }, reading);
  const typeOfInput = new Map(inputs.map(({ value: input }) => [input.id, input.type]));
  const started = readTriggers(
    read.triggers,
    { max: limits.triggers, typeOfInput: (inputId) => typeOfInput.get(inputId) },
    reading,
  );
  const draft = {
    inputs,
    variables,
    tasks: lists.tasks,
    outputs: readOutputs(read.outputs, reading),
    checks: readChecks(read.checks, reading),
    triggers: started.triggers,
  };
  const contributions = collectContributions(taskTypes, {
    prefix,
    vendor,
    settings,
    inputs: inputs.map(({ value: input, path }) => ({ id: input.id, path })),
    tasks: lists.tasks.map(({ value: { id: taskId, type, task } }) => ({ id: taskId, type: type?.name ?? task.type })),
  });
  const flow: Flow = {
    ...read,
    id,
    namespace,
    labels,
    inputs: inputs.flatMap(({ value: { input } }) => input ?? []),
    variables: withContributed(valuesOf(variables), contributions.variables),
    settings: contributions.settings,
    tasks: tasksOf(draft.tasks, 'tasks'),
    contributedTasks: contributions.tasks.map((map) =>
      readContributedTask(map, { taskTypes, inputs: limitsOfInputs }, reading),
    ),
    errors: tasksOf(draft.tasks, 'errors'),
    finally: tasksOf(draft.tasks, 'finally'),
    outputs: valuesOf(draft.outputs),
    checks: valuesOf(draft.checks),
    triggers: valuesOf(draft.triggers),
  };
  return {
    flow,
    ...draft,
    unreadInputIds,
    unreadVariableNames,
    unreadTaskIds: lists.unreadIds,
    triggerConditions: started.conditions,
    contributions,
  };
}

function valuesOf<Value>(placed: readonly Placed<Value>[]): readonly Value[] {
  return placed.map(({ value }) => value);
}

function tasksOf(tasks: FlowDraft['tasks'], section: TaskSection): readonly Task[] {
  return tasks.flatMap(({ value }) => (value.section === section && value.places.length === 0 ? [value.task] : []));
}
