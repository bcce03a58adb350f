import { phases, type PhaseName } from '../execution/record/execution-record.ts';
import type { EventName } from './events.ts';
import { transitions, type EventRules } from './transitions.ts';

/** The phases and events as a Mermaid state diagram, made from the table. */
export function lifeDiagram(): string {
  const arrows = new Map<string, string[]>();
  for (const [name, { in: rows }] of Object.entries(transitions.events) as [EventName, EventRules<EventName>][])
    for (const from of phases) {
      const to = rows[from]?.to;
      for (const next of to === 'queued or held' ? (['queued', 'held'] as const) : to === undefined ? [] : [to])
        arrows.set(arrow(from, next), [...(arrows.get(arrow(from, next)) ?? []), name]);
    }
  const lines = [
    '[*] --> held: accepted',
    '[*] --> queued: accepted',
    '[*] --> running: adopted',
    '[*] --> ended: refused',
    'held --> queued: permitted',
    ...[...arrows].map(([pair, names]) => `${pair}: ${names.join(', ')}`),
    'ended --> [*]',
  ];
  return ['stateDiagram-v2', ...lines.map((line) => `  ${line}`), ''].join('\n');
}

function arrow(from: PhaseName, to: PhaseName): string {
  return `${from} --> ${to}`;
}
