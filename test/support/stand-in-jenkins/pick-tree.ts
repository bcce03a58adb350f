/**
 * The parts of a JSON object that `tree=` names, selected as Jenkins does: `a,b[c,d]{0,5}`; `_class` is always
 * included.
 */
export function pickTree(value: unknown, tree: string | null): unknown {
  return tree === null ? value : pick(value, parseTree({ text: tree, position: 0 }));
}

type Branches = Map<string, { readonly branches: Branches; readonly from: number; readonly to: number }>;

function parseTree(cursor: { text: string; position: number }): Branches {
  const branches: Branches = new Map();
  for (;;) {
    const name = take(cursor, /[^,[\]{}]*/y)[0];
    let inner: Branches = new Map();
    if (cursor.text[cursor.position] === '[') {
      cursor.position++;
      inner = parseTree(cursor);
      cursor.position++;
    }
    const range = take(cursor, /(?:\{([0-9]*),([0-9]*)\})?/y);
    branches.set(name, { branches: inner, from: Number(range[1] || 0), to: range[2] ? Number(range[2]) : Infinity });
    if (cursor.text[cursor.position] !== ',') return branches;
    cursor.position++;
  }
}

function take(cursor: { text: string; position: number }, pattern: RegExp): RegExpExecArray {
  pattern.lastIndex = cursor.position;
  const found = pattern.exec(cursor.text);
  if (found === null) throw new Error(`No tree: ${cursor.text}`);
  cursor.position += found[0].length;
  return found;
}

function pick(value: unknown, branches: Branches): unknown {
  if (Array.isArray(value)) return value.map((item) => pick(item, branches));
  if (typeof value !== 'object' || value === null) return value;
  const members = value as Readonly<Record<string, unknown>>; // an object that is no list
  const picked: Record<string, unknown> = '_class' in members ? { _class: members['_class'] } : {};
  for (const [name, { branches: inner, from, to }] of branches) {
    if (!(name in members)) continue;
    const member = members[name];
    picked[name] = pick(Array.isArray(member) ? member.slice(from, to) : member, inner);
  }
  return picked;
}
