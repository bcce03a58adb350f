import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EventName } from '../../src/lifecycle/events.ts';
import { phases, type PhaseName } from '../../src/lifecycle/execution-phases.ts';
import { transitions, type EventRules } from '../../src/lifecycle/transitions.ts';

export const executionsPath = 'docs/explanation/executions.md';
const note = '<!-- Phases: written by `npm run docs` from src/lifecycle/transitions.ts. -->';

type Row = readonly [name: EventName, rules: EventRules<EventName>];

/** The page about the life of an execution, with the diagram and the table of its events. */
export function executionsPage(): string {
  const page = readFileSync(join(import.meta.dirname, '..', '..', executionsPath), 'utf8');
  const start = page.indexOf(note);
  const end = page.indexOf('\n## ', start);
  if (start < 0 || end < 0) throw new Error(`${executionsPath} does not contain the note ${note}`);
  const rows = Object.entries(transitions.events) as unknown as readonly Row[]; // the keys are names of events
  return `${page.slice(0, start)}${note}\n\n${diagram(rows)}\n\n${table(rows)}\n${page.slice(end)}`;
}

/** What happens outside of the table: executions are created, and permits become free. */
const others = [
  '[*] --> held: accepted',
  '[*] --> queued: accepted',
  '[*] --> running: adopted',
  '[*] --> ended: refused',
  'held --> queued: permitted',
];

function diagram(rows: readonly Row[]): string {
  const arrows = new Map<string, string[]>();
  for (const [name, { in: transitionsOf }] of rows)
    for (const from of phases)
      for (const to of targets(transitionsOf[from]?.to))
        if (to !== from) arrows.set(`${from} --> ${to}`, [...(arrows.get(`${from} --> ${to}`) ?? []), name]);
  const lines = [...others, ...[...arrows].map(([pair, names]) => `${pair}: ${names.join('<br>')}`), 'ended --> [*]'];
  const text = ['stateDiagram-v2', 'accTitle: The phases of an execution, and the events between them', ...lines];
  return ['```mermaid', ...text.map((line, index) => (index === 0 ? line : `  ${line}`)), '```'].join('\n');
}

function targets(to: PhaseName | 'queued or held' | undefined): readonly PhaseName[] {
  if (to === undefined) return [];
  return to === 'queued or held' ? ['queued', 'held'] : [to];
}

function table(rows: readonly Row[]): string {
  const line = ([name, { guards, in: transitionsOf }]: Row) => {
    const from = phases.filter((phase) => transitionsOf[phase] !== undefined);
    const to = [...new Set(from.map((phase) => transitionsOf[phase]?.to))].filter((each) => each !== undefined);
    const next = from.every((phase) => transitionsOf[phase]?.to === phase) ? 'the same' : to.join(', ');
    return `| \`${name}\` | ${from.join(', ')} | ${next} | ${guards.join(', ')} |`;
  };
  return ['| event | in phase | next phase | only if |', '|---|---|---|---|', ...rows.map(line)].join('\n');
}
