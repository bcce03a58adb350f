import { parseTemplate } from '../expression/parse-template.ts';
import { templateReferences } from '../expression/references-of.ts';
import type { TextProperty } from '../flow/task-types.ts';
import type { Finding, TextRange } from '../problem/problem.ts';
import { scanShell } from '../shell/scan-shell.ts';

/**
 * What the shell would make of the references in a task's shell texts; paths are relative to the task. The texts of one
 * list are one script, so that a here-document or a quote may go on in the next one.
 */
export function shellFindings(texts: readonly TextProperty[]): readonly Finding[] {
  return [...scripts(texts).values()].flatMap(scriptFindings);
}

function scripts(texts: readonly TextProperty[]): Map<string, TextProperty[]> {
  const byList = new Map<string, TextProperty[]>();
  for (const text of texts) {
    if (text.language !== 'shell' && text.language !== 'bash') continue;
    const isItem = typeof text.path.at(-1) === 'number';
    const list = JSON.stringify(isItem ? text.path.slice(0, -1) : text.path);
    const items = byList.get(list);
    if (items === undefined) byList.set(list, [text]);
    else items.push(text);
  }
  return byList;
}

function scriptFindings(items: readonly TextProperty[]): Finding[] {
  const starts: number[] = [];
  const references: TextRange[] = [];
  let length = 0;
  for (const { text } of items) {
    starts.push(length);
    for (const { range } of templateReferences(parseTemplate(text).template)) references.push(moved(range, length));
    length += text.length + 1; // they are joined by line breaks
  }
  const script = items.map(({ text }) => text).join('\n');
  const dialect = items[0]?.language === 'bash' ? 'bash' : 'sh';
  return scanShell(script, references, dialect).map((finding) => {
    const index = starts.findLastIndex((start) => start <= finding.range.start);
    return { ...finding, path: items[index]?.path ?? [], range: moved(finding.range, -(starts[index] ?? 0)) };
  });
}

function moved({ start, end }: TextRange, by: number): TextRange {
  return { start: start + by, end: end + by };
}
