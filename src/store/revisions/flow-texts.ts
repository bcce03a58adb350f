import type { FlowMatch, FlowSummary, FlowTask } from './flow-revision.ts';

/** Max characters of the tasks of a flow that a search finds. */
const maxTaskText = 16 * 1024;
/** Max matches of a flow in a search, and characters of each. */
const [maxMatches, maxMatchText] = [3, 200];

/** The different tasks of a flow as its record has them: `id type` on each line, neither of which contains a space. */
export function taskText(tasks: readonly FlowTask[]): string {
  const lines = [...new Set(tasks.map(({ id, type }) => `${id} ${type}`))];
  let length = 0;
  return lines.filter((line) => (length += line.length + 1) <= maxTaskText).join('\n');
}

/** The texts of a flow in which a search finds words, in the order in which it shows them. @param tasks as of `taskText` */
function textsOf(flow: Pick<FlowSummary, 'id' | 'namespace' | 'description' | 'labels'>, tasks: string): FlowMatch[] {
  const lines = tasks === '' ? [] : tasks.split('\n').map((line) => line.split(' '));
  const distinct = (column: number) => [...new Set(lines.map((words) => words[column] ?? ''))];
  return [
    { in: 'id', text: flow.id },
    { in: 'namespace', text: flow.namespace },
    ...(flow.description === undefined ? [] : [{ in: 'description', text: flow.description } as const]),
    ...Object.entries(flow.labels).map(([name, value]) => ({ in: 'label', text: `${name}=${value}` }) as const),
    ...distinct(0).map((text) => ({ in: 'task', text }) as const),
    ...distinct(1).map((text) => ({ in: 'task-type', text }) as const),
  ];
}

/** All of them in lower case. */
export function searchedText(...flow: Parameters<typeof textsOf>): string {
  return textsOf(...flow)
    .map(({ text }) => text)
    .join('\n')
    .toLowerCase();
}

/** Where each word is, up to a limit; undefined if one is not there. */
export function matchesOf(
  words: readonly string[],
  ...flow: Parameters<typeof textsOf>
): readonly FlowMatch[] | undefined {
  const texts = textsOf(...flow);
  const found = new Map<FlowMatch, FlowMatch>();
  for (const word of words.map((text) => text.toLowerCase())) {
    const match = texts.find(({ text }) => text.toLowerCase().includes(word));
    if (match === undefined) return undefined;
    if (!found.has(match)) found.set(match, { ...match, text: excerpt(match.text, word) });
  }
  return [...found.values()].slice(0, maxMatches);
}

/** A text on one line; of a long one, the part around a word. */
function excerpt(text: string, word: string): string {
  const start = text.length <= maxMatchText ? 0 : Math.max(0, text.toLowerCase().indexOf(word) - maxMatchText / 4);
  const part = text.slice(start, start + maxMatchText - 2).replace(/\s+/g, ' ');
  return `${start > 0 ? '…' : ''}${part}${start + maxMatchText - 2 < text.length ? '…' : ''}`;
}
