import type { TextRange } from '../../base/problem/problem.ts';
import { shellWord } from '../expressions/shell-text.ts';
import { wordProblem } from '../shell/scan-shell.ts';
import { nodeOf, shellPiece, type Piece } from './piece.ts';

/** A value between pieces of shell code; a list becomes one word for each item. */
export type ShellValue = string | number | boolean | undefined | Piece | readonly (string | number | boolean)[];

/**
 * Shell code, for the `script` of a view:
 *
 *     shell`announce --to ${properties.audience} ${properties.message}`
 *
 * Each value becomes one word that the shell never takes for code, so write no quotes around it. References in it, such
 * as `{{ inputs.version }}`, become `"${VERSION}"`, which the shell expands when the task runs. Other shell code, from
 * `shell` or `shellCode`, is inserted as it is; undefined is left out.
 * @throws {TypeError} for a value where the shell reads no word, such as in quotes, and for pieces that are not shell code
 */
export function shell(code: TemplateStringsArray, ...values: readonly ShellValue[]): Piece {
  let printed = code[0] ?? '';
  values.forEach((value, index) => {
    const before = code[index] ?? '';
    const after = code[index + 1] ?? '';
    const quote = /["']$/.exec(before)?.[0];
    if (quote !== undefined && after.startsWith(quote))
      throw new TypeError(`Remove the ${quote} around value ${index + 1} of shell code: it is quoted already`);
    printed += printValue(value) + after;
  });
  requireWords(code, values);
  return shellPiece(printed);
}

/**
 * A string as shell code. It must not contain strings of authors, except through `shellText`, `shellWord` or
 * `commandScript`; `shell` is simpler and safe.
 */
export function shellCode(code: string): Piece {
  if (typeof code !== 'string') throw new TypeError(`Expected a string; found a value of type ${typeof code}`);
  return shellPiece(code);
}

/** Any word; the scanner expects references in braces. */
const anyWord = '{x}';

/** Checks the places of values by the code alone, whatever the values are. */
function requireWords(code: TemplateStringsArray, values: readonly ShellValue[]): void {
  const words: TextRange[] = [];
  let text = code[0] ?? '';
  for (const [index, after] of code.slice(1).entries()) {
    if (isCode(values[index])) text += 'x';
    else {
      words.push({ start: text.length, end: text.length + anyWord.length });
      text += anyWord;
    }
    text += after;
  }
  const problem = wordProblem(text, words);
  if (problem === undefined) return;
  const before = text.slice(0, words[problem.index]?.start).trimStart().slice(-40);
  throw new TypeError(
    `Value after ${JSON.stringify(before)} is ${problem.where}; make it a word of its own, or assign it to a variable first`,
  );
}

function isCode(value: ShellValue): boolean {
  return typeof value === 'object' && !Array.isArray(value);
}

function printValue(value: ShellValue): string {
  switch (typeof value) {
    case 'undefined':
      return '';
    case 'string':
    case 'number':
    case 'boolean':
      return shellWord(String(value));
    default:
      return Array.isArray(value) ? value.map(printValue).join(' ') : codeOf(value as Piece); // not a list
  }
}

function codeOf(piece: Piece): string {
  const node = nodeOf(piece);
  if (node.kind !== 'shell') throw new TypeError(`A ${node.kind} cannot be part of shell code; pass its string`);
  return node.code;
}
