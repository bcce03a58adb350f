import { printMarkedLines, readMarkedLines, type MarkedLine } from './marked-lines.ts';

/**
 * A function or field of the runtime. A template declares it in one place:
 *
 *     //# noteStop: isStop stopped noteEnding       its name, and the members that it uses
 *     @NonCPS
 *     void noteStop(Map frame, Exception failure) {
 *       if (!isStop(failure)) return
 *       stopped = true
 *       if (frame.progress != null) noteEnding()
 *     }
 *
 *     //# noteEnding (notes): progress              only together with `notes`, however many use it
 *     //# flowTask: runTask skipTask?               `skipTask` only if something else needs it
 *
 * So a call can name a function that is missing: where the frame or the task shows that it is never reached.
 */
export interface RuntimeMember {
  readonly name: string;
  /** The flags or members without which it is left out. */
  readonly only: readonly string[];
  readonly needs: readonly string[];
  /** The members that it uses, but does not require. */
  readonly uses: readonly string[];
  readonly lines: readonly MarkedLine[];
}

/** Reads the members of a template. Text before the first one is a comment about the file. */
export function readMembers(template: string): readonly RuntimeMember[] {
  const [, ...sections] = template.split(/^\/\/# (?=\w)/m);
  return sections.map(readMember);
}

const header = /^(\w+)(?: \(([\w ]+)\))?(?:: ([\w ?]+))?$/;

function readMember(section: string): RuntimeMember {
  const [first = '', ...lines] = section.trimEnd().split('\n');
  const [, name, only, used] = header.exec(first) ?? [];
  if (name === undefined) throw new Error(`A template of the runtime declares a member as ${first}`);
  const all = words(used);
  return {
    name,
    only: words(only),
    needs: all.filter((each) => !each.endsWith('?')),
    uses: all.filter((each) => each.endsWith('?')).map((each) => each.slice(0, -1)),
    lines: readMarkedLines(lines.join('\n')),
  };
}

function words(text: string | undefined): readonly string[] {
  return (text ?? '').split(' ').filter(Boolean);
}

/** The members that some members need, directly or indirectly, and themselves. */
export function reachableMembers(
  members: ReadonlyMap<string, RuntimeMember>,
  needed: Iterable<string>,
): ReadonlySet<string> {
  const get = (name: string): RuntimeMember => {
    const member = members.get(name);
    if (member === undefined) throw new Error(`The runtime has no member ${name}`);
    return member;
  };
  const reached = new Set(needed);
  // An added member can be what others were left out without.
  for (let size = -1; size !== reached.size;) {
    size = reached.size;
    for (const name of reached)
      for (const need of get(name).needs) if (get(need).only.every((each) => reached.has(each))) reached.add(need);
  }
  return reached;
}

/** The text of a member together with others. */
export function printMember({ lines }: RuntimeMember, reached: ReadonlySet<string>): string {
  return printMarkedLines(lines, (name) => reached.has(name));
}
