import { printMarkedLines, readMarkedLines, type MarkedLine } from './marked-lines.ts';

/**
 * A function or field of the runtime. A template declares it in one place:
 *
 *     //# noteStop: isStop           its name, and the members that it needs
 *     //# + note: noteEnding         those that it needs beside others
 *     @NonCPS
 *     void noteStop(Exception failure) {
 *       if (!isStop(failure)) return
 *       noteEnding() //? note
 *     }
 *
 * A member without lines stands for a feature that other members implement.
 */
export interface RuntimeMember {
  readonly name: string;
  readonly needs: readonly MemberNeed[];
  readonly lines: readonly MarkedLine[];
}

export interface MemberNeed {
  /** The members that require these; if empty, they are always required. */
  readonly when: readonly string[];
  readonly names: readonly string[];
}

/** Reads the members of a template. Text before the first one is a comment about the file. */
export function readMembers(template: string): readonly RuntimeMember[] {
  const [, ...sections] = template.split(/^\/\/# (?=\w)/m);
  return sections.map(readMember);
}

function readMember(section: string): RuntimeMember {
  const lines = section.trimEnd().split('\n');
  const end = lines.findIndex((line, index) => index > 0 && !line.startsWith('//# +'));
  const [first = '', ...others] = end < 0 ? lines : lines.slice(0, end);
  const [name, names] = splitHeader(first);
  const more = others.map((line) => splitHeader(line.slice('//# +'.length)));
  const needs = [
    { when: [], names: words(names) },
    ...more.map(([when, also]) => ({ when: words(when), names: words(also) })),
  ];
  return { name, needs, lines: end < 0 ? [] : readMarkedLines(lines.slice(end).join('\n')) };
}

function splitHeader(header: string): readonly [string, string] {
  const [name = '', needs = ''] = header.split(':');
  return [name.trim(), needs];
}

function words(text: string): readonly string[] {
  return text.split(' ').filter(Boolean);
}

/** The members that some members need, directly or indirectly, and themselves. */
export function reachableMembers(
  members: ReadonlyMap<string, RuntimeMember>,
  needed: Iterable<string>,
): ReadonlySet<string> {
  const reached = new Set<string>();
  const add = (name: string): void => {
    if (reached.has(name)) return;
    const member = members.get(name);
    if (member === undefined) throw new Error(`The runtime has no member ${name}`);
    reached.add(name);
    for (const { when, names } of member.needs) if (when.length === 0) names.forEach(add);
  };
  for (const name of needed) add(name);
  // An added member can complete the conditions of others.
  for (let size = -1; size !== reached.size;) {
    size = reached.size;
    for (const name of reached)
      for (const { when, names } of members.get(name)!.needs)
        if (when.length > 0 && when.every((each) => reached.has(each))) names.forEach(add);
  }
  return reached;
}

/** The text of a member together with others. */
export function printMember({ lines }: RuntimeMember, reached: ReadonlySet<string>): string {
  return printMarkedLines(lines, (name) => reached.has(name));
}
