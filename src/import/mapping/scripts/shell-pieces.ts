import { parseTemplate } from '../../../language/expressions/parse-template.ts';
import { inputVariable, referenceText } from '../../../language/expressions/reference.ts';
import type { Scope } from '../context/job-mapping.ts';
import type { KnownValue } from '../context/names.ts';
import type { ByHand } from '../drafts/draft-flow.ts';
import type { StringPiece } from '../values/values.ts';

/** A part of a script: its text, or a value that the flow inserts when the script runs. */
export type ShellPiece = string | InsertedValue;

export interface InsertedValue {
  /** What the source calls it, for messages. */
  readonly name: string;
  /** `{{ inputs.x }}` or `${NAME}`. */
  readonly code: string;
  /** `plain`: without quotes, the shell reads one word or the same words as in Jenkins. `word`: it does in quotes. */
  readonly form: 'plain' | 'word' | 'text';
  readonly differs: readonly string[];
  /** The value, if it is constant and a shell reads nothing in it. */
  readonly constant?: string;
  /** For a variable that the script names itself: `$version`, and the same variable by its name in the flow. */
  readonly written?: { readonly original: string; readonly renamed: string };
}

/** What Groovy inserts into a script, as what a flow inserts. Constants that a shell would read become part of the script. */
export function shellPiecesOf(groovy: readonly StringPiece[], scope: Scope): readonly ShellPiece[] | ByHand {
  const pieces: ShellPiece[] = [];
  for (const piece of groovy) {
    if (typeof piece === 'string') add(pieces, piece);
    else {
      const { name, value } = piece;
      const { constant, text } = value;
      if (constant !== undefined && (text === undefined || !isPlainText(String(constant))))
        add(pieces, String(constant));
      else if (isReference(text) || (text !== undefined && value.shell === undefined))
        for (const part of partsOf(name, text, value, scope)) add(pieces, part);
      else if (value.shell !== undefined) add(pieces, insertedValue(name, value.shell, value));
      else return { byHand: value.unknown ?? `no script can contain the value of ${name}` };
    }
  }
  return pieces;
}

function add(pieces: ShellPiece[], piece: ShellPiece): void {
  const last = pieces.at(-1);
  if (typeof piece === 'string' && typeof last === 'string') pieces[pieces.length - 1] = last + piece;
  else if (piece !== '') pieces.push(piece);
}

/** The parts of a template: Groovy inserts the value of `def x = "1.0-${params.y}"` as text, which a shell reads too. */
function partsOf(name: string, template: string, value: KnownValue, scope: Scope): readonly ShellPiece[] {
  if (isReference(template)) return [insertedValue(name, template, value)];
  return parseTemplate(template).template.map((part): ShellPiece => {
    if (part.kind === 'text') return part.text;
    const operand = referenceText(part.reference);
    const known = knownAs(operand, scope) ?? { form: 'text' };
    return insertedValue(name, `{{ ${operand} }}`, {
      ...known,
      ...(value.differs !== undefined && { differs: value.differs }),
    });
  });
}

function knownAs(operand: string, { params, env }: Scope): KnownValue | undefined {
  return [...params.values(), ...env.values()].find((known) => known.operand === operand);
}

function insertedValue(name: string, code: string, { form, constant, differs }: KnownValue): InsertedValue {
  return {
    name,
    code,
    form: formIn(form, constant),
    differs: differs === undefined ? [] : [differs],
    ...(constant !== undefined && { constant: String(constant) }),
  };
}

function formIn(form: KnownValue['form'], constant: KnownValue['constant']): InsertedValue['form'] {
  if (constant !== undefined) return /^[\w.,:@%+/-]+$/.test(String(constant)) ? 'word' : 'plain';
  return form === 'word' || form === 'boolean' || form === 'number' ? 'plain' : 'text';
}

/** Whether a shell reads the text as words and blanks only. */
function isPlainText(text: string): boolean {
  return /^[\w.,:@%+/ -]*$/.test(text);
}

function isReference(text: string | undefined): text is string {
  return text !== undefined && /^\{\{[^{}]*\}\}$/.test(text);
}

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
