import { flowIdRule, namespaceRule, readId } from '../../document/id-rule.ts';
import type { JsonObject } from '../../../problem/json-value.ts';
import type { FlowDraft } from '../flow-draft.ts';
import type { FlowLimits } from '../../document/flow-limits.ts';
import { durabilities, type Flow } from '../flow.ts';
import type { TaskTypes } from '../task-types.ts';
import { PropertyReader } from '../../document/property-reader.ts';
import { readChecks } from './read-checks.ts';
import { readConcurrency } from './read-concurrency.ts';
import { readDuration } from './read-duration.ts';
import { readInputs, type ReadInputsOptions } from './read-inputs.ts';
import { readLabels } from './read-labels.ts';
import { readOutputs } from './read-outputs.ts';
import { readRetry } from './read-retry.ts';
import { readTasks } from './read-tasks.ts';
import { readTriggers } from './read-triggers.ts';
import { readVariables } from './read-variables.ts';
import { readWorkerGroup } from './read-worker-group.ts';
import type { Reading } from '../../document/reading.ts';

export interface ReadFlowOptions extends ReadInputsOptions {
  readonly taskTypes: TaskTypes;
  readonly limits: FlowLimits;
}

/**
 * Reads the plain value of a document as a flow (SPEC 2, DESIGN 2). What is wrong goes to `reading.problems`; the
 * draft holds everything else, so that no section hides the problems of another.
 */
export function readFlow(value: JsonObject, options: ReadFlowOptions, reading: Reading): FlowDraft {
  const { taskTypes, limits } = options;
  const reader = new PropertyReader({ mapping: value, path: [] }, reading);
  const head = readHead(reader);
  const { inputs, unreadIds: unreadInputIds } = readInputs(reader, options, reading);
  const variables = readVariables(reader, reading);
  const { tasks, unreadIds: unreadTaskIds } = readTasks(reader, taskTypes, limits.tasks, reading);
  const outputs = readOutputs(reader, reading);
  const checks = readChecks(reader, reading);
  const typeOfInput = new Map(inputs.map(({ value: { id, type } }) => [id, type]));
  const { triggers, conditions: triggerConditions } = readTriggers(
    reader,
    { max: limits.triggers, typeOfInput: (id) => typeOfInput.get(id) },
    reading,
  );
  reader.finish();

  const tasksOf = (section: string) =>
    tasks.flatMap(({ value: { section: own, task } }) => (own === section ? [task] : []));
  const flow: Flow = {
    ...head,
    inputs: inputs.flatMap(({ value: { input } }) => input ?? []),
    variables: variables.map(({ value: variable }) => variable),
    tasks: tasksOf('tasks'),
    errors: tasksOf('errors'),
    finally: tasksOf('finally'),
    outputs: outputs.map(({ value: output }) => output),
    checks: checks.map(({ value: check }) => check),
    triggers: triggers.map(({ value: trigger }) => trigger),
  };
  return {
    flow,
    inputs,
    unreadInputIds,
    unreadTaskIds,
    variables,
    tasks,
    outputs,
    checks,
    triggers,
    triggerConditions,
  };
}

type Head = Omit<Flow, 'inputs' | 'variables' | 'tasks' | 'errors' | 'finally' | 'outputs' | 'checks' | 'triggers'>;

function readHead(reader: PropertyReader): Head {
  const id = readId(reader, 'id', flowIdRule) ?? '';
  const namespace = readId(reader, 'namespace', namespaceRule) ?? '';
  const description = readDescription(reader);
  const labels = readLabels(reader);
  const disabled = reader.boolean('disabled') ?? false;
  const timeout = readDuration(reader, 'timeout');
  const retry = readRetry(reader);
  const workerGroup = readWorkerGroup(reader);
  const keepWorkspace = reader.boolean('keep_workspace') ?? false;
  const durability = reader.word('durability', durabilities) ?? 'full';
  const concurrency = readConcurrency(reader);
  return {
    id,
    namespace,
    ...(description !== undefined && { description }),
    labels,
    disabled,
    ...(timeout && { timeout }),
    ...(retry && { retry }),
    ...(workerGroup !== undefined && { workerGroup }),
    keepWorkspace,
    durability,
    ...(concurrency && { concurrency }),
  };
}

function readDescription(reader: PropertyReader): string | undefined {
  if ((reader.value('description') ?? '') === '') {
    reader.problems.push({
      code: 'missing-description',
      message: 'A description tells others what the flow is for.',
      path: [],
      at: 'first-key',
    });
  }
  return reader.text('description');
}
