import type { Argument, Entry, Expression, GroovyFile, Statement } from '../../../src/import/groovy/syntax.ts';

/**
 * Prints a file in a form that shows how it nests: `sh 'a' + b` is `sh((+ "a" b))`. Methods, classes, imports and
 * annotations are lines behind the statements. `groovy-tree.groovy` prints the same of what Groovy reads.
 * @param withLines puts the line in front of each statement: `L1:sh("a")`
 */
export function printGroovy(file: GroovyFile, withLines = false): string {
  return new Printer(withLines ? file.text : undefined).print(file.statements);
}

class Printer {
  readonly #text: string | undefined;
  readonly #methods: string[] = [];
  readonly #others: string[] = [];

  constructor(text: string | undefined) {
    this.#text = text;
  }

  print(statements: readonly Statement[]): string {
    const body = this.#block(statements);
    const lines = [body, ...this.#methods, ...this.#others.toSorted()];
    return lines.filter((line) => line !== '').join('\n');
  }

  #block(statements: readonly Statement[]): string {
    const printed = statements.map((statement) => this.#statement(statement));
    return printed.filter((text) => text !== '').join('; ');
  }

  #braces(statements: readonly Statement[]): string {
    return ` {${this.#block(statements)}}`;
  }

  #statement(statement: Statement): string {
    const at = this.#line(statement.start);
    switch (statement.kind) {
      case 'expression':
        return at + this.#expression(statement.expression);
      case 'declaration':
        return `${at}def ${statement.names.join(', ')}${this.#optional(' = ', statement.value)}`;
      case 'assignment':
        return `${at}(${statement.operator} ${this.#expression(statement.target)} ${this.#expression(statement.value)})`;
      case 'if': {
        const otherwise = statement.otherwise === undefined ? '' : ` else${this.#braces(statement.otherwise)}`;
        return `${at}if ${this.#expression(statement.condition)}${this.#braces(statement.then)}${otherwise}`;
      }
      case 'try': {
        const catches = statement.catches.map(({ name, body }) => ` catch ${name}${this.#braces(body)}`).join('');
        const last = statement.finally === undefined ? '' : ` finally${this.#braces(statement.finally)}`;
        return `${at}try${this.#braces(statement.body)}${catches}${last}`;
      }
      case 'control':
        return this.#control(statement, at);
      case 'definition':
        this.#define(statement);
        return '';
      case 'unreadable':
        return '???';
    }
  }

  #control({ word, value, bodies }: Extract<Statement, { kind: 'control' }>, at: string): string {
    if (word === 'label')
      return `label${this.#optional(' ', value)} ${bodies.map((body) => this.#block(body)).join('')}`;
    if (word === 'break' || word === 'continue') return at + word;
    const none = word === 'return' ? ' null' : '';
    const printed = value === undefined ? none : ` ${this.#expression(value)}`;
    return at + word + printed + bodies.map((body) => this.#braces(body)).join('');
  }

  #define({ word, name, arguments: args, body }: Extract<Statement, { kind: 'definition' }>): void {
    if (word === 'import') this.#others.push(`import ${name}`);
    if (word === 'class') this.#others.push(`class ${typeName(name)}${this.#members(body)}`);
    if (word === 'method') this.#methods.push(`method ${name}${this.#braces(body)}`);
    if (word !== 'annotation') return;
    const members = args.map((arg) => `${arg.name ?? 'value'}: ${this.#expression(arg.value)}`);
    this.#others.push(`@${typeName(name)}(${members.join(', ')})`);
  }

  #members(body: readonly Statement[]): string {
    const members = body.map((member) => {
      if (member.kind === 'declaration') return ` field ${member.names.join()}${this.#optional(' = ', member.value)}`;
      if (member.kind !== 'definition' || member.word !== 'method') return '';
      return ` method ${member.name}${this.#braces(member.body)}`;
    });
    return members.toSorted().join('');
  }

  #expression(expression: Expression): string {
    switch (expression.kind) {
      case 'literal':
        return quote(expression.value);
      case 'template':
        return `<${expression.parts.map((part) => (typeof part === 'string' ? quote(part) : this.#expression(part))).join(' ')}>`;
      case 'name':
        return typeName(expression.name);
      case 'property':
        return `${this.#expression(expression.of)}${dot(expression)}${expression.name}`;
      case 'index':
        return `${this.#expression(expression.of)}[${this.#expression(expression.index)}]`;
      case 'call':
        return this.#call(expression);
      case 'closure':
        return `{${expression.parameters.join(', ')} -> ${this.#block(expression.body)}}`;
      case 'list':
        return `[${expression.items.map((item) => this.#expression(item)).join(', ')}]`;
      case 'map':
        return `[${expression.entries.map((entry) => this.#entry(entry)).join(', ') || ':'}]`;
      case 'unary':
        return this.#unary(expression);
      case 'binary':
        return this.#binary(expression);
      case 'conditional':
        return `(? ${this.#expression(expression.condition)} ${this.#expression(expression.then)} ${this.#expression(expression.otherwise)})`;
      case 'new':
        return this.#new(expression);
      case 'unreadable':
        return '???';
    }
  }

  #call({ of, name, arguments: args, ...how }: Extract<Expression, { kind: 'call' }>): string {
    if (of === undefined) return name + this.#arguments(args);
    if (name === '' && of.kind === 'binary' && isDot(of.operator)) return this.#expression(of) + this.#arguments(args);
    return `${this.#expression(of)}${dot(how)}${name || 'call'}${this.#arguments(args)}`;
  }

  #unary({ operator, of }: Extract<Expression, { kind: 'unary' }>): string {
    if (operator === '*:') return `*:${this.#expression(of)}`;
    const number = of.kind === 'literal' && typeof of.value === 'number' ? of.value : undefined;
    if (operator === '-' && number !== undefined) return String(-number);
    if (operator === '+' && number !== undefined) return String(number);
    return `(${operator} ${this.#expression(of)})`;
  }

  #binary({ operator, left, right }: Extract<Expression, { kind: 'binary' }>): string {
    if (!isDot(operator)) return `(${operator} ${this.#expression(left)} ${this.#expression(right)})`;
    const before = left.start === left.end ? '' : `${this.#expression(left)}${operator}`;
    return `${before}"${this.#expression(right)}"`;
  }

  /** To Groovy, the type of an anonymous class is another. */
  #new({ type, arguments: args }: Extract<Expression, { kind: 'new' }>): string {
    const read = args.filter(({ value }) => value.kind !== 'unreadable');
    return `new ${read.length < args.length ? '' : typeName(type)}${this.#arguments(read)}`;
  }

  /** Named arguments are a map in front of the others. */
  #arguments(args: readonly Argument[]): string {
    const named = args.filter(isNamed).map((arg) => this.#argument(arg));
    const others = args.filter((arg) => !isNamed(arg)).map((arg) => this.#argument(arg));
    if (named.length === 0 || others.length === 0) return `(${[...named, ...others].join(', ')})`;
    return `([${named.join(', ')}], ${others.join(', ')})`;
  }

  #argument({ name, key, value }: Argument): string {
    if (key !== undefined) return `${this.#expression(key)}: ${this.#expression(value)}`;
    return name === undefined ? this.#expression(value) : `${quote(name)}: ${this.#expression(value)}`;
  }

  #entry({ key, value }: Entry): string {
    return key.kind === 'unary' && key.operator === '*:'
      ? this.#expression(key)
      : `${this.#expression(key)}: ${this.#expression(value)}`;
  }

  #optional(before: string, expression: Expression | undefined): string {
    return expression === undefined ? '' : before + this.#expression(expression);
  }

  #line(offset: number): string {
    return this.#text === undefined ? '' : `L${this.#text.slice(0, offset).split(/\r\n?|\n/).length}:`;
  }
}

function isNamed({ name, key, value }: Argument): boolean {
  return name !== undefined || key !== undefined || (value.kind === 'unary' && value.operator === '*:');
}

function isDot(operator: string): boolean {
  return ['.', '?.', '*.'].includes(operator);
}

function dot({ isSafe, isSpread }: { readonly isSafe?: boolean; readonly isSpread?: boolean }): string {
  return isSafe === true ? '?.' : isSpread === true ? '*.' : '.';
}

function typeName(name: string): string {
  return name.replace(/<.*>/, '').split('.').at(-1) ?? '';
}

function quote(value: string | number | boolean | null): string {
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}
