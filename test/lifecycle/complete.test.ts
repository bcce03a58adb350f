import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../src/base/config/package-root.ts';
import { transitions } from '../../src/lifecycle/transitions.ts';

const source = join(packageRoot(), 'src');
const read = (file: string) => readFileSync(join(source, file), 'utf8');

test('every event has a sender', () => {
  const senders = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.startsWith('lifecycle'))
    .map(read)
    .join('\n');
  const unsent = Object.keys(transitions.events).filter((name) => !senders.includes(`name: '${name}'`));
  expect(unsent).toEqual([]);
});

test('every effect has a function in the step of Redis, and every function an effect', () => {
  const [, effects = ''] = /export type Effect =([^]*?);\n\n/.exec(read('lifecycle/transitions.ts')) ?? [];
  const kinds = [...effects.matchAll(/kind: '([^']+)'/g)].map(([, kind]) => kind);
  const step = read('store/executions/redis/scripts/apply-step.lua');
  const functions = [...step.matchAll(/^apply\['([^']+)'\] =/gm)].map(([, kind]) => kind);
  // It follows the step.
  expect(functions.toSorted()).toEqual(kinds.filter((kind) => kind !== 'queue').toSorted());
  expect(functions.length).toBeGreaterThan(5);
});
