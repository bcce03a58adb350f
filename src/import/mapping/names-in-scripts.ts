import { inputVariable } from '../../language/expressions/reference.ts';
import type { Scope } from './scope.ts';
import type { ShellPiece } from './shell-pieces.ts';

/**
 * Replaces `$version` and `${version}` in scripts where the flow's environment has `VERSION` only. A name is changed where
 * the shell of the script expands it; programs that it starts see the name of the flow.
 */
export function renamedVariables(pieces: readonly ShellPiece[], scope: Scope): readonly ShellPiece[] {
  const renamed = renamedParameters(scope);
  if (renamed.size === 0) return pieces;
  const names = [...renamed.keys()].join('|');
  const pattern = new RegExp(`\\$(?:\\{(${names})\\}|(${names})(?!\\w))`, 'g');
  return pieces.flatMap((piece): readonly ShellPiece[] => {
    if (typeof piece !== 'string') return [piece];
    const parts: ShellPiece[] = [];
    let written = 0;
    for (const match of piece.matchAll(pattern)) {
      const [original, braced, plain] = match;
      const name = braced ?? plain ?? '';
      const code = `{{ inputs.${name} }}`;
      const variable = `\${${renamed.get(name)}}`;
      if (match.index > written) parts.push(piece.slice(written, match.index));
      parts.push({ name: `$${name}`, code, form: 'plain', differs: [], written: { original, renamed: variable } });
      written = match.index + original.length;
    }
    return written < piece.length ? [...parts, piece.slice(written)] : parts;
  });
}

/** The parameters whose names in the flow's environment differ in case only, with those names. */
function renamedParameters({ env }: Scope): ReadonlyMap<string, string> {
  const renamed = [...env].flatMap(([name, { operand }]): [string, string][] => {
    if (operand !== `inputs.${name}`) return [];
    const variable = inputVariable(name);
    return variable !== name && variable.toUpperCase() === name.toUpperCase() ? [[name, variable]] : [];
  });
  return new Map(renamed);
}

/** What differs about the variables that a script names itself, such as `$BUILD_NUMBER`, and which are not set. */
export function variablesThatDiffer(pieces: readonly ShellPiece[], { env }: Scope): readonly string[] {
  const texts = pieces.filter((piece) => typeof piece === 'string');
  const names = texts.flatMap((text) => [...text.matchAll(/\$\{?([A-Za-z_]\w*)/g)].map(([, name = '']) => name));
  return [
    ...new Set(
      names.flatMap((name) => {
        const { differs, unknown, shell } = env.get(name) ?? {};
        return differs ?? (unknown === undefined || shell !== undefined ? [] : `${name} is not set: ${unknown}`);
      }),
    ),
  ];
}
