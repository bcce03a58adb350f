import { parseCondition } from '../../../language/expressions/parse-condition.ts';
import type { Call, Expression } from '../../groovy/syntax.ts';
import { pathOf } from '../context/construct-of.ts';
import type { Scope } from '../context/job-mapping.ts';
import type { ByHand } from '../drafts/draft-flow.ts';
import { constantOf, type WrittenValue } from '../values/values.ts';
import { callCondition, comparison, membership, patternCondition } from './comparison.ts';
import { isOperand, operandOf, truthOf } from './operand.ts';

/**
 * A condition of a flow, without braces. It is true exactly when Groovy takes the
 * expression for true; what Groovy compares in another way than flows is by hand.
 */
export function conditionOf(expression: Expression, scope: Scope): WrittenValue | ByHand {
  const condition = read(expression, scope);
  if ('byHand' in condition) return condition;
  const [problem] = parseCondition(condition.text).problems;
  if (problem !== undefined) return { byHand: `flows have no such condition: ${problem.message.replace(/\.$/, '')}` };
  return { text: condition.text, differs: [...new Set(condition.differs)] };
}

function read(expression: Expression, scope: Scope): WrittenValue | ByHand {
  switch (expression.kind) {
    case 'closure': {
      const result = resultOf(expression.body);
      return result === undefined ? { byHand: 'it runs several statements' } : read(result, scope);
    }
    case 'unary':
      return expression.operator === '!' ? negated(read(expression.of, scope)) : unknown(expression);
    case 'binary':
      return infix(expression, scope);
    case 'call':
      return callCondition(expression, scope) ?? unknown(expression);
    case 'literal':
    case 'template':
    case 'name':
    case 'property':
    case 'index': {
      const operand = operandOf(expression, scope);
      return isOperand(operand) ? truthOf(operand) : operand;
    }
    default:
      return unknown(expression);
  }
}

/** The expression that a closure returns, if it does nothing else. */
function resultOf(body: Extract<Expression, { kind: 'closure' }>['body']): Expression | undefined {
  const [only, ...others] = body;
  if (only === undefined || others.length > 0) return undefined;
  if (only.kind === 'expression') return only.expression;
  return only.kind === 'control' && only.word === 'return' ? only.value : undefined;
}

function infix(
  { operator, left, right }: Extract<Expression, { kind: 'binary' }>,
  scope: Scope,
): WrittenValue | ByHand {
  switch (operator) {
    case '&&':
      return joined('and', read(left, scope), read(right, scope));
    case '||':
      return joined('or', read(left, scope), read(right, scope));
    case '==':
    case '!=':
      return (
        resultCondition(operator, left, right, scope) ??
        comparison(operator, operandOf(left, scope), operandOf(right, scope))
      );
    case '<':
    case '<=':
    case '>':
    case '>=':
      return comparison(operator, operandOf(left, scope), operandOf(right, scope));
    case 'in':
    case '!in':
      return membership(operator === 'in', left, right, scope);
    case '=~':
    case '==~':
      return patternCondition(left, right, { isWhole: operator === '==~', scope });
    default:
      return { byHand: `it computes a value with ${operator}` };
  }
}

/** Joins conditions; `or` inside of `and` gets parentheses. */
export function joined(word: 'and' | 'or', ...conditions: readonly (WrittenValue | ByHand)[]): WrittenValue | ByHand {
  const texts: string[] = [];
  const differs: string[] = [];
  for (const condition of conditions) {
    if ('byHand' in condition) return condition;
    texts.push(
      word === 'and' && conditions.length > 1 && hasOr(condition.text) ? `(${condition.text})` : condition.text,
    );
    differs.push(...condition.differs);
  }
  return { text: texts.join(` ${word} `), differs };
}

export function negated(condition: WrittenValue | ByHand): WrittenValue | ByHand {
  if ('byHand' in condition) return condition;
  const isSingle = /^(?:inputs|variables)\.[\w.-]+$/.test(condition.text);
  return { ...condition, text: isSingle ? `not ${condition.text}` : `not (${condition.text})` };
}

function hasOr(text: string): boolean {
  return / or /.test(text);
}

function unknown(expression: Expression): ByHand {
  if (expression.kind === 'call') return { byHand: `no condition can call ${calledName(expression)}()` };
  return { byHand: 'it computes a value with Groovy' };
}

function calledName({ of, name }: Call): string {
  const path = of === undefined ? undefined : pathOf(of);
  return path === undefined ? name : [...path, name].join('.');
}

/**
 * `currentBuild.currentResult == 'FAILURE'` at the end of a flow; undefined if it compares something else. Only there is the
 * result known, and only whether the flow has failed.
 */
function resultCondition(
  operator: '==' | '!=',
  left: Expression,
  right: Expression,
  scope: Scope,
): WrittenValue | ByHand | undefined {
  const [result, other] = isResult(left) ? [left, right] : [right, left];
  if (!isResult(result)) return undefined;
  const value = constantOf(other, scope);
  if (scope.list === 'tasks') return { byHand: 'the result of an execution is known only in errors and finally' };
  if (value !== 'FAILURE' && value !== 'SUCCESS') {
    return { byHand: `an execution of a flow does not end as ${String(value ?? 'computed')}` };
  }
  const isFailed = (value === 'FAILURE') === (operator === '==');
  const differs = `a flow knows only whether it failed: an abort and a warning count as ${isFailed ? 'no failure' : 'success'}`;
  return { text: `failure.message is ${isFailed ? 'not empty' : 'empty'}`, differs: [differs] };
}

/** The condition that a task, or an outermost block, has ended the tasks of the flow. */
export function hasFailed(taskId: string): string {
  return ['failure.task', '==', `'${taskId}'`].join(' ');
}

function isResult(expression: Expression): boolean {
  return ['currentBuild.currentResult', 'currentBuild.result'].includes(pathOf(expression)?.join('.') ?? '');
}
