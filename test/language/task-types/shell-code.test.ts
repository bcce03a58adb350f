import { describe, expect, it } from 'vitest';
import { evaluatePiece } from '../../../src/language/task-types/evaluate-piece.ts';
import { list, message, text, type Piece } from '../../../src/language/task-types/piece.ts';
import { shell, shellCode, type ShellValue } from '../../../src/language/task-types/shell-code.ts';

const codeOf = (piece: Piece) => evaluatePiece(piece, { value: () => '"; echo PWNED; "', programs: new Map() });

describe('shell code', () => {
  it.each<[string, Piece, string]>([
    ['one word for a string', shell`say ${'a "b" $(id) `id` \\'}`, 'say "a \\"b\\" \\$(id) \\`id\\` \\\\"'],
    ['a variable for a reference', shell`say ${'Hello {{ inputs.userName }}'}`, 'say "Hello ${USER_NAME}"'],
    ['a word for each item of a list', shell`rm ${['a b', '*']}`, 'rm "a b" "*"'],
    ['nothing for an empty list', shell`rm ${[]} x`, 'rm  x'],
    ['words in a command within quotes', shell`say "$(date ${'+%s'})" a=${'b'}`, 'say "$(date "+%s")" a="b"'],
    [
      'values of variables and options',
      shell`a=${'x y'} say --to=${'x'} [ ${'1'} -eq 1 ]`,
      'a="x y" say --to="x" [ "1" -eq 1 ]',
    ],
    ['words for numbers and booleans', shell`wait ${3} ${true}`, 'wait "3" "true"'],
    ['nothing for a missing value', shell`say ${undefined}.`, 'say .'],
    [
      'other shell code as it is',
      shell`if ${shell`test ${'x'}`}; then ${shellCode('date')}; fi`,
      'if test "x"; then date; fi',
    ],
  ])('has %s', (_, piece, expected) => {
    expect(codeOf(piece)).toBe(expected);
  });

  it.each<[string, () => Piece, string]>([
    ['double quotes around a value', () => shell`say "${'x'}"`, 'Remove the " around value 1'],
    ['single quotes around a value', () => shell`say ${'y'} '${'x'}'`, "Remove the ' around value 2"],
    [
      'a value within double quotes',
      () => shell`say "Hello ${'; id; '}!"`,
      'is in quotes, a here-document or a comment',
    ],
    ['a value within single quotes', () => shell`say 'Hello ${'x'}!'`, 'is in quotes'],
    ['a value in quotes after other code', () => shell`say ${shell`x`} "a ${'x'} b"`, 'Value after "say x \\"a "'],
    ['a value in a here-document', () => shell`cat <<END\n${'END\nid'}\nEND`, 'here-document'],
    ['a value in a quoted here-document', () => shell`cat <<'END'\n${'END\nid'}\nEND`, 'here-document'],
    ['a value in a comment', () => shell`say x # ${'a\nid'}`, 'a comment'],
    ['a value after a backslash', () => shell`say \\${'; id; '}`, 'is in quotes'],
    ['a value that eval runs', () => shell`eval ${'{{ inputs.x }}'}`, 'runs as code'],
    ['a value that another shell runs', () => shell`sh -c ${'{{ inputs.x }}'}`, 'runs as code'],
    ['a value in arithmetic', () => shell`say $((${'{{ inputs.x }}'} + 1))`, 'arithmetic'],
    ['a value that bash compares as a number', () => shell`[[ ${'{{ inputs.x }}'} -eq 1 ]]`, 'arithmetic'],
    ['a message', () => shell`say ${message('Hello {{ inputs.name }}')}`, 'A message cannot be part of shell code'],
    ['a text', () => shell`say ${text('x')}`, 'A text cannot be part of shell code'],
    ['a list of pieces', () => shell`say ${list([])}`, 'A list cannot be part of shell code'],
    ['an object', () => shell`say ${{ toString: () => 'x' } as unknown as ShellValue}`, 'Expected a piece'],
    ['a number as code', () => shellCode(1 as unknown as string), 'Expected a string'],
  ])('rejects %s', (_, make, expected) => {
    expect(make).toThrow(expected);
  });
});
