import { spawnSync } from 'node:child_process';
import { afterAll, describe, expect, it } from 'vitest';
import {
  agentProgramFiles,
  agentPrograms,
  readAgentProgram,
} from '../../../../../src/engines/jenkins/jenkinsfile/agent-programs.ts';
import { printMarkedLines, readMarkedLines } from '../../../../../src/engines/jenkins/jenkinsfile/marked-lines.ts';
import { runtimeMembers } from '../../../../../src/engines/jenkins/jenkinsfile/runtime.ts';
import { MiniJenkins } from '../../../../support/mini-jenkins.ts';
import { combinationsOf, variantOf } from '../../../../support/runtime-variants.ts';

const jenkins = new MiniJenkins();
afterAll(() => jenkins.close());

describe('every combination of flags', () => {
  it('compiles, in each function that has marked lines', async () => {
    const variants = [...runtimeMembers().values()].flatMap((member) => {
      const combinations = combinationsOf(member);
      if (combinations.length === 1) return [];
      const texts = new Set(combinations.map((flags) => variantOf(member, flags)));
      return [...texts].map((text, index) => text.replace(`${member.name}(`, `${member.name}_${index}(`));
    });
    expect(variants.length).toBeGreaterThan(100);
    for (let at = 0; at < variants.length; at += 40) {
      const source = `import groovy.transform.Field\n\n${variants.slice(at, at + 40).join('\n\n')}`;
      expect(await jenkins.compile(source)).toBeNull();
    }
  });

  it('is a program that a shell can read', () => {
    const lines = readMarkedLines(readAgentProgram(agentProgramFiles.runTask));
    const combinations = combinationsOf(runtimeMembers().get('agentScript')!);
    const programs = [
      agentPrograms('local').runTask,
      ...combinations.map((flags) => printMarkedLines(lines, (name) => flags.includes(name))),
    ];
    expect(programs).toHaveLength(33);
    for (const program of programs) expect(spawnSync('sh', ['-n'], { input: program }).stderr.toString()).toBe('');
  });
});
