import type { MarkedLine } from '../../src/engines/jenkins/jenkinsfile/marked-lines.ts';
import type { MemberNeed, RuntimeMember } from '../../src/engines/jenkins/jenkinsfile/runtime-member.ts';
import { readNames } from '../../src/groovy/groovy-names.ts';

/**
 * The members that the text of a member uses, by the marks of its lines: those that its declaration must name. Fields
 * are used by their name, functions by a call.
 */
export function usedMembers(
  { name: own, lines }: RuntimeMember,
  members: ReadonlyMap<string, RuntimeMember>,
): readonly MemberNeed[] {
  const source = lines.map(({ text }) => text).join('\n');
  const byMarks = new Map<string, { readonly when: readonly string[]; readonly names: Set<string> }>();
  for (const { name, start, isMember } of readNames(source)) {
    const member = members.get(name);
    const used = isField(member) || /^(?:\(| \{)/.test(source.slice(start + name.length));
    if (isMember || member === undefined || name === own || !used) continue;
    const when = [...lineAt(lines, source, start).when].toSorted();
    const group = byMarks.get(when.join(' ')) ?? { when, names: new Set() };
    byMarks.set(when.join(' '), group);
    if (!when.includes(name)) group.names.add(name);
  }
  const always = byMarks.get('')?.names;
  return [...byMarks.values()]
    .map(({ when, names }) => ({ when, names: [...names].filter((name) => when.length === 0 || !always?.has(name)) }))
    .filter(({ names }) => names.length > 0);
}

function isField(member: RuntimeMember | undefined): boolean {
  return member?.lines.some(({ text }) => text.startsWith('@Field')) === true;
}

function lineAt(lines: readonly MarkedLine[], source: string, offset: number): MarkedLine {
  return lines[source.slice(0, offset).split('\n').length - 1]!;
}
