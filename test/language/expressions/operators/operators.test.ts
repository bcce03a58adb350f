import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { nextToken } from '../../../../src/language/expressions/condition-token.ts';
import type { Condition } from '../../../../src/language/expressions/condition.ts';
import { evaluateCondition } from '../../../../src/language/expressions/evaluate-condition.ts';
import { conditionFunctions } from '../../../../src/language/expressions/operators/groovy-form.ts';
import {
  operatorName,
  type InfixOperator,
  type Operator,
} from '../../../../src/language/expressions/operators/operator.ts';
import {
  infixOperator,
  operators,
  operatorSymbols,
  unaryOperator,
} from '../../../../src/language/expressions/operators/operators.ts';
import { parseCondition } from '../../../../src/language/expressions/parse-condition.ts';
import { flowRoots } from '../../../../src/language/expressions/read-reference.ts';
import { searchAtOnce } from '../../../../src/language/expressions/search-at-once.ts';
import { escapeRegExp } from '../../../../src/language/safe-patterns/escape-reg-exp.ts';
import { conditionCases, valueOfInput } from '../../../support/condition-cases.ts';

// Drawn once with a fixed seed, so that all operators are covered; the test of agreement draws others.
const cases = fc.sample(conditionCases, { seed: 1, numRuns: 3000 });

test('the list has every operator that a file here declares', async () => {
  const folder = join(import.meta.dirname, '../../../../src/language/expressions/operators');
  const modules = await Promise.all(
    readdirSync(folder).map((file) => import(join(folder, file)) as Promise<Readonly<Record<string, unknown>>>),
  );
  const declared = modules.flatMap((module) => Object.values(module)).filter(isOperator);
  expect(new Set(declared)).toEqual(new Set(operators));
});

test('no two operators have the same spelling', () => {
  const spellings = operators.flatMap((operator) => operator.spellings);
  expect(new Set(spellings).size).toBe(spellings.length);
});

test('the agreement test of the gateway and Groovy covers every spelling', () => {
  const drawn = new Set(cases.flatMap(({ text }) => symbolsOf(text)));
  expect(operatorSymbols.filter((symbol) => !drawn.has(symbol))).toEqual([]);
});

test('every operator is true in some of these cases and false in others', () => {
  const results = new Map<string, Set<boolean>>();
  for (const { text, inputs } of cases) {
    for (const part of operationsOf(parseCondition(text).condition!)) {
      const seen = results.get(part.operator) ?? new Set();
      results.set(part.operator, seen.add(evaluateCondition(part, valueOfInput(inputs), searchAtOnce)));
    }
  }
  expect(operators.map(operatorName).filter((name) => results.get(name)?.size !== 2)).toEqual([]);
});

test.each(['+', '||', 'not', 'constructor'])('%s is not an operator between two operands', (name) => {
  expect(() => infixOperator(name)).toThrow(RangeError);
});

test.each(['-', '!', 'and'])('%s is not an operator with one operand', (name) => {
  expect(() => unaryOperator(name)).toThrow(RangeError);
});

test('only the tables spell operators: messages elsewhere derive the names', () => {
  const folder = join(import.meta.dirname, '../../../../src');
  const anyOf = (some: readonly Operator[]) =>
    `(?:${some
      .flatMap((operator) => operator.spellings)
      .map(escapeRegExp)
      .join('|')})(?=[ .,;]|$)`;
  const comparisons = operators.filter(({ precedence }) => precedence === 'comparison');
  // A sample of a comparison, or advice. Elsewhere, most spellings are ordinary words.
  const mention = new RegExp(
    `\\b(?:${flowRoots.join('|')})\\.[\\w.<>]+ ${anyOf(comparisons)}|\\b(?:use|write) ${anyOf(operators)}`,
    'i',
  );
  const literal = /(['"`])((?:\\.|(?!\1)[^\\\n])*)\1/g;
  const found = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.includes('expressions/operators/'))
    .flatMap((file) =>
      [...readFileSync(join(folder, file), 'utf8').matchAll(literal)]
        .map(([, , text = '']) => text.replace(/\$\{[^}]*\}/g, ''))
        .filter((text) => mention.test(text))
        .map((text) => `${file}: ${text}`),
    );
  expect(found).toEqual([]);
  expect(mention.test('Write inputs.<id> == "a".') && mention.test('To search, use matches.')).toBe(true);
});

