import { enumerate, quoteShort } from '../../../base/problem/describe-value.ts';
import type { Problem } from '../../../base/problem/problem.ts';
import { didYouMean } from '../../../base/text/nearest-word.ts';
import { parseTemplate } from '../../../language/expressions/parse-template.ts';
import { referenceText } from '../../../language/expressions/reference.ts';
import { flowName, type FlowKey } from '../../../language/flow/flow-key.ts';
import type { Flow, Task, ValidatedFlow } from '../../../language/flow/flow.ts';
import { declaredOutputs, isSeparate } from '../../../language/flow/separate-calls.ts';
import { outputsOfWait } from '../../../language/flow/wait.ts';
import { isReturnedAs, isSecretType, type InputTypeName } from '../../../language/input-types/input-types.ts';
import type { LocatedCall } from '../../documents/subflow-calls.ts';
import type { RequestedOutput } from './requested-outputs.ts';

/** Whether the called flow has the outputs that the caller declares or, if it declares none, refers to. */
export function checkCalledOutputs(
  { task, path }: LocatedCall,
  child: Flow,
  asked: readonly RequestedOutput[],
): readonly Problem[] {
  const declared = declaredOutputs(task);
  const returned = isSeparate(task) ? separateOutputs(task, child) : child;
  if (declared.length === 0)
    return asked
      .filter(({ taskId, field }) => taskId === task.id && !Object.hasOwn(task.outputSchema, field))
      .flatMap((output) => checkReference(output, returned));
  return declared.flatMap(([field, type]): Problem[] => {
    const place = [...path, 'outputSchema', field];
    const output = returned.outputs.find(({ id }) => id === field);
    if (output === undefined)
      return [{ code: 'undeclared-output', message: missingOutput(returned, field), path: place, at: 'key' }];
    if (isReturnedAs(output.type, type) && isSecretType(output.type) === isSecretType(type)) return [];
    return [
      {
        code: 'type-mismatch',
        message: `The field ${quoteShort(field)} is declared as ${type}, but the output of ${flowName(child)} is of type ${output.type}.`,
        path: place,
      },
    ];
  });
}

/** What an execution of its own returns: nothing if the task does not wait for its end, and no secrets. */
function separateOutputs({ wait }: Task, child: Flow): Flow {
  const isAwaited = wait?.kind === 'executions' && wait.untilEnd;
  return { ...child, outputs: isAwaited ? child.outputs.filter(({ type }) => !isSecretType(type)) : [] };
}

function checkReference({ taskId, field, path, range, resultType }: RequestedOutput, child: Flow): Problem[] {
  const output = child.outputs.find(({ id }) => id === field);
  const reference = referenceText({ root: 'task_outputs', taskId, field });
  // The value is not masked: readers of the execution would see it in an output of another type.
  if (output !== undefined && isSecretType(output.type) && resultType !== undefined && !isSecretType(resultType)) {
    const message = `The output is of type ${resultType}, but ${reference} is of type ${output.type}, and its value would be shown. Give the output the type ${output.type}.`;
    return [{ code: 'type-mismatch', message, path, range }];
  }
  if (output !== undefined) return [];
  return [
    { code: 'undeclared-output', message: `${reference} does not exist: ${missingOutput(child, field)}`, path, range },
  ];
}

function missingOutput(child: Flow, field: string): string {
  const ids = child.outputs.map(({ id }) => id);
  const known = ids.length === 0 ? 'it has no outputs' : `its outputs are ${enumerate(ids)}`;
  return `${flowName(child)} has no output ${quoteShort(field)}; ${known}.${didYouMean(field, ids)}`;
}

/**
 * The flow with the outputs of its subflows declared: a Subflow task without `outputSchema` gets the referenced outputs
 * of the flow it calls.
 * @param childOf the flow that a task calls; undefined if it calls none
 */
export function withCalledOutputs(
  flow: ValidatedFlow,
  asked: readonly RequestedOutput[],
  childOf: (task: Task) => Flow | undefined,
): ValidatedFlow {
  const complete = (task: Task): Task => {
    const { bodies } = task;
    if (bodies !== undefined)
      return { ...task, bodies: bodies.map((body) => ({ ...body, tasks: body.tasks.map(complete) })) };
    const child = declaredOutputs(task).length === 0 ? childOf(task) : undefined;
    if (child === undefined) return task;
    const fields = new Set(asked.filter(({ taskId }) => taskId === task.id).map(({ field }) => field));
    return {
      ...task,
      outputSchema: {
        ...Object.fromEntries(child.outputs.filter(({ id }) => fields.has(id)).map(({ id, type }) => [id, type])),
        ...(task.wait && outputsOfWait(task.wait)),
      },
    };
  };
  const tasks = {
    tasks: flow.tasks.map(complete),
    errors: flow.errors.map(complete),
    finally: flow.finally.map(complete),
  };
  return { ...flow, ...tasks } as ValidatedFlow; // declaring existing outputs keeps a valid flow valid
}

/** A called flow if only the types of its outputs are known. */
export function knownByOutputs(key: FlowKey, outputs: Readonly<Record<string, InputTypeName>>): ValidatedFlow {
  return {
    ...key,
    labels: {},
    inputs: [],
    variables: [],
    tasks: [],
    contributedTasks: [],
    errors: [],
    finally: [],
    outputs: Object.entries(outputs).map(([id, type]) => ({ id, type, text: '', value: parseTemplate('').template })),
    checks: [],
    triggers: [],
    disabled: false,
    keepWorkspace: false,
    durability: 'full',
    settings: [],
  } as unknown as ValidatedFlow; // only its callers look at it
}
