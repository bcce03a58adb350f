import { expect, test } from 'vitest';
import { defaultFlowLimits } from '../../../src/language/document/flow-limits.ts';
import { checkFlow } from '../../../src/language/flow/check-flow.ts';
import { unlimitedTime } from '../../../src/language/safe-patterns/time-budget.ts';
import { choose, taskTypes } from './marked-flow.ts';

const head = 'id: a\nnamespace: a\ndescription: a\ninputs:\n  - {id: ids, type: STRING}\n';
const problemsOf = (text: string) =>
  checkFlow(
    { text, format: 'yaml' },
    { taskTypes, vendor: 'vendor', prefix: 'VENDOR', limits: defaultFlowLimits, makeBudget: unlimitedTime },
  ).problems.filter(({ severity }) => severity === 'error');

test.each(taskTypes.types.map(({ name, title }) => ({ name, title })))(
  'the snippet of $name is a valid task once it has an id, wherever it is written',
  ({ name, title }) => {
    for (const start of ['tasks:\n  - ‸', 'tasks:\n- ‸', 'tasks:\n  ‸']) {
      const flow = choose(head + start, title)
        .replace('‸', '')
        .replace('id: \n', 'id: b\n');
      expect(flow).toContain(`type: ${name}`);
      expect(problemsOf(flow).filter(({ code }) => code !== 'unknown-reference')).toEqual([]);
    }
  },
);
