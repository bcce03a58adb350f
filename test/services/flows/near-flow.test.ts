import { expect, test } from 'vitest';
import { Caller } from '../../../src/access/caller.ts';
import type { FlowKey } from '../../../src/language/flow/flow-key.ts';
import { Suggestions } from '../../../src/language/document/suggestions.ts';
import { didYouMeanFlow } from '../../../src/services/flows/near-flow.ts';

const caller = Caller.of({ subject: 'ada', groups: [] }, undefined);

test('many wrong names among many long ones are not all looked for', async () => {
  const flows: FlowKey[] = Array.from({ length: 200 }, (_, index) => ({
    namespace: 'team',
    id: `${'a'.repeat(100)}-${index}`,
  }));
  let reads = 0;
  const store = {
    neighbours: async () => {
      reads++;
      return flows;
    },
  };
  const suggestions = new Suggestions();
  const sentences: string[] = [];
  for (let index = 0; index < 50; index++)
    sentences.push(
      await didYouMeanFlow({ namespace: 'team', id: `${'a'.repeat(100)}+${index}` }, { store, caller, suggestions }),
    );
  expect(sentences[0]).toContain('Did you mean "team/aaa');
  expect(sentences.at(-1)).toBe('');
  expect(reads).toBeLessThan(10);
});
