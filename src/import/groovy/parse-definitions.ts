import { readArguments } from './parse-arguments.ts';
import { readStatementExpression } from './parse-operators.ts';
import { readParameters } from './parse-primary.ts';
import type { Argument, Statement } from './syntax.ts';
import { isText, type Parser, type TokenReader } from './token-reader.ts';
import { modifiers } from './token.ts';
import { behindType, behindTypeArguments, readType } from './types.ts';

const classWords = ['class', 'interface', 'enum', 'trait'];

/** Reads a declaration, a method, a class, an import or annotations; undefined if none follows. */
export function readDefinition(parser: Parser): readonly Statement[] | undefined {
  const { reader } = parser;
  const { start } = reader.token;
  if (reader.at('import') || reader.at('package')) return [readImport(parser)];
  if (isConstructor(parser)) return [readMethod(parser, start)];
  const annotations = readAnnotations(parser);
  if (annotations.length > 0 && reader.at('import')) return [...annotations, readImport(parser)];
  const hasModifiers = skipModifiers(reader) || annotations.length > 0;
  const kept = annotations.filter((statement) => statement.arguments.length > 0);
  if (classWords.some((word) => reader.at(word))) return [...kept, readClass(parser, start)];
  if (hasModifiers && reader.at('(')) return [...kept, readSeveral(parser, start)];
  if (hasModifiers && reader.at('{')) return [...kept, method('static', parser, start)];
  const behind = behindDeclaredType(reader, hasModifiers);
  if (behind === undefined && !hasModifiers) return undefined;
  if (annotations.length > 0 && behind === undefined && reader.token.text === '_') {
    return libraryStatements(parser, annotations);
  }
  reader.index = behind ?? reader.index;
  const next = reader.tokenAt(reader.index + 1);
  if (isText(next, '(') && !next.isAfterNewline) return [...kept, readMethod(parser, start)];
  return [...kept, ...readDeclarators(parser, start)];
}

type Definition = Extract<Statement, { kind: 'definition' }>;

function readAnnotations(parser: Parser): Definition[] {
  const { reader } = parser;
  const annotations: Definition[] = [];
  while (reader.at('@') && !isText(reader.tokenAt(reader.index + 1), 'interface')) {
    const { start } = reader.next();
    const name = readType(reader);
    const args = reader.atSameLine('(') ? readArguments(parser).map(annotationArgument) : [];
    annotations.push({
      kind: 'definition',
      word: 'annotation',
      name,
      arguments: args,
      body: [],
      start,
      end: reader.lastEnd,
    });
  }
  return annotations;
}

/** `name = value` is named, which elsewhere is an assignment. */
function annotationArgument(argument: Argument): Argument {
  const { value } = argument;
  if (value.kind !== 'binary' || value.operator !== '=' || value.left.kind !== 'name') return argument;
  return { name: value.left.name, value: value.right };
}

/** The `_` of `@Library('x') _` only carries the annotation. */
function libraryStatements({ reader }: Parser, annotations: readonly Definition[]): Definition[] {
  const { end } = reader.next();
  return annotations.map((annotation, index) =>
    index === annotations.length - 1 ? { ...annotation, end } : annotation,
  );
}

function skipModifiers(reader: TokenReader): boolean {
  const first = reader.index;
  while (reader.token.kind === 'keyword' && modifiers.has(reader.token.text)) reader.next();
  reader.index = behindTypeArguments(reader, reader.index) ?? reader.index;
  return reader.index > first;
}

/**
 * The index after the type of a declaration. Without a modifier, `Type name` is one, and `step name` is a call: the type
 * starts with an upper-case letter.
 */
function behindDeclaredType(reader: TokenReader, hasModifiers: boolean): number | undefined {
  const behind = behindType(reader, reader.index);
  if (behind === undefined) return undefined;
  const name = reader.tokenAt(behind);
  if (name.isAfterNewline) return undefined;
  if (name.kind !== 'word' && !(name.kind === 'string' && isText(reader.tokenAt(behind + 1), '('))) return undefined;
  return hasModifiers || reader.token.kind === 'keyword' || startsUpperCase(reader, behind) ? behind : undefined;
}

