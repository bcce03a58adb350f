import type { ProblemCode } from '../../base/problem/problem-catalogue.ts';
import { dataSizeText } from '../../base/text/data-size.ts';
import { isJsonObject, type JsonValue } from '../../base/text/json-value.ts';
import { utf8Size } from '../../base/text/utf8-size.ts';

/** The max size of one value, in UTF-8 bytes (docs/reference/flows.md). */
export const maxValueSize = 96 * 1024;
/** The max size of all values of an execution together, in UTF-8 bytes (docs/reference/flows.md). */
export const maxTotalSize = 1024 * 1024;
/** The problem with a larger value, after its name. */
export const tooLargeProblem = `must have at most ${dataSizeText(maxValueSize)}`;
/** What is wrong with the value that exceeds `maxTotalSize`, after its name and before what the values belong to. */
export const totalTooLargeProblem = `exceeds the limit of ${dataSizeText(maxTotalSize)} for all values`;
/** The max nesting depth of a JSON value, the same as for a document (docs/reference/configuration.md). */
export const maxValueDepth = 64;

/**
 * Characters that an environment variable cannot contain, in the syntax of JavaScript's flag `u`: NUL and
 * unpaired surrogates.
 */
export const unsupportedCharacters = '[\\u0000\\uD800-\\uDFFF]';

const unsupportedCharacter = new RegExp(unsupportedCharacters, 'u');

/** Why a value cannot be in the environment of a build, as a clause after "Value"; the code is for documents. */
export interface LimitProblem {
  readonly code: ProblemCode & ('value-too-large' | 'invalid-value');
  readonly clause: string;
}

/** Checks a value by its text in the environment. */
export function limitProblem(text: string): LimitProblem | undefined {
  if (utf8Size(text) > maxValueSize) {
    return {
      code: 'value-too-large',
      clause: `${tooLargeProblem}; use a file input for larger values. It is ${utf8Size(text)} bytes long`,
    };
  }
  if (!unsupportedCharacter.test(text)) return undefined;
  const what = text.includes('\0') ? 'a NUL character' : 'an unpaired surrogate';
  return { code: 'invalid-value', clause: `must not contain ${what}` };
}

/** Whether a value is nested deeper than `maxValueDepth`. Recurses no deeper than that. */
export function isTooDeep(value: JsonValue): boolean {
  return isDeeper(value, maxValueDepth);
}

function isDeeper(value: JsonValue, levels: number): boolean {
  return levels < 0 || children(value).some((child) => isDeeper(child, levels - 1));
}

function children(value: JsonValue): readonly JsonValue[] {
  if (Array.isArray(value)) return value;
  return isJsonObject(value) ? Object.values(value) : [];
}