test('operators call only functions of the runtime', () => {
  const source = readFileSync(join(import.meta.dirname, '../../../../templates/runtime/conditions.groovy'), 'utf8');
  const declared = [...source.matchAll(/^boolean (\w+)\(/gm)].map(([, name]) => name);
  expect(declared.toSorted()).toEqual([...conditionFunctions].toSorted());
});

type Operation = Extract<Condition, { kind: 'infix' | 'unary' }>;

function isOperator(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'spellings' in value && 'precedence' in value;
}

function operationsOf(condition: Condition): Operation[] {
  switch (condition.kind) {
    case 'unary':
      return [condition, ...operationsOf(condition.operand)];
    case 'infix':
      return [condition, ...operationsOf(condition.left), ...operationsOf(condition.right)];
    default:
      return [];
  }
}

function symbolsOf(text: string): string[] {
  const symbols: string[] = [];
  for (let from = 0; ;) {
    const token = nextToken(text, { from, end: text.length, roots: flowRoots });
    if (token.kind === 'end' || token.kind === 'bad') return symbols;
    if (token.kind === 'symbol') symbols.push(token.symbol);
    from = token.range.end;
  }
}

test('an operator with a missing part does not compile', () => {
  const whole: InfixOperator = {
    form: 'infix',
    spellings: ['resembles'],
    precedence: 'comparison',
    right: 'value',
    meaning: 'the left string resembles the right one',
    takes: 'two strings',
    mismatch: () => undefined,
    evaluate: (left, right) => String(left()).startsWith(String(right())),
    groovy: () => ({ kind: 'call', name: 'matches' }),
  };
  const { spellings: _spellings, ...withoutSpelling } = whole;
  const { precedence: _precedence, ...withoutPrecedence } = whole;
  const { meaning: _meaning, takes: _takes, ...undocumented } = whole;
  const { mismatch: _mismatch, ...unchecked } = whole;
  const { evaluate: _evaluate, ...notEvaluated } = whole;
  const { groovy: _groovy, ...notPrinted } = whole;
  const broken: Operator[] = [
    // @ts-expect-error the parser cannot find it
    withoutSpelling,
    // @ts-expect-error the parser does not know its precedence
    withoutPrecedence,
    // @ts-expect-error the docs cannot describe it
    undocumented,
    // @ts-expect-error the checker does not know its operands
    unchecked,
    // @ts-expect-error the gateway cannot evaluate it
    notEvaluated,
    // @ts-expect-error Jenkins cannot run it
    notPrinted,
  ];
  const unknownToGroovy: InfixOperator['groovy'][] = [
    // @ts-expect-error Groovy has no such sign
    () => ({ kind: 'comparison', sign: '=~=' }),
    // @ts-expect-error no Jenkinsfile contains such a function
    () => ({ kind: 'call', name: 'resembles' }),
    // @ts-expect-error an operator between two operands must use both
    () => ({ kind: 'operand' }),
  ];
  // The compiler is the test: if it accepted a line, the unused comment above would be an error.
  expect([broken.length, unknownToGroovy.length]).toEqual([6, 3]);
});

test('only the declarations name operators', () => {
  const sources = join(import.meta.dirname, '../../../../src');
  // Groovy's own signs look the same, and their records must be complete to compile; those of markup do too.
  const isOfOther = (file: string) =>
    file === join('engines', 'jenkins', 'jenkinsfile', 'emit-condition.ts') ||
    file.startsWith(join('abilities', 'notify', 'bodies'));
  const names = operators.flatMap(({ spellings }) => spellings);
  const named = [
    'language/expressions',
    'language/flow',
    'language/inputs',
    'engines/jenkins/jenkinsfile',
    'abilities',
    'store/executions',
  ]
    .flatMap((folder) =>
      readdirSync(join(sources, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
    )
    .filter((file) => file.endsWith('.ts') && !file.includes(join('expressions', 'operators')) && !isOfOther(file))
    .flatMap((file) => {
      const source = readFileSync(join(sources, file), 'utf8').replace(/\/\*[^]*?\*\/|\/\/ .*/g, '');
      return names
        .filter((name) => [`'${name}'`, `"${name}"`, `\`${name}\``].some((text) => source.includes(text)))
        .map((name) => `${file}: ${name}`);
    });
  expect(named).toEqual([]);
});

test('the advice for signs of other languages names the operator', () => {
  for (const operator of operators) {
    for (const [sign, advice] of Object.entries(operator.foreignSigns ?? {})) {
      expect(operatorSymbols).not.toContain(sign);
      const [problem] = parseCondition(`inputs.a ${sign} 1`).problems;
      expect(problem?.message).toBe(`Unexpected ${JSON.stringify(sign)} in a condition. ${advice}`);
      expect(advice).toContain(operatorName(operator));
    }
  }
});
