import { parseTemplate } from '../../language/expressions/parse-template.ts';
import { referenceText } from '../../language/expressions/reference.ts';
import type { ByHand } from './draft-task.ts';
import type { StringPiece } from './pieces-of.ts';
import type { KnownValue, Scope } from './scope.ts';

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
