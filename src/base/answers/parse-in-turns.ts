import { setImmediate as nextTurn } from 'node:timers/promises';

export interface TurnOptions {
  /** Characters that are parsed at once. */
  readonly atOnce: number;
  /** Max characters of a string, which cannot be parsed in pieces. */
  readonly textLength: number;
  /** As `JSON.parse`. */
  readonly parse: (text: string) => unknown;
}

export class TextTooLong extends Error {
  override readonly name = 'TextTooLong';
}

/**
 * As `JSON.parse`, but a long text is parsed in pieces of about `atOnce` characters, between which other work gets its
 * turn. Its depth must be limited.
 * @throws {SyntaxError}
 * @throws {TextTooLong} for a longer string
 */
export async function parseInTurns(text: string, options: TurnOptions): Promise<unknown> {
  if (text.length <= options.atOnce) return options.parse(text);
  await nextTurn();
  const whole = text.trim();
  const isList = whole.startsWith('[');
  if (!isList && !whole.startsWith('{')) {
    // A string, or no JSON.
    if (whole.length > options.textLength) throw new TextTooLong();
    return options.parse(whole);
  }
  if (!whole.endsWith(isList ? ']' : '}')) throw new SyntaxError('a list or object does not end');
  return isList ? parseList(whole, options) : parseObject(whole, options);
}

async function parseList(whole: string, options: TurnOptions): Promise<unknown[]> {
  const list: unknown[] = [];
  for await (const piece of piecesOf(whole, options.atOnce)) {
    if (piece.length > options.atOnce) list.push(await parseInTurns(piece, options));
    else for (const item of options.parse(`[${piece}]`) as unknown[]) list.push(item);
  }
  return list;
}

async function parseObject(whole: string, options: TurnOptions): Promise<object> {
  const object = {};
  for await (const piece of piecesOf(whole, options.atOnce)) {
    if (piece.length > options.atOnce) {
      const { key, rest } = splitMember(piece);
      setOwn(object, key, await parseInTurns(rest, options));
    } else for (const [key, value] of Object.entries(options.parse(`{${piece}}`) as object)) setOwn(object, key, value);
  }
  return object;
}

/** An assignment to `__proto__` would not set a member. */
function setOwn(object: object, key: string, value: unknown): void {
  Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
}

function splitMember(member: string): { readonly key: string; readonly rest: string } {
  const text = member.trimStart();
  let end = 1;
  while (end < text.length && text[end] !== '"') end += text[end] === '\\' ? 2 : 1;
  const rest = text.slice(end + 1).trimStart();
  if (!text.startsWith('"') || !rest.startsWith(':')) throw new SyntaxError('a member has no name');
  return { key: JSON.parse(text.slice(0, end + 1)) as string, rest: rest.slice(1) }; // a string of JSON
}

/** The members of a list or object: as many as have `atOnce` characters together, or one that has more. */
async function* piecesOf(whole: string, atOnce: number): AsyncGenerator<string> {
  const last = whole.length - 1;
  let [pieceStart, memberStart, level, read] = [1, 1, 0, 0];
  let [isInString, isBlank] = [false, true];
  for (let index = 1; index <= last; index++) {
    if (++read % atOnce === 0) await nextTurn();
    const code = whole.charCodeAt(index);
    if (isInString) {
      if (code === backslash) index += 1;
      else isInString = code !== quote;
      continue;
    }
    const isEnd = closing.has(code) && level === 0;
    if (isEnd || (code === comma && level === 0)) {
      if (isEnd && isBlank && memberStart === 1 && index === last) return; // it is empty
      // Whatever else is wrong is found when the members are parsed.
      if (isBlank || isEnd !== (index === last)) throw new SyntaxError('a list or object has no such member');
      if (index - pieceStart > atOnce && memberStart > pieceStart) {
        yield whole.slice(pieceStart, memberStart - 1);
        pieceStart = memberStart;
      }
      if (isEnd || index - pieceStart > atOnce) {
        yield whole.slice(pieceStart, index);
        pieceStart = index + 1;
      }
      [memberStart, isBlank] = [index + 1, true];
      continue;
    }
    isInString = code === quote;
    if (opening.has(code)) level += 1;
    else if (closing.has(code)) level -= 1;
    isBlank &&= spaces.has(code);
  }
  if (pieceStart <= last) throw new SyntaxError('a list or object does not end');
}

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const [opening, closing] = [new Set([0x5b, 0x7b]), new Set([0x5d, 0x7d])];
const spaces = new Set([0x20, 0x09, 0x0a, 0x0d]);
