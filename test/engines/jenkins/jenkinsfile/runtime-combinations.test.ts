import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { agentProgramFiles, readAgentProgram } from '../../../../src/engines/jenkins/jenkinsfile/agent-programs.ts';
import { composePipeline } from '../../../../src/engines/jenkins/jenkinsfile/compose-pipeline.ts';
import { readMarkedLines } from '../../../../src/engines/jenkins/jenkinsfile/marked-lines.ts';
import { runtimeFlags } from '../../../../src/engines/jenkins/jenkinsfile/runtime-flags.ts';
import { reachableMembers, type RuntimeMember } from '../../../../src/engines/jenkins/jenkinsfile/runtime-member.ts';
import { runtimeMembers } from '../../../../src/engines/jenkins/jenkinsfile/runtime.ts';
import { usedMembers } from '../../../support/runtime-needs.ts';
import { combinationsOf, flagsOf, impliedFlags, variantOf } from '../../../support/runtime-variants.ts';
import { flowOf, taskTypes } from '../../../support/transpile-yaml.ts';

const members = runtimeMembers();
const all = [...members.values()];
const golden = join(import.meta.dirname, '..', '..', '..', 'golden');

/** The marks of the templates: those at the end of a line, and those above a paragraph, which is a whole function. */
function marksIn(source: string): readonly string[] {
  return [...source.matchAll(/(?:\/\/|#)\?((?: !?\w+)+)$/gm)].map(([, names = '']) => names.trim());
}

describe('the flags of the runtime', () => {
  const folder = join(import.meta.dirname, '..', '..', '..', '..', 'templates', 'runtime');
  const functions = readdirSync(folder).flatMap((file) => marksIn(readFileSync(join(folder, file), 'utf8')));
  const programs = Object.values(agentProgramFiles).map((file) => readAgentProgram(file));
  const names = new Set([...functions, ...programs.flatMap(marksIn)].flatMap((mark) => mark.split(' ')));

  it('are few, and so are the lines that they choose', () => {
    expect(Object.keys(runtimeFlags)).toHaveLength(10);
    expect(
      [...names].map((name) => name.replace('!', '')).filter((name) => !Object.hasOwn(runtimeFlags, name)),
    ).toEqual([]);
    expect(functions.length + programs.flatMap(marksIn).length).toBeLessThanOrEqual(120);
  });

  it('only leave out lines of functions, so that the whole function fits every flow', () => {
    expect(functions.filter((mark) => mark.includes('!'))).toEqual([]);
  });

  it('choose whole functions and statements of programs, never single lines', () => {
    expect(programs.flatMap((source) => source.match(/^.*\S.*#\?.*$/gm) ?? [])).toEqual([]);
  });

  it('have no other combinations than those in golden/runtime-combinations.txt', () => {
    const path = join(golden, 'runtime-combinations.txt');
    const lines = all.flatMap((member) => {
      const combinations = combinationsOf(member);
      if (combinations.length === 1) return [];
      const rows = combinations.map((flags) => {
        const count = variantOf(member, flags).split('\n').length;
        return `  ${String(count).padStart(3)} lines  ${[...flags].join(' ') || '-'}`;
      });
      return [`${member.name}: ${combinations.length} combinations`, ...rows, ''];
    });
    const text = lines.join('\n');
    if (process.env.UPDATE_GOLDEN === '1') writeFileSync(path, text);
    expect(text).toBe(readFileSync(path, 'utf8'));
  });

  const flows = readdirSync(join(golden, 'flows')).flatMap((name) => {
    try {
      return [{ name, flow: flowOf(readFileSync(join(golden, 'flows', name, 'flow.yaml'), 'utf8')) }];
    } catch {
      return [];
    }
  });

  it.each(flows)('imply each other as declared, in $name', ({ flow }) => {
    for (const options of [
      { parameters: 'declared' },
      { parameters: 'external' },
      { parameters: 'external', canBegin: true },
    ] as const) {
      const { pipeline } = composePipeline(flow, {
        taskTypes,
        settings: { vendor: 'vendor', prefix: 'VENDOR' },
        subflow: () => undefined,
        ...options,
      });
      const reached = reachableMembers(members, pipeline.needed);
      const flags = Object.keys(runtimeFlags).filter((name) => reached.has(name));
      for (const flag of flags) expect(flags).toEqual(expect.arrayContaining([...(impliedFlags[flag] ?? [])]));
    }
  });
});

describe('a function that may be missing', () => {
  const mayLack = (caller: RuntimeMember, name: string): boolean =>
    caller.uses.includes(name) ||
    !members
      .get(name)!
      .only.every((each) => each === caller.name || caller.only.includes(each) || caller.needs.includes(each));

  it.each(all.filter(({ lines }) => lines.length > 0).map((member) => [member.name, member] as const))(
    'is called by %s only after a look at what the flow has',
    (_, member) => {
      const unguarded = member.lines.filter((line, index) => {
        const alone = { ...member, lines: [line] };
        if (![...usedMembers(alone, members)].some((name) => mayLack(member, name))) return false;
        // The look is in the same statement, or in one just above that ends the function or begins the branch.
        const around = member.lines.slice(Math.max(0, index - 3), index + 1).map(({ text }) => text);
        return line.when.length === 0 && !/\b(?:if|for) \(| \? |\belse\b/.test(around.join('\n'));
      });
      expect(unguarded.map(({ text }) => text)).toEqual([]);
    },
  );
});

it('readMarkedLines reads the flags of a program', () => {
  expect(flagsOf({ ...all[0]!, lines: readMarkedLines('#? !local blocks\na\n\nb') })).toEqual(['blocks']);
});
