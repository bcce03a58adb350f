import { describe, expect, it } from 'vitest';
import { agentProgramFiles, readAgentProgram } from '../../../../src/engines/jenkins/jenkinsfile/agent-programs.ts';
import { printMarkedLines, readMarkedLines } from '../../../../src/engines/jenkins/jenkinsfile/marked-lines.ts';
import {
  printMember,
  reachableMembers,
  readMembers,
  type MemberNeed,
} from '../../../../src/engines/jenkins/jenkinsfile/runtime-member.ts';
import { runtimeMembers } from '../../../../src/engines/jenkins/jenkinsfile/runtime.ts';
import { usedMembers } from '../../../support/runtime-needs.ts';

const members = runtimeMembers();
const all = [...members.values()];

describe('the runtime', () => {
  const withText = all.filter(({ lines }) => lines.length > 0);

  it.each(withText.map((member) => [member.name, member] as const))('%s declares exactly what it uses', (_, member) => {
    expect(namesOf(member.needs)).toEqual(namesOf(usedMembers(member, members)));
  });

  it('needs only members', () => {
    const needed = all.flatMap(({ needs }) => needs.flatMap(({ when, names }) => [...when, ...names]));
    expect(needed.filter((name) => !members.has(name))).toEqual([]);
  });

  it('marks lines with members only', () => {
    const marks = all.flatMap(({ lines }) => lines.flatMap(({ when, unless }) => [...when, ...unless]));
    expect(marks.filter((name) => !members.has(name) && name !== 'local')).toEqual([]);
  });

  it.each(withText.map(({ name }) => name))('%s prints no mark, and declares one function or field', (name) => {
    for (const needed of [[name], [...members.keys()]]) {
      const text = printMember(members.get(name)!, reachableMembers(members, needed));
      expect(text).not.toMatch(/\/\/#|\/\/\?|#\?|\{\{/);
      expect(text.match(/^(?:@Field (?:transient )?)?[A-Z]?\w+(?:\[\])? \w+(?:\(| = )/gm)).toHaveLength(1);
    }
  });

  it('has no program with a mark that is unknown', () => {
    for (const file of Object.values(agentProgramFiles))
      for (const { when, unless } of readMarkedLines(readAgentProgram(file)))
        expect([...when, ...unless].filter((name) => !members.has(name) && name !== 'local')).toEqual([]);
  });
});

function namesOf(needs: readonly MemberNeed[]): readonly string[] {
  return needs.flatMap(({ when, names }) => names.map((name) => [...when.toSorted(), name].join(' '))).toSorted();
}

const template = `A comment about the file.

//# run: begin
//# + note: write
void run() {
  begin()
  write() //? note
  hurry() //? !note
}

//# begin
void begin() {}

//# write: text
void write() {}

//# text
@Field String text = ''

//# note
`;

describe('the members that a pipeline needs', () => {
  const example = new Map(readMembers(template).map((member) => [member.name, member]));
  const reach = (...needed: readonly string[]) => reachableMembers(example, needed);

  it('are those that it names, and what these need', () => {
    expect([...reach('run')]).toEqual(['run', 'begin']);
    expect(printMember(example.get('run')!, reach('run'))).toBe('void run() {\n  begin()\n  hurry()\n}');
  });

  it('include what a member needs beside another', () => {
    expect([...reach('run', 'note')].toSorted()).toEqual(['begin', 'note', 'run', 'text', 'write']);
    expect(printMember(example.get('run')!, reach('note', 'run'))).toBe('void run() {\n  begin()\n  write()\n}');
  });

  it('must exist', () => {
    expect(() => reach('missing')).toThrow('The runtime has no member missing');
  });
});

it('a mark on its own line is for the lines up to the next empty one', () => {
  const lines = readMarkedLines('a\n#? note\nb\nc #? !local\n\nd');
  const print = (...names: readonly string[]) => printMarkedLines(lines, (name) => names.includes(name));
  expect(print()).toBe('a\nd');
  expect(print('note')).toBe('a\nb\nc\n\nd');
  expect(print('note', 'local')).toBe('a\nb\n\nd');
});
