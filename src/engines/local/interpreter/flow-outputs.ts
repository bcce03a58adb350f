import { maskText } from '../../../base/masking/mask-text.ts';
import { compactJson, jsonString } from '../../../base/text/compact-json.ts';
import { passedName } from '../../../language/execution-plan/passed-name.ts';
import { maxShownText } from '../../../language/execution-plan/run-limits.ts';
import { runSentences } from '../../../language/execution-plan/run-sentences.ts';
import type { Output } from '../../../language/flow/flow.ts';
import { inputTypes, isSecretType, type InputTypeName } from '../../../language/input-types/input-types.ts';
import { textProblem } from '../../../language/input-types/text-rule.ts';
import type { Frame } from './frame.ts';
import type { ReturnedFields } from './take-outputs.ts';

/** The outputs of a flow as JSON of their declared types; problems with them are added to those of the flow. */
export function flowOutputs(frame: Frame, mask: (text: string) => string): ReturnedFields {
  const { caller, plan, flow } = frame.scope;
  return new Map(
    plan.flow.outputs.map((output) => {
      // A calling flow gets the value; readers of the execution do not.
      if (isSecretType(output.type) && caller === undefined)
        return [output.id, hasText(output, frame) ? jsonString(maskText) : 'null'];
      const { json, problem } = typedOutput(output, frame, mask);
      if (problem !== undefined) flow.problems.push(problem);
      return [output.id, json];
    }),
  );
}

/** An output as JSON of its declared type; null without a value, and with a problem. */
export function typedOutput(
  output: Output,
  frame: Frame,
  mask: (text: string) => string = (text) => text,
): { readonly json: string; readonly problem?: string } {
  const { id, type } = output;
  const text = outputText(output, frame);
  if (text === undefined) return { json: 'null' };
  const problem = textProblem(inputTypes[type].build.rule, text);
  if (problem === undefined) return { json: jsonOf(type, text, mask) };
  return { json: 'null', problem: runSentences.outputProblem(id, problem, foundText(text)) };
}

/** A value in a sentence. Never a part of it, because part of a secret would not be masked. */
export function foundText(text: string): string {
  return text.length > maxShownText ? runSentences.longText(`${text.length}`) : text;
}

function hasText(output: Output, frame: Frame): boolean {
  return outputText(output, frame) !== undefined;
}

/** Undefined without a value. */
function outputText(output: Output, frame: Frame): string | undefined {
  const name = passedName(output);
  if (name !== undefined && !frame.hasValue(name)) return undefined;
  const text = name === undefined ? frame.fill(output.value) : frame.value(name);
  return text === '' && inputTypes[output.type].emptyText === 'missing' ? undefined : text;
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
