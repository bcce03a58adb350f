const keywords =
  'and break do else elseif end false for function if in local nil not or repeat return then true until while';
const globals = 'KEYS ARGV redis cjson string table math unpack ipairs pairs tonumber';
const known = `${keywords} ${globals}`.split(' ');

/**
 * The names in a Lua text that nothing before them declares. Redis reports them only when they are reached. Scopes are not
 * looked at, so a name that is local to another block counts as declared.
 */
export function undefinedLuaNames(text: string): readonly string[] {
  const code = text.replaceAll(/--.*|'(?:\\.|[^'\\])*'/g, (found) => (found.startsWith('--') ? '' : "''"));
  const tokens: readonly string[] = code.match(/[A-Za-z_]\w*|\d+|\.\.|==|~=|\S/g) ?? [];
  const declared = new Set(known);
  const unknown = new Set<string>();
  let braces = 0;
  for (const [index, token] of tokens.entries()) {
    if (token === '{') braces += 1;
    if (token === '}') braces -= 1;
    if (token === 'local' || token === 'for') for (const name of namesFrom(tokens, index + 1)) declared.add(name);
    if (token === 'function') {
      const open = tokens.indexOf('(', index);
      for (const name of [...tokens.slice(index + 1, open), ...namesFrom(tokens, open + 1)]) declared.add(name);
    }
    const isField = tokens[index - 1] === '.' || (braces > 0 && tokens[index + 1] === '=');
    if (/^[A-Za-z_]/.test(token) && !isField && !declared.has(token)) unknown.add(token);
  }
  return [...unknown];
}

/** The names of a list with commas. */
function namesFrom(tokens: readonly string[], start: number): readonly string[] {
  const names: string[] = [];
  for (let index = start; /^[A-Za-z_]/.test(tokens[index] ?? ''); index += 2) {
    names.push(tokens[index] ?? '');
    if (tokens[index + 1] !== ',') break;
  }
  return names;
}
