import { expect, it } from 'vitest';
import { LastLines } from '../../../src/abilities/logs/last-lines.ts';
import { NotifiedExecutions } from '../../../src/abilities/notify/notified-executions.ts';
import { recordOf } from '../../support/execution-record.ts';

const record = recordOf({
  id: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  flow: { namespace: 'web', id: 'deploy' },
  revision: 1,
  subflows: [{ namespace: 'hidden', id: 'keys', revision: 1 }],
  calls: ['fetch'],
  actor: 'ada',
  labels: {},
  inputs: {},
  messages: [],
  state: 'FAILED',
  reason: 'Task fetch/rotate-master-key failed',
  failedTask: 'fetch/rotate-master-key',
  history: [{ state: 'CREATED', at: '2026-01-02T03:04:05.678Z' }],
  engine: 'local',
  attempts: 1,
  tasks: [],
});

function viewWith(hasPolicy: boolean) {
  const deps = { store: { read: async () => record, source: async () => undefined }, hasPolicy };
  return new NotifiedExecutions(deps as unknown as ConstructorParameters<typeof NotifiedExecutions>[0]).view(record.id); // the rest is not used
}

it('receivers learn what readers of the namespace may see', async () => {
  expect((await viewWith(false))?.record.reason).toContain('rotate-master-key');
  expect(JSON.stringify(await viewWith(true))).not.toMatch(/rotate-master-key|keys/);
});

it('the last lines of a log are plain text, without empty lines', () => {
  const lines = new LastLines(3);
  for (const part of ['first\nsec', 'ond\n\n \u001b[31mred\u001b[0m\r\n', `\tindented\n${'x'.repeat(1000)}`])
    lines.add(part);
  const all = lines.all;
  expect(all.slice(0, 2)).toEqual([' red', '\tindented']);
  expect(all[2]).toMatch(/^x{300}$/);
});
