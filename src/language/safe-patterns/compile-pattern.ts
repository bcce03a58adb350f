import { LRUCache } from 'lru-cache';
import { RE2JS } from 're2js';
import { linearSource } from './linear-source.ts';
import { unicodePattern } from './unicode-pattern.ts';

/**
 * A pattern of an author, translated by `unicodePattern`. It can match anywhere in a string, with the meaning of
 * JavaScript's `u` flag, like `pattern` of JSON Schema.
 * - `linear`: runs in time linear in the subject, without a time limit if `isQuick` accepts the subject. `stepCost` is
 *   the work for each character of the subject, `isSmall` whether it also compiles quickly. It is compiled on first use.
 * - `backtracking`: valid, but only JavaScript's own engine can run it, so it needs a time limit.
 * - `invalid`: no engine accepts it; `reason` is a clause such as `Unterminated group`.
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

// Beyond this number of unrolled steps, the linear engine needs too much memory.
const maxProgramSize = 2000;
// Beyond this number of unrolled steps, compiling alone takes milliseconds.
const maxSmallProgram = 250;
const maxSmallSource = 4000;

// The engine's worst case is about 30 ns per unit, measured with patterns that defeat its cache: 3 ms in total.
const maxQuickWork = 100_000;

const compiled = new LRUCache<string, Pattern>({ max: 1000 });

/**
 * Why a pattern is rejected, as a clause; much quicker than compiling it.
 * @param maxLength in UTF-16 code units
 */
export function syntaxProblem(source: string, maxLength: number): string | undefined {
  if (source.length > maxLength) return `it is ${source.length} characters long; the maximum is ${maxLength}`;
  const pattern = unicodePattern(source);
  return 'reason' in pattern ? pattern.reason : undefined;
}

/** Compiles a pattern of any length, or returns what is wrong with it. Caches compiled patterns. */
export function compilePattern(source: string): Pattern {
  let pattern = compiled.get(source);
  if (pattern === undefined) {
    pattern = compile(source);
    compiled.set(source, pattern);
  }
  return pattern;
}

/** Whether the pattern matches a part of the subject; undefined if finding out needs a time limit. */
export function testQuickly(source: string, subject: string): boolean | undefined {
  const pattern = compilePattern(source);
  return pattern.kind === 'linear' && pattern.isQuick(subject) ? pattern.test(subject) : undefined;
}

function compile(source: string): Pattern {
  const pattern = unicodePattern(source);
  if ('reason' in pattern) return { kind: 'invalid', reason: pattern.reason };
  return compileLinear(pattern.source) ?? compileBacktracking(pattern.source);
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
    return new RegExp(source, 'u'); // RE2 limits the nesting of groups, far beyond any small pattern
  }
}
