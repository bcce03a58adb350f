import { describe, expect, it } from 'vitest';
import { printMarkedLines, readMarkedLines } from '../../../../src/engines/jenkins/jenkinsfile/marked-lines.ts';
import {
  printMember,
  reachableMembers,
  readMembers,
} from '../../../../src/engines/jenkins/jenkinsfile/runtime-member.ts';
import { runtimeMembers } from '../../../../src/engines/jenkins/jenkinsfile/runtime.ts';
import { usedMembers } from '../../../support/runtime-needs.ts';

const members = runtimeMembers();
const all = [...members.values()];

describe('the runtime', () => {
  const withText = all.filter(({ lines }) => lines.length > 0);

  it.each(withText.map((member) => [member.name, member] as const))('%s declares exactly what it uses', (_, member) => {
    if (member.name === 'problemOf') return; // the types of its cases declare it
    expect([...member.needs, ...member.uses].toSorted()).toEqual([...usedMembers(member, members)].toSorted());
  });

  it('needs only members', () => {
    const needed = all.flatMap(({ only, needs, uses }) => [...only, ...needs, ...uses]);
    expect(needed.filter((name) => !members.has(name))).toEqual([]);
  });

  it.each(withText.map(({ name }) => name))('%s prints no mark, and declares one function or field', (name) => {
    for (const needed of [[name], [...members.keys()]]) {
      const text = printMember(members.get(name)!, reachableMembers(members, needed));
      expect(text).not.toMatch(/\/\/#|\/\/\?|#\?|\{\{/);
      expect(text.match(/^(?:@Field (?:transient )?)?[A-Z]?\w+(?:\[\])? \w+(?:\(| = )/gm)).toHaveLength(1);
    }
  });
});

const template = `A comment about the file.

//# run: begin write hurry?
void run() {
  begin()
  if (notes != null) write()
  if (isLate) hurry()
  mark() //? notes
}

//# begin
void begin() {}

//# write (notes): text
void write() {}

//# text
@Field String text = ''

//# hurry
void hurry() {}

//# notes
`;

describe('the members that a pipeline needs', () => {
  const example = new Map(readMembers(template).map((member) => [member.name, member]));
  const reach = (...needed: readonly string[]) => reachableMembers(example, needed);
  const plain = 'void run() {\n  begin()\n  if (notes != null) write()\n  if (isLate) hurry()\n}';

  it('are those that it names, and what these need', () => {
    expect([...reach('run')]).toEqual(['run', 'begin']);
    expect(printMember(example.get('run')!, reach('run'))).toBe(plain);
  });

  it('include what a member uses only together with another', () => {
    expect([...reach('run', 'notes')].toSorted()).toEqual(['begin', 'notes', 'run', 'text', 'write']);
    expect(printMember(example.get('run')!, reach('notes', 'run'))).toBe(plain.replace(/\}$/, '  mark()\n}'));
  });

  it('include what a member only uses, if something else needs it', () => {
    expect(reach('run', 'hurry')).toContain('hurry');
  });

  it('must exist', () => {
    expect(() => reach('missing')).toThrow('The runtime has no member missing');
  });

  it('have declarations that can be read', () => {
    expect(() => readMembers('//# run begin\nvoid run() {}\n')).toThrow('declares a member as run begin');
  });
});

it('a mark on its own line is for the lines up to the next empty one', () => {
  const lines = readMarkedLines('a\n#? note\nb\nc #? !local\n\nd');
  const print = (...names: readonly string[]) => printMarkedLines(lines, (name) => names.includes(name));
  expect(print()).toBe('a\nd');
  expect(print('note')).toBe('a\nb\nc\n\nd');
  expect(print('note', 'local')).toBe('a\nb\n\nd');
});
