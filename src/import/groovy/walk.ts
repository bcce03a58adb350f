import type { Argument, Expression, Statement } from './syntax.ts';

/** The lists of statements directly inside a statement: the bodies of blocks, and of closures in its expressions. */
export function bodiesOf(statement: Statement): readonly (readonly Statement[])[] {
  switch (statement.kind) {
    case 'expression':
      return closuresIn(statement.expression);
    case 'declaration':
      return statement.value === undefined ? [] : closuresIn(statement.value);
    case 'assignment':
      return [...closuresIn(statement.target), ...closuresIn(statement.value)];
    case 'if':
      return [...closuresIn(statement.condition), statement.then, statement.otherwise ?? []];
    case 'try':
      return [statement.body, ...statement.catches.map(({ body }) => body), statement.finally ?? []];
    case 'control':
      return [...(statement.value === undefined ? [] : closuresIn(statement.value)), ...statement.bodies];
    case 'definition':
      return [statement.body];
    case 'unreadable':
      return [];
  }
}

/** All statements inside a list, at any depth, in their order. */
export function allStatements(statements: readonly Statement[]): readonly Statement[] {
  const found: Statement[] = [];
  addAll(statements, found);
  return found;
}

// One list for all depths: lists of lists would copy each statement once for each block around it.
function addAll(statements: readonly Statement[], found: Statement[]): void {
  for (const statement of statements) {
    found.push(statement);
    for (const body of bodiesOf(statement)) addAll(body, found);
  }
}

/** An expression and all expressions in it, closures excepted. */
export function expressionsIn(expression: Expression): readonly Expression[] {
  return [expression, ...partsOf(expression).flatMap(expressionsIn)];
}

/** The names of the methods that a statement calls, those in its blocks excepted. */
export function callsIn(statement: Statement): readonly string[] {
  return expressionsOf(statement).flatMap((part) => (part.kind === 'call' && part.of === undefined ? [part.name] : []));
}

/** All expressions of a statement, those in its blocks excepted. */
export function expressionsOf(statement: Statement): readonly Expression[] {
  return directExpressions(statement).flatMap(expressionsIn);
}

/** The expressions of a statement itself, without those of the statements inside. */
export function directExpressions(statement: Statement): readonly Expression[] {
  switch (statement.kind) {
    case 'expression':
      return [statement.expression];
    case 'declaration':
    case 'control':
      return statement.value === undefined ? [] : [statement.value];
    case 'assignment':
      return [statement.target, statement.value];
    case 'if':
      return [statement.condition];
    case 'try':
    case 'definition':
    case 'unreadable':
      return [];
  }
}

/** The bodies of the closures in an expression. */
function closuresIn(expression: Expression): readonly (readonly Statement[])[] {
  return expressionsIn(expression).flatMap((part) => (part.kind === 'closure' ? [part.body] : []));
}

function partsOf(expression: Expression): readonly Expression[] {
  const valuesOf = (list: readonly Argument[]) => list.map(({ value }) => value);
  switch (expression.kind) {
    case 'template':
      return expression.parts.filter((part) => typeof part !== 'string');
    case 'property':
    case 'unary':
      return [expression.of];
    case 'index':
      return [expression.of, expression.index];
    case 'call':
      return [...(expression.of === undefined ? [] : [expression.of]), ...valuesOf(expression.arguments)];
    case 'list':
      return expression.items;
    case 'map':
      return expression.entries.flatMap(({ key, value }) => [key, value]);
    case 'binary':
      return [expression.left, expression.right];
    case 'conditional':
      return [expression.condition, expression.then, expression.otherwise];
    case 'new':
      return valuesOf(expression.arguments);
    case 'literal':
    case 'name':
    case 'closure':
    case 'unreadable':
      return [];
  }
}
