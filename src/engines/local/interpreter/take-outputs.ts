import { jsonFields } from '../../../base/text/compact-json.ts';
import { returnedNumber } from '../../../language/execution-plan/run-limits.ts';
import { responseFile, runSentences } from '../../../language/execution-plan/run-sentences.ts';
import { environmentName } from '../../../language/expressions/reference.ts';
import { mustReturn, type Task } from '../../../language/flow/flow.ts';
import { inputTypes, type InputTypeName } from '../../../language/input-types/input-types.ts';
import { textProblem } from '../../../language/input-types/text-rule.ts';
import type { NamedValue } from './flow-scope.ts';
import type { Frame } from './frame.ts';

/** The compact JSON of fields, by name. */
export type ReturnedFields = ReadonlyMap<string, string>;

/**
 * Sets the declared fields of a task from its result.
 * @param file of the program, if the result comes from one
 * @returns the problem with them, as a clause
 */
export function takeOutputs(
  task: Task,
  returned: ReturnedFields | undefined,
  frame: Frame,
  file?: string,
): string | undefined {
  const isResponse = file === responseFile;
  const declared = Object.entries(task.outputSchema);
  if (returned === undefined) {
    const names = declared.map(([field]) => field).join(', ');
    return isResponse ? runSentences.noResponseOutputs(names) : runSentences.noOutputs(names);
  }
  const fields = new Map<string, NamedValue>();
  for (const [field, type] of declared) {
    const json = returned.get(field);
    if (isMissing(type, json) && !mustReturn(task, field)) continue;
    if (isMissing(type, json))
      return isResponse ? runSentences.missingResponseField(field) : runSentences.missingField(field);
    const text = fieldText(type, json);
    if (text === undefined) return runSentences.wrongFieldType(field, type);
    const name = environmentName({ root: 'task_outputs', taskId: task.id, field });
    const problem = frame.set(name, text);
    if (problem !== undefined) return runSentences.fieldProblem(field, problem);
    fields.set(field, { name, type });
  }
  frame.scope.setOutputs(task.id, fields);
  return undefined;
}

/** The fields of the last line of a task's output that is a JSON object, or of the whole output if it is one. */
export function lastObject(text: string): ReturnedFields | undefined {
  const whole = jsonFields(text);
  if (whole !== undefined) return whole;
  for (const line of text.split('\n').toReversed()) {
    const fields = jsonFields(line);
    if (fields !== undefined) return fields;
  }
  return undefined;
}

/** Whether a field has no value; null is one for JSON. */
export function isMissing(type: InputTypeName, json: string | undefined): json is undefined {
  return json === undefined || (json === 'null' && inputTypes[type].form !== 'json');
}

/**
 * The text of a field in the environment; undefined if it has another type. Numbers keep their digits, lists and
 * objects are compact JSON.
 */
export function fieldText(type: InputTypeName, json: string): string | undefined {
  const { form, build } = inputTypes[type];
  switch (form) {
    case 'integer': {
      const number = isNumber(json) ? Number(json) : Number.NaN;
      return Number.isSafeInteger(number) ? String(Object.is(number, -0) ? 0 : number) : undefined;
    }
    case 'number':
      return isNumber(json) && Number.isFinite(Number(json)) ? json : undefined;
    case 'boolean':
      return json === 'true' || json === 'false' ? json : undefined;
    case 'json':
      return json;
    case 'list':
      return json.startsWith('[') ? json : undefined;
    case 'string': {
      if (!json.startsWith('"')) return undefined;
      const text = JSON.parse(json) as string; // a JSON string
      return textProblem(build.rule, text) === undefined ? text : undefined;
    }
  }
}

const numberPattern = new RegExp(`^${returnedNumber}$`);

function isNumber(json: string): boolean {
  return numberPattern.test(json);
}
