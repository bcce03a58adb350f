import type { RuntimeMember } from '../../src/engines/jenkins/jenkinsfile/runtime-member.ts';
import { readNames } from '../../src/language/groovy/groovy-names.ts';

/**
 * The members that the text of a member uses: those that its declaration must name. Fields are used by their name,
 * functions by a call.
 */
export function usedMembers(
  { name: own, lines }: RuntimeMember,
  members: ReadonlyMap<string, RuntimeMember>,
): ReadonlySet<string> {
  const source = lines.map(({ text }) => text).join('\n');
  const used = [...readNames(source)].filter(({ name, start, isMember }) => {
    const member = members.get(name);
    if (isMember || member === undefined || name === own) return false;
    return isField(member) || /^(?:\(| \{)/.test(source.slice(start + name.length));
  });
  return new Set(used.map(({ name }) => name));
}

function isField(member: RuntimeMember): boolean {
  return member.lines.some(({ text }) => text.startsWith('@Field'));
}
