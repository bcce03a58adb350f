import { createTwoFilesPatch } from 'diff';
import type { FlowRecord } from './flow-service.ts';

/** The unified diff from one revision of a flow to another; empty when their sources are equal. */
export function diffRevisions(from: FlowRecord, to: FlowRecord): string {
  const [older, newer] = [from.checked.text, to.checked.text];
  if (older === newer) return '';
  const name = ({ flow, entry }: FlowRecord) => `${flow.namespace}/${flow.id}@${entry.revision}`;
  // Texts that have nothing in common would take the square of their length; past the limit all lines are replaced.
  const patch = createTwoFilesPatch(name(from), name(to), older, newer, from.entry.createdAt, to.entry.createdAt, { context: 3, timeout: 200 });
  return (patch ?? replaceAll(name(from), name(to), older, newer)).replace(/^=+\n/, '');
}

function replaceAll(fromName: string, toName: string, older: string, newer: string): string {
  const [removed, added] = [linesOf(older), linesOf(newer)];
  const body = [...removed.map((line) => `-${line}`), ...added.map((line) => `+${line}`)].join('\n');
  return `--- ${fromName}\n+++ ${toName}\n@@ -1,${removed.length} +1,${added.length} @@\n${body}\n`;
}

function linesOf(text: string): string[] {
  return text.replace(/\n$/, '').split('\n');
}
