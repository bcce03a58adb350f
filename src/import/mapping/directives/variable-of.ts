import { parseTemplate } from '../../../language/expressions/parse-template.ts';
import { environmentName } from '../../../language/expressions/reference.ts';
import { environmentNameSyntax, isFlowgateName } from '../../../language/expressions/reserved-names.ts';
import type { Expression } from '../../groovy/syntax.ts';
import { importLimits, valueTooLong } from '../context/import-budget.ts';
import type { Scope } from '../context/job-mapping.ts';
import { withBound, type KnownValue } from '../context/names.ts';
import type { ByHand } from '../drafts/draft-flow.ts';
import { shellWordOfPieces } from '../scripts/shell-of.ts';
import { textOfPieces } from '../values/texts.ts';
import { piecesOf, type StringPiece } from '../values/values.ts';

/** A variable for scripts: its value as a template or, if only a shell knows it, as a shell word. */
interface WrittenVariable {
  readonly name: string;
  readonly text: string;
  readonly shell?: string;
  /** What the name means in the scripts that get the variable. */
  readonly known: KnownValue;
  readonly differs: readonly string[];
}

/**
 * The variable that `environment { NAME = value }` or `withEnv(["NAME=value"])` sets. Only Groovy expands the value: Jenkins
 * leaves `$OTHER` in single quotes as it is (measured on 2.504.3).
 */
export function variableOf(name: string, value: Expression, scope: Scope): WrittenVariable | ByHand {
  const pieces = piecesOf(value, scope);
  return 'byHand' in pieces ? pieces : variableOfPieces(name, pieces, scope);
}

/** The same for the parts of a string. */
export function variableOfPieces(name: string, pieces: readonly StringPiece[], scope: Scope): WrittenVariable | ByHand {
  if (!environmentNameSyntax.test(name) || isFlowgateName(name))
    return { byHand: `${name} is not a valid name of a variable` };
  const written = textOfPieces(pieces);
  if ('text' in written && written.text.length > importLimits.value) return valueTooLong;
  const isText = !('byHand' in written) && !refersTo(name, written.text);
  const shell = `\${${name}}`;
  if (isText) {
    const known = { text: written.text, shell, ...meaningOf(pieces) };
    return { name, text: written.text, known, differs: written.differs };
  }
  const word = shellWordOfPieces(pieces, scope);
  if ('byHand' in word) return word;
  const known: KnownValue = { shell, form: 'text', unknown: `only a script can read ${name}` };
  return { name, text: '', shell: word.text, known, differs: word.differs };
}

/** The scripts inside get the variable: for `withEnv` and the environment of a stage. */
export function withVariable(outer: Scope, { name, text, shell, known }: WrittenVariable): Scope {
  const scope = withBound(outer, name, known);
  const taskEnv = new Map([...scope.taskEnv].filter(([other]) => other !== name));
  if (shell !== undefined) return { ...scope, taskEnv, prelude: [...scope.prelude, `export ${name}=${shell}`] };
  return { ...scope, taskEnv: taskEnv.set(name, text) };
}

/**
 * Why scripts in the scope cannot get the variable besides the others: one of them has a value that refers to what the
 * other one hides.
 */
export function hiddenValue({ name, text }: WrittenVariable, { taskEnv }: Scope): ByHand | undefined {
  const others = [...taskEnv].filter(([other]) => other !== name);
  const reader = others.find(([, template]) => refersTo(name, template));
  if (reader !== undefined) return { byHand: `${reader[0]} has a value that the new ${name} would hide` };
  const hiding = others.find(([other]) => refersTo(other, text));
  return hiding && { byHand: `${name} gets a value that ${hiding[0]} hides` };
}

/** Whether a template refers to a value that has this name in the environment, which the variable would hide. */
function refersTo(name: string, template: string): boolean {
  return parseTemplate(template).template.some(
    (part) => part.kind === 'reference' && environmentName(part.reference).toUpperCase() === name.toUpperCase(),
  );
}

/** What conditions and scripts know about the value. */
function meaningOf(pieces: readonly StringPiece[]): Pick<KnownValue, 'form' | 'operand' | 'constant' | 'differs'> {
  const [only, ...others] = pieces;
  if (typeof only === 'object' && others.length === 0) {
    const { form, operand, constant, differs } = only.value;
    return {
      form,
      ...(operand !== undefined && { operand }),
      ...(constant !== undefined && { constant: String(constant) }),
      ...(differs !== undefined && { differs }),
    };
  }
  const texts = pieces.map((piece) => (typeof piece === 'string' ? piece : piece.value.constant));
  const differs = pieces.find((piece) => typeof piece === 'object' && piece.value.differs !== undefined);
  return {
    form: 'text',
    ...(!texts.includes(undefined) && { constant: texts.join('') }),
    ...(typeof differs === 'object' && { differs: differs.value.differs }),
  };
}
