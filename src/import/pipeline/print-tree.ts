import type { Argument, Entry, Expression, Statement } from '../groovy/syntax.ts';

/** Writes statements as Groovy, a line each, in one form for all ways to write them: blanks, quotes and parentheses. */
export function printStatements(statements: readonly Statement[]): string {
  return statements.map(printStatement).join('\n');
}

export function printStatement(statement: Statement): string {
  switch (statement.kind) {
    case 'expression':
      return printExpression(statement.expression);
    case 'declaration': {
      const value = statement.value && ` = ${printExpression(statement.value)}`;
      const [name, ...others] = statement.names;
      return `def ${others.length > 0 ? `(${statement.names.join(', ')})` : name}${value ?? ''}`;
    }
    case 'assignment':
      return `${printExpression(statement.target)} ${statement.operator} ${printExpression(statement.value)}`;
    case 'if': {
      const otherwise = statement.otherwise && ` else ${printBlock(statement.otherwise)}`;
      return `if (${printExpression(statement.condition)}) ${printBlock(statement.then)}${otherwise ?? ''}`;
    }
    case 'try': {
      const catches = statement.catches.map(({ name, body }) => ` catch (${name ?? ''}) ${printBlock(body)}`);
      const last = statement.finally && ` finally ${printBlock(statement.finally)}`;
      return `try ${printBlock(statement.body)}${catches.join('')}${last ?? ''}`;
    }
    case 'control': {
      const value = statement.value && ` ${printExpression(statement.value)}`;
      return `${statement.word}${value ?? ''}${statement.bodies.map((body) => ` ${printBlock(body)}`).join('')}`;
    }
    case 'definition':
      return `${statement.word} ${statement.name}(${printArguments(statement.arguments)}) ${printBlock(statement.body)}`;
    case 'unreadable':
      return '<unreadable>';
  }
}

export function printExpression(expression: Expression): string {
  switch (expression.kind) {
    case 'literal':
      return typeof expression.value === 'string' ? quote(expression.value) : String(expression.value);
    case 'template':
      return `"${expression.parts.map(printPart).join('')}"`;
    case 'name':
      return expression.name;
    case 'property':
      return `${printExpression(expression.of)}${dotOf(expression)}${printKey(expression.name)}`;
    case 'index':
      return `${printExpression(expression.of)}[${printExpression(expression.index)}]`;
    case 'call': {
      const of = expression.of && printExpression(expression.of);
      const name =
        of === undefined || expression.name === ''
          ? expression.name
          : `${dotOf(expression)}${printKey(expression.name)}`;
      return `${of ?? ''}${name}(${printArguments(expression.arguments)})`;
    }
    case 'closure': {
      const parameters = expression.parameters.length > 0 ? `${expression.parameters.join(', ')} -> ` : '';
      return `{ ${parameters}${printStatements(expression.body)} }`;
    }
    case 'list':
      return `[${expression.items.map(printExpression).join(', ')}]`;
    case 'map':
      return expression.entries.length === 0 ? '[:]' : `[${expression.entries.map(printEntry).join(', ')}]`;
    case 'unary':
      return printUnary(expression.operator, printExpression(expression.of));
    case 'binary':
      return `(${printExpression(expression.left)} ${expression.operator} ${printExpression(expression.right)})`;
    case 'conditional':
      return `(${[expression.condition, expression.then].map(printExpression).join(' ? ')} : ${printExpression(expression.otherwise)})`;
    case 'new':
      return `new ${expression.type}(${printArguments(expression.arguments)})`;
    case 'unreadable':
      return '<unreadable>';
  }
}

function dotOf({ isSafe, isSpread }: { readonly isSafe?: boolean; readonly isSpread?: boolean }): string {
  if (isSpread === true) return '*.';
  return isSafe === true ? '?.' : '.';
}

function printUnary(operator: string, of: string): string {
  if (operator.startsWith('*')) return `${operator}${of}`;
  return operator.startsWith('x') ? `(${of}${operator.slice(1)})` : `(${operator}${of})`;
}

function printBlock(statements: readonly Statement[]): string {
  return `{ ${printStatements(statements)} }`;
}

function printArguments(list: readonly Argument[]): string {
  return list
    .map(({ name, key, value }) => {
      const label = key === undefined ? name && printKey(name) : `(${printExpression(key)})`;
      return `${label === undefined ? '' : `${label}: `}${printExpression(value)}`;
    })
    .join(', ');
}

function printEntry({ key, value }: Entry): string {
  const text =
    key.kind === 'literal' && typeof key.value === 'string' ? printKey(key.value) : `(${printExpression(key)})`;
  return `${text}: ${printExpression(value)}`;
}

function printPart(part: string | Expression): string {
  if (typeof part !== 'string') return `\${${printExpression(part)}}`;
  return escape(part).replaceAll('"', '\\"').replaceAll('$', '\\$');
}

function printKey(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quote(name);
}

function quote(text: string): string {
  return `'${escape(text).replaceAll("'", "\\'")}'`;
}

function escape(text: string): string {
  return text
    .replaceAll('\\', '\\\\')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\t', '\\t')
    .replaceAll(/[\p{Cc}\u2028\u2029]/gu, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
