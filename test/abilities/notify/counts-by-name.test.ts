import { expect, it } from 'vitest';
import { countsByName } from '../../../src/abilities/notify/open-notifications.ts';

it('the counts of receivers of one origin are added, so that none hides the others', async () => {
  const laneOf = (name: string, pending: number, failed: number) => ({
    address: { name, queue: '', namespaces: [] },
    counts: async () => ({ pending, failed }),
  });
  const lanes = [
    laneOf('https://a.example', 3, 1),
    laneOf('https://b.example', 5, 0),
    laneOf('https://a.example', 0, 2),
  ];
  expect(Object.fromEntries(await countsByName(lanes))).toEqual({
    'https://a.example': { pending: 3, failed: 3 },
    'https://b.example': { pending: 5, failed: 0 },
  });
});
