import { runtimeFlags } from '../../src/engines/jenkins/jenkinsfile/runtime-flags.ts';
import { printMember, type RuntimeMember } from '../../src/engines/jenkins/jenkinsfile/runtime-member.ts';

/** The flags that a flow with another one always has. */
export const impliedFlags: Readonly<Record<string, readonly string[]>> = { segments: ['notes', 'endings'] };

/** The flags that choose lines of a member for Jenkins. */
export function flagsOf({ lines }: RuntimeMember): readonly string[] {
  const marks = new Set(lines.flatMap(({ when, unless }) => [...when, ...unless]));
  return Object.keys(runtimeFlags).filter((name) => marks.has(name) && name !== 'local');
}

/** Every combination of flags with which a Jenkinsfile can contain a member. */
export function combinationsOf(member: RuntimeMember): readonly (readonly string[])[] {
  const flags = flagsOf(member);
  const subsets = flags.reduce<readonly (readonly string[])[]>(
    (before, flag) => [...before, ...before.map((each) => [...each, flag])],
    [[]],
  );
  return subsets.filter((subset) =>
    subset.every((flag) => (impliedFlags[flag] ?? []).every((each) => !flags.includes(each) || subset.includes(each))),
  );
}

export function variantOf(member: RuntimeMember, flags: readonly string[]): string {
  return printMember(member, new Set(flags));
}
