import { fullFormats } from 'ajv-formats/dist/formats.js';
import { compactJson } from '../../base/text/compact-json.ts';
import type { JsonValue } from '../../base/text/json-value.ts';

/**
 * The requirement of a running flow for the text of a value: one that is typed into Jenkins' form, passed from one flow
 * to another, or returned by a task or a flow. Jenkinsfiles contain it as Groovy (`emit-text-rule.ts`), and the local
 * engine calls `textProblem`. It leaves lengths, patterns and schemas to Flowgate.
 */
export type TextRule =
  /** The whole text matches; the pattern means the same to Java and JavaScript. */
  | { readonly kind: 'pattern'; readonly pattern: string; readonly expected: string }
  /** The same, and the text begins with an existing date. */
  | { readonly kind: 'date'; readonly pattern: string; readonly expected: string }
  /** The same, and the number is within the bounds of the type and of the facts. */
  | {
      readonly kind: 'number';
      readonly pattern: string;
      readonly expected: string;
      readonly min: number;
      readonly max: number;
    }
  /** One of the listed values; anything without a list. */
  | { readonly kind: 'choice' }
  /** A JSON list of distinct listed values; any JSON list without a list. */
  | { readonly kind: 'choices' }
  | { readonly kind: 'json' };

/** The parameters of the rule, from an input or from a number of a task; empty for a returned value. */
export interface TextFacts {
  readonly min?: number;
  readonly max?: number;
  readonly above?: number;
  readonly below?: number;
  readonly values?: readonly string[];
}

/** The sentences of the rules, after the name of the checked value. */
export const ruleSentences = {
  mustBe: (expected: string) => `must be ${expected}`,
  atLeast: (bound: string) => `must be at least ${bound}`,
  atMost: (bound: string) => `must be at most ${bound}`,
  above: (bound: string) => `must be greater than ${bound}`,
  below: (bound: string) => `must be less than ${bound}`,
  oneOf: (values: string) => `must be one of ${values}`,
  listOf: (values: string) => `must be a JSON list of ${values}, each at most once`,
  list: 'must be a JSON list',
  json: 'must be JSON',
} as const;

/** The problem with a text, as a clause after the name of its value; undefined if it is valid. */
export function textProblem(rule: TextRule | undefined, text: string, facts: TextFacts = {}): string | undefined {
  switch (rule?.kind) {
    case undefined:
      return undefined;
    case 'pattern':
      return matchesWhole(rule.pattern, text) ? undefined : ruleSentences.mustBe(rule.expected);
    case 'date': {
      const isValid = matchesWhole(rule.pattern, text) && isDate(text.slice(0, 10));
      return isValid ? undefined : ruleSentences.mustBe(rule.expected);
    }
    case 'number': {
      if (!matchesWhole(rule.pattern, text)) return ruleSentences.mustBe(rule.expected);
      return rangeProblem(Number(text), { ...facts, min: facts.min ?? rule.min, max: facts.max ?? rule.max });
    }
    case 'choice':
      return facts.values === undefined || facts.values.includes(text)
        ? undefined
        : ruleSentences.oneOf(facts.values.join(', '));
    case 'choices':
      return choicesProblem(text, facts.values);
    case 'json':
      return compactJson(text) === undefined ? ruleSentences.json : undefined;
  }
}

function rangeProblem(number: number, { min, max, above, below }: TextFacts): string | undefined {
  if (min !== undefined && number < min) return ruleSentences.atLeast(String(min));
  if (max !== undefined && number > max) return ruleSentences.atMost(String(max));
  if (above !== undefined && number <= above) return ruleSentences.above(String(above));
  if (below !== undefined && number >= below) return ruleSentences.below(String(below));
  return undefined;
}

function choicesProblem(text: string, values: readonly string[] | undefined): string | undefined {
  const compact = compactJson(text);
  const chosen = compact === undefined ? undefined : (JSON.parse(compact) as JsonValue); // compact JSON is JSON
  if (values === undefined) return Array.isArray(chosen) ? undefined : ruleSentences.list;
  const isValid =
    Array.isArray(chosen) &&
    new Set(chosen).size === chosen.length &&
    chosen.every((item) => typeof item === 'string' && values.includes(item));
  return isValid ? undefined : ruleSentences.listOf(values.join(', '));
}

function matchesWhole(pattern: string, text: string): boolean {
  return new RegExp(`^(?:${pattern})$`, 'u').test(text);
}

// The check that JSON Schema validators use for `format: date`; this item of the table has this shape.
const { validate: isDate } = fullFormats.date as { validate: (text: string) => boolean };
