import { isEmptyMap, readArgument } from './parse-arguments.ts';
import { call, readPathLinks } from './parse-path.ts';
import type { Argument, Expression } from './syntax.ts';
import { isText, type Parser } from './token-reader.ts';
import { primitiveTypes } from './token.ts';

const startingKeywords: ReadonlySet<string> = new Set([
  'new',
  'this',
  'super',
  'null',
  'true',
  'false',
  ...primitiveTypes,
]);

/** Reads the arguments after a path: `sh 'x'`, `sh script: 'x', returnStdout: true`, and chains such as `a b c d`. */
export function readCommand(parser: Parser, path: Expression): Expression {
  const { reader } = parser;
  if (!startsArgument(parser)) return path;
  return reader.chain((addLink) => {
    let head = path;
    if (path.kind !== 'call') {
      addLink();
      head = call(parser, path, readCommandArguments(parser), path.start, reader.lastEnd);
    }
    while ((reader.token.kind === 'word' || reader.token.kind === 'string') && !reader.isAfterNewline) {
      addLink();
      head = readLink(parser, head);
    }
    return head;
  });
}

/** Reads the `c d` of `a b c d`, which is `a(b).c(d)`. To Groovy, a string is a name there, too. */
function readLink(parser: Parser, of: Expression): Expression {
  const { reader } = parser;
  const { text, end } = reader.next();
  const property: Expression = { kind: 'property', of, name: text, isSafe: false, start: of.start, end };
  const path = readPathLinks(parser, property, true);
  if (path !== property || !startsArgument(parser)) return path;
  return call(parser, property, readCommandArguments(parser), of.start, reader.lastEnd);
}

function readCommandArguments(parser: Parser): Argument[] {
  const { reader } = parser;
  const items: Argument[] = [];
  do items.push(readArgument(parser));
  while (!reader.isAfterNewline && reader.accept(','));
  return items;
}

function startsArgument({ reader }: Parser): boolean {
  if (reader.isAfterNewline) return false;
  const { kind, text } = reader.token;
  if (kind === 'symbol') return text === '!' || text === '~' || isEmptyMap(reader);
  if (kind !== 'keyword') return kind === 'word' || kind === 'number' || kind === 'string' || kind === 'template-start';
  return startingKeywords.has(text) || isText(reader.tokenAt(reader.index + 1), ':');
}
