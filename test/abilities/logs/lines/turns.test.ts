import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Turns } from '../../../../src/abilities/logs/lines/turns.ts';

it('gives each caller a turn of its own', async () => {
  const turns = new Turns();
  const order: string[] = [];
  const callers = [1, 2, 3].map(async (number) => {
    await turns.next();
    order.push(`caller ${number}`);
  });
  const others = (async () => {
    for (let number = 1; number <= 3; number++) {
      await nextTurn();
      order.push(`other ${number}`);
    }
  })();
  await Promise.all([...callers, others]);
  expect(order.filter((entry, index) => entry.startsWith('caller') && order[index + 1]?.startsWith('caller'))).toEqual(
    [],
  );
});
