/** A name in Groovy source, outside literals and comments, but inside the `${...}` of a GString. */
export interface NameToken {
  readonly name: string;
  /** The offset of its first character. */
  readonly start: number;
  /** Whether it is a member (`task.id`), or the key of a map entry or argument (`id:`). */
  readonly isMember: boolean;
  readonly isCalled: boolean;
}

/** All names that the source uses, without duplicates; not members and keys. */
export function groovyNames(source: string): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { name, isMember } of readNames(source)) if (!isMember) names.add(name);
  return names;
}

/** The source with `prefix` before each call of one of these functions. */
export function prefixCalls(source: string, functions: ReadonlySet<string>, prefix: string): string {
  return insertAtCalls(source, functions, ({ start }) => ({ at: start, text: prefix }));
}

/** The source with this name as the first argument of each call of one of these functions, unless it already is. */
export function passFirst(source: string, functions: ReadonlySet<string>, argument: string): string {
  return insertAtCalls(source, functions, ({ start, name }) => {
    const at = start + name.length + 1;
    if (source.startsWith(`${argument},`, at) || source.startsWith(`${argument})`, at)) return { at, text: '' };
    return { at, text: source[at] === ')' ? argument : `${argument}, ` };
  });
}

function insertAtCalls(
  source: string,
  functions: ReadonlySet<string>,
  insert: (token: NameToken) => { readonly at: number; readonly text: string },
): string {
  const pieces: string[] = [];
  let end = 0;
  for (const token of readNames(source)) {
    if (token.isMember || !token.isCalled || !functions.has(token.name)) continue;
    const { at, text } = insert(token);
    pieces.push(source.slice(end, at), text);
    end = at;
  }
  return pieces.join('') + source.slice(end);
}

// What Flowgate prints and templates contain; slashy strings are read as code. The order matters: three quotes before
// one.
const tokens =
  /\/\/[^\n]*|\/\*[^]*?\*\/|'''(?:[^\\']|\\[^]|'(?!''))*'''|'(?:[^\\'\n]|\\[^])*'|(?<open>"""|")|(?<name>[A-Za-z_][A-Za-z0-9_]*)|(?<brace>[{}])/g;

/** Reads names from left to right, entering and leaving GStrings at their quotes and braces. */
export function* readNames(source: string): Generator<NameToken> {
  const scanner = new RegExp(tokens);
  /** For each enclosing GString: its quotes, and the number of open braces inside its `${`. */
  const open: { readonly quotes: string; depth: number }[] = [];
  for (let match = scanner.exec(source); match !== null; match = scanner.exec(source)) {
    const { name, open: quotes, brace } = match.groups ?? {};
    const inside = open.at(-1);
    if (name !== undefined) yield nameToken(source, name, match.index);
    else if (quotes !== undefined) {
      open.push({ quotes, depth: 0 });
      scanner.lastIndex = leaveText(source, scanner.lastIndex, open);
    } else if (brace === '{' && inside !== undefined) inside.depth += 1;
    else if (brace === '}' && inside !== undefined) {
      inside.depth -= 1;
      if (inside.depth === 0) scanner.lastIndex = leaveText(source, scanner.lastIndex, open);
    }
  }
}

/** Skips the text of a GString, to after its next `${` or its closing quotes. @returns the offset to continue from */
function leaveText(source: string, from: number, open: { readonly quotes: string; depth: number }[]): number {
  const inside = open.at(-1)!; // only called inside one
  for (let index = from; index < source.length; index++) {
    if (source[index] === '\\') index += 1;
    else if (source.startsWith('${', index)) {
      inside.depth = 1;
      return index + 2;
    } else if (source.startsWith(inside.quotes, index)) {
      open.pop();
      return index + inside.quotes.length;
    }
  }
  open.pop();
  return source.length;
}

function nameToken(source: string, name: string, start: number): NameToken {
  const end = start + name.length;
  const isKey = /^\s*:/.test(source.slice(end, end + 20));
  return {
    name,
    start,
    isMember: /[.]\s*$/.test(source.slice(Math.max(0, start - 20), start)) || isKey,
    isCalled: source[end] === '(',
  };
}
