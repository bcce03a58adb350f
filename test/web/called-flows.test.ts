import { expect, it } from 'vitest';
import { CalledFlows } from '../../web/src/editor/language/called-flows.ts';

const flow = (id: string) => ({ namespace: 'ci', id });

it('each flow is loaded once, also if that fails', async () => {
  const asked: string[] = [];
  const called = new CalledFlows({
    load: ({ id }) => {
      asked.push(id);
      return id === 'missing' ? Promise.reject(new Error('404')) : Promise.resolve(`source of ${id}`);
    },
    read: (source) => ({ inputs: [], outputs: [{ name: source, range: { start: 0, end: 0 } }] }),
  });
  expect(called.get(flow('a'))).toBeUndefined();
  await Promise.all([called.loadAll([flow('a'), flow('missing')]), called.loadAll([flow('a')])]);
  await called.loadAll([flow('missing'), flow('b')]);
  expect(asked).toEqual(['a', 'missing', 'b']);
  expect(called.get(flow('a'))?.outputs.map(({ name }) => name)).toEqual(['source of a']);
  expect(called.get(flow('missing'))).toBeUndefined();
});
