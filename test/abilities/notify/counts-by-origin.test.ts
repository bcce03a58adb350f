import { expect, it } from 'vitest';
import { countsByOrigin } from '../../../src/abilities/notify/notification-queue.ts';

it('the counts of receivers of one origin are added, so that none hides the others', () => {
  const counts = countsByOrigin([
    ['https://a.example', { pending: 3, failed: 1 }],
    ['https://b.example', { pending: 5, failed: 0 }],
    ['https://a.example', { pending: 0, failed: 2 }],
  ]);
  expect(Object.fromEntries(counts)).toEqual({
    'https://a.example': { pending: 3, failed: 3 },
    'https://b.example': { pending: 5, failed: 0 },
  });
});
