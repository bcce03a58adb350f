import { LRUCache } from 'lru-cache';
import { RE2JS } from 're2js';
import { messageOf } from '../../problem/message-of.ts';
import { linearSource } from './linear-source.ts';

/** How long a pattern may be when nothing else is set, in UTF-16 code units (docs/reference/configuration.md). */
export const defaultPatternLength = 1000;

/**
 * A pattern of an author. It is searched in a text, with the meaning of JavaScript's `u` flag, as `pattern` of JSON
 * Schema says.
 * - `linear`: runs in time linear in the subject; at once, without a time bound, for subjects that `isQuick` says.
 *   `stepCost` is the work for each character of the subject, `isSmall` whether it also compiles at once. It is compiled
 *   when it is used first.
 * - `backtracking`: sound, but only JavaScript's own engine runs it, so only under a time bound.
 * - `invalid`: no engine takes it; `reason` is a clause such as `Unterminated group`.
 */
export type Pattern =
  | {
      readonly kind: 'linear';
      readonly stepCost: number;
      readonly isSmall: boolean;
      isQuick(subject: string): boolean;
      test(subject: string): boolean;
    }
  | { readonly kind: 'backtracking'; test(subject: string): boolean }
  | { readonly kind: 'invalid'; readonly reason: string };

// Unrolled steps beyond which the linear engine takes more memory than it is worth.
const maxProgramSize = 2000;
// Unrolled steps beyond which compiling alone takes milliseconds.
const maxSmallProgram = 250;
const maxSmallSource = 4000;

// The engine's worst case is about 30 ns a unit, measured with patterns that defeat its cache: 3 ms in all.
const maxQuickWork = 100_000;

const compiled = new LRUCache<string, Pattern>({ max: 1000 });

/**
 * Why a pattern is not taken, as a clause; much quicker than compiling it.
 * @param longest how long it may be, in UTF-16 code units
 */
export function syntaxProblem(source: string, longest: number): string | undefined {
  if (source.length > longest) return `it has ${source.length} characters, at most ${longest} are allowed`;
  try {
    void new RegExp(source, 'u');
    return undefined;
  } catch (error) {
    return reasonOf(error, source);
  }
}

/** Compiles a pattern, however long, or says what is wrong with it. Compiled patterns are kept. */
export function compilePattern(source: string): Pattern {
  let pattern = compiled.get(source);
  if (pattern === undefined) {
    pattern = compile(source);
    compiled.set(source, pattern);
  }
  return pattern;
}

/** Whether the pattern is found in the subject at once, without a time bound; undefined when it needs one. */
export function testQuickly(source: string, subject: string): boolean | undefined {
  const pattern = compilePattern(source);
  return pattern.kind === 'linear' && pattern.isQuick(subject) ? pattern.test(subject) : undefined;
}

function compile(source: string): Pattern {
  const reason = syntaxProblem(source, Infinity);
  if (reason !== undefined) return { kind: 'invalid', reason };
  return compileLinear(source) ?? compileBacktracking(source);
}

function compileBacktracking(source: string): Pattern {
  const native = new RegExp(source, 'u');
  return { kind: 'backtracking', test: (subject) => native.test(subject) };
}

function compileLinear(source: string): Pattern | undefined {
  const linear = linearSource(source);
  if (linear === undefined || linear.size > maxProgramSize) return undefined;
  const stepCost = 80 + linear.size;
  const isSmall = linear.size <= maxSmallProgram && linear.source.length <= maxSmallSource;
  let program: { test(subject: string): boolean } | undefined;
  return {
    kind: 'linear',
    stepCost,
    isSmall,
    isQuick: (subject) => isSmall && subject.length * stepCost <= maxQuickWork,
    test: (subject) => (program ??= compileProgram(linear.source, source)).test(subject),
  };
}

function compileProgram(linear: string, source: string): { test(subject: string): boolean } {
  try {
    return RE2JS.compile(linear);
  } catch {
    return new RegExp(source, 'u'); // RE2 bounds how deep groups are nested, far beyond what is small
  }
}

/** The last clause of V8's `Invalid regular expression: /(/u: Unterminated group`. */
function reasonOf(error: unknown, source: string): string {
  const message = messageOf(error);
  const start = message.indexOf(source);
  return start < 0 ? message : message.slice(start + source.length).replace(/^\/u?: /, '');
}
