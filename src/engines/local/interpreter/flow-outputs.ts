import { chosenName } from '../../../execution-plan/chosen-name.ts';
import { maxShownNumber, maxShownText, shownPart } from '../../../execution-plan/run-limits.ts';
import { runSentences } from '../../../execution-plan/run-sentences.ts';
import type { Output } from '../../../language/flow/flow.ts';
import { inputTypes, isSecretType, type InputTypeName } from '../../../language/input-types/input-types.ts';
import { textProblem } from '../../../language/input-types/text-rule.ts';
import { maskText } from '../../../masking/mask-text.ts';
import { compactJson, jsonString, unsafeInteger } from '../../../text/compact-json.ts';
import type { FlowScope } from './flow-scope.ts';
import type { ReturnedFields } from './take-outputs.ts';

/** The outputs of a flow as JSON of their declared types; problems with them are added to `problems` of the scope. */
export function flowOutputs(scope: FlowScope, mask: (text: string) => string): ReturnedFields {
  return new Map(scope.plan.flow.outputs.map((output) => [output.id, outputJson(output, scope, mask)]));
}

function outputJson(output: Output, scope: FlowScope, mask: (text: string) => string): string {
  const { id, type } = output;
  const { emptyText, build } = inputTypes[type];
  const text = outputText(output, scope);
  if (text === undefined || (text === '' && emptyText === 'missing')) return 'null';
  // A calling flow gets the value; readers of the execution do not.
  if (isSecretType(type) && scope.parent === undefined) return jsonString(maskText);
  const problem = textProblem(build.rule, text) ?? unsafeProblem(type, text);
  if (problem === undefined) return jsonOf(type, text, mask);
  // Never part of a string, because part of a secret would not be masked.
  const found = text.length > maxShownText ? runSentences.longText(`${text.length}`) : text;
  scope.problems.push(runSentences.outputProblem(id, problem, found));
  return 'null';
}

function outputText(output: Output, scope: FlowScope): string | undefined {
  const name = chosenName(output);
  if (name === undefined) return scope.fill(output.value);
  return scope.hasValue(name) ? scope.value(name) : undefined;
}

function unsafeProblem(type: InputTypeName, text: string): string | undefined {
  const compact = inputTypes[type].form === 'json' ? compactJson(text) : undefined;
  const number = compact === undefined ? undefined : unsafeInteger(compact);
  return number === undefined ? undefined : runSentences.unsafeInteger(shownPart(number, maxShownNumber));
}

function jsonOf(type: InputTypeName, text: string, mask: (text: string) => string): string {
  switch (inputTypes[type].form) {
    case 'string':
      return jsonString(mask(text));
    case 'json':
    case 'list':
      return maskedJson(compactJson(text) ?? 'null', mask);
    default:
      return maskedJson(text, mask);
  }
}

/** Masks each number and string of compact JSON. */
function maskedJson(json: string, mask: (text: string) => string): string {
  return json.replaceAll(/"(?:[^"\\]|\\.)*"|[^[\]{},:"]+/g, (token) => {
    const text = token.startsWith('"') ? (JSON.parse(token) as string) : token; // a JSON string
    const shown = mask(text);
    return shown === text ? token : jsonString(shown);
  });
}