function startsUpperCase(reader: TokenReader, behind: number): boolean {
  let last = reader.token;
  for (let at = reader.index; at < behind && !isText(reader.tokenAt(at), '<'); at++) {
    const token = reader.tokenAt(at);
    if (token.isAfterNewline && at > reader.index) return false;
    if (token.kind === 'word') last = token;
  }
  return /^\p{Lu}/u.test(last.text);
}

/** Reads `a = 1, b`. */
function readDeclarators(parser: Parser, start: number): Statement[] {
  const { reader } = parser;
  const statements: Statement[] = [];
  do {
    const name = reader.expectWord();
    const value = reader.atSameLine('=') ? readInitializer(parser) : {};
    const from = statements.length === 0 ? start : name.start;
    statements.push({ kind: 'declaration', names: [name.text], ...value, start: from, end: reader.lastEnd });
  } while (!reader.isAfterNewline && reader.accept(','));
  return statements;
}

function readInitializer(parser: Parser): Pick<Extract<Statement, { kind: 'declaration' }>, 'value'> {
  const { reader } = parser;
  reader.expect('=');
  return { value: reader.deeper(() => readStatementExpression(parser)) };
}

/** Reads `(a, String b) = [1, 2]`. */
function readSeveral(parser: Parser, start: number): Statement {
  const { reader } = parser;
  reader.expect('(');
  const names = reader.nest(true, () => readParameters(parser, ')'));
  reader.expect(')');
  const value = reader.atSameLine('=') && reader.accept('=') ? { value: parser.expression() } : {};
  return { kind: 'declaration', names, ...value, start, end: reader.lastEnd };
}

function isConstructor({ reader, className }: Parser): boolean {
  if (className === undefined || reader.token.text !== className || reader.token.kind !== 'word') return false;
  const behind = reader.behindPartner(reader.index + 1);
  return behind !== undefined && (isText(reader.tokenAt(behind), '{') || isText(reader.tokenAt(behind), 'throws'));
}

function readMethod(parser: Parser, start: number): Statement {
  const { reader } = parser;
  const { kind, text } = reader.token;
  if (kind !== 'word' && kind !== 'string') reader.unexpected();
  reader.next();
  reader.expect('(');
  const parameters = reader.nest(true, () => readParameters(parser, ')'));
  reader.expect(')');
  if (reader.accept('throws')) {
    do readType(reader);
    while (reader.accept(','));
  }
  return { ...method(text, parser, start), parameters };
}

function method(name: string, parser: Parser, start: number): Definition {
  const { reader } = parser;
  const body = reader.at('{') ? parser.block() : [];
  return { kind: 'definition', word: 'method', name, arguments: [], body, start, end: reader.lastEnd };
}

/** Reads a class. The body of an `enum` is skipped. */
function readClass(parser: Parser, start: number): Statement {
  const { reader } = parser;
  const word = reader.next().text;
  const name = reader.expectWord().text;
  while (!reader.at('{')) {
    if (reader.isAtEnd) reader.unexpected();
    reader.next();
  }
  const behind = reader.behindPartner(reader.index);
  const outer = parser.className;
  parser.className = name;
  const body = word === 'enum' && behind !== undefined ? [] : parser.block();
  parser.className = outer;
  reader.index = behind ?? reader.index;
  return { kind: 'definition', word: 'class', name, arguments: [], body, start, end: reader.lastEnd };
}

function readImport({ reader }: Parser): Statement {
  const { start, text: word } = reader.next();
  reader.accept('static');
  let name = reader.expectWord().text;
  while (reader.accept('.')) name += `.${reader.next().text}`;
  if (reader.accept('as')) reader.expectWord();
  const kind = word === 'import' ? 'import' : 'package';
  return { kind: 'definition', word: kind, name, arguments: [], body: [], start, end: reader.lastEnd };
}
