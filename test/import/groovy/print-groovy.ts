import type { Argument, Expression, Statement } from '../../../src/import/groovy/syntax.ts';

/** Prints statements in a compact form, in which the nesting is explicit: `sh 'a' + b` is `sh((+ 'a' b))`. */
export function printStatements(statements: readonly Statement[]): string {
  return statements.map(printStatement).join('; ');
}

function printStatement(statement: Statement): string {
  switch (statement.kind) {
    case 'expression':
      return printExpression(statement.expression);
    case 'declaration':
      return `def ${statement.names.join(', ')}${optional(' = ', statement.value)}`;
    case 'assignment':
      return `${printExpression(statement.target)} ${statement.operator} ${printExpression(statement.value)}`;
    case 'if': {
      const otherwise = statement.otherwise === undefined ? '' : ` else ${block(statement.otherwise)}`;
      return `if ${printExpression(statement.condition)} ${block(statement.then)}${otherwise}`;
    }
    case 'try': {
      const catches = statement.catches.map(({ name, body }) => ` catch ${name} ${block(body)}`).join('');
      const last = statement.finally === undefined ? '' : ` finally ${block(statement.finally)}`;
      return `try ${block(statement.body)}${catches}${last}`;
    }
    case 'control':
      return [statement.word + optional(' ', statement.value), ...statement.bodies.map(block)].join(' ');
    case 'definition': {
      const { word, name, body } = statement;
      return `${word} ${name}${word === 'annotation' ? printArguments(statement.arguments) : block(body)}`;
    }
    case 'unreadable':
      return '???';
  }
}

export function printExpression(expression: Expression): string {
  switch (expression.kind) {
    case 'literal':
      return typeof expression.value === 'string' ? quote(expression.value) : String(expression.value);
    case 'template':
      return `<${expression.parts.map((part) => (typeof part === 'string' ? quote(part) : printExpression(part))).join(' ')}>`;
    case 'name':
      return expression.name;
    case 'property':
      return `${printExpression(expression.of)}${dot(expression)}${expression.name}`;
    case 'index':
      return `${printExpression(expression.of)}[${printExpression(expression.index)}]`;
    case 'call': {
      const of = expression.of === undefined ? '' : `${printExpression(expression.of)}${dot(expression)}`;
      return `${of}${expression.name}${printArguments(expression.arguments)}`;
    }
    case 'closure':
      return `{${expression.parameters.join(', ')} -> ${printStatements(expression.body)}}`;
    case 'list':
      return `[${expression.items.map(printExpression).join(', ')}]`;
    case 'map':
      return `[${expression.entries.map(({ key, value }) => `${printExpression(key)}: ${printExpression(value)}`).join(', ') || ':'}]`;
    case 'unary':
      return `(${expression.operator} ${printExpression(expression.of)})`;
    case 'binary':
      return `(${expression.operator} ${printExpression(expression.left)} ${printExpression(expression.right)})`;
    case 'conditional':
      return `(? ${[expression.condition, expression.then, expression.otherwise].map(printExpression).join(' ')})`;
    case 'new':
      return `new ${expression.type}${printArguments(expression.arguments)}`;
    case 'unreadable':
      return '???';
  }
}

function dot({ isSafe, isSpread }: { isSafe?: boolean; isSpread?: boolean }): string {
  return isSafe === true ? '?.' : isSpread === true ? '*.' : '.';
}

function printArguments(args: readonly Argument[]): string {
  const printed = args.map(({ name, key, value }) => {
    const label = key === undefined ? name : printExpression(key);
    return label === undefined ? printExpression(value) : `${label}: ${printExpression(value)}`;
  });
  return `(${printed.join(', ')})`;
}

function block(statements: readonly Statement[]): string {
  return `{${printStatements(statements)}}`;
}

function optional(before: string, expression: Expression | undefined): string {
  return expression === undefined ? '' : before + printExpression(expression);
}

function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`;
}
