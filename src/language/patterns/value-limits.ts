import { utf8Size } from '../../problem/utf8-size.ts';
import type { JsonValue } from '../../problem/json-value.ts';
import type { ProblemCode } from '../../problem/problem-catalogue.ts';

/** The most that one value may hold, in bytes of UTF-8 (docs/reference/flows.md). */
export const maxValueSize = 96 * 1024;
/** The most that all values of a run may hold together, in bytes of UTF-8 (docs/reference/flows.md). */
export const maxTotalSize = 1024 * 1024;
/** How deep a JSON value may be nested, as deep as a document (docs/reference/configuration.md). */
export const maxValueDepth = 64;

/** What an environment cannot carry in a text, in the syntax of JavaScript's flag `u`: NUL and half a character. */
export const uncarriable = '[\\u0000\\uD800-\\uDFFF]';

const uncarriableCharacter = new RegExp(uncarriable, 'u');

/** Why the environment of a build cannot carry a value, as a clause after "Value"; the code is for documents. */
export interface LimitProblem {
  readonly code: ProblemCode & ('value-too-large' | 'invalid-value');
  readonly clause: string;
}

/** Checks a value by the text that stands for it in the environment. */
export function limitProblem(text: string): LimitProblem | undefined {
  if (textSize(text) > maxValueSize) {
    return {
      code: 'value-too-large',
      clause: `must not be larger than 96 KiB; a FILE can be. It has ${textSize(text)} bytes`,
    };
  }
  if (!uncarriableCharacter.test(text)) return undefined;
  const what = text.includes('\0') ? 'a NUL character' : 'half a character (a lone surrogate)';
  return { code: 'invalid-value', clause: `must not hold ${what}` };
}

/** The size in bytes of UTF-8. */
export function textSize(text: string): number {
  return utf8Size(text);
}

/** Whether a value is nested deeper than `maxValueDepth`; goes no deeper itself. */
export function isTooDeep(value: JsonValue): boolean {
  return isDeeper(value, maxValueDepth);
}

function isDeeper(value: JsonValue, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return levels < 0;
  return levels < 0 || children(value).some((child) => isDeeper(child, levels - 1));
}

/** Whether a value holds a number that JSON cannot write; `1e400` is read as infinity. For values that are not too deep. */
export function holdsInfinity(value: JsonValue): boolean {
  if (typeof value === 'number') return !Number.isFinite(value);
  return children(value).some(holdsInfinity);
}

function children(value: JsonValue): readonly JsonValue[] {
  if (Array.isArray(value)) return value;
  return typeof value === 'object' && value !== null ? Object.values(value) : [];
}
