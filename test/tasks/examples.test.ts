import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/base/text/json-value.ts';
import { transpile } from '../../src/engines/jenkins/jenkinsfile/transpile.ts';
import { defaultFlowLimits } from '../../src/language/document/flow-limits.ts';
import { checkFlow } from '../../src/language/flow/check-flow.ts';
import { unlimitedTime } from '../../src/language/safe-patterns/time-budget.ts';
import { loadTaskRegistry } from '../../src/language/task-loader/load-task-registry.ts';
import { ownTaskFolder } from '../../src/language/task-loader/task-folder.ts';
import { MiniJenkins } from '../support/mini-jenkins.ts';

const taskTypes = await loadTaskRegistry({ folders: [ownTaskFolder()], vendor: 'vendor' });
const options = { taskTypes, vendor: 'vendor', prefix: 'VENDOR', limits: defaultFlowLimits, makeBudget: unlimitedTime };

const examples = taskTypes.types.flatMap(({ documentation }) =>
  documentation.examples.map((example) => ({ type: documentation.type, ...example })),
);
const accepted = examples.filter(({ problems = [] }) =>
  problems.every((code) => code === 'secret-in-log' || code === 'privileged-container'),
);

/** An example is a whole flow, or the items of its task list. */
function flowOf(yaml: string): string {
  const isFlow = yaml.trimStart().startsWith('id:');
  return isFlow
    ? yaml
    : `id: example\nnamespace: examples\ndescription: An example.\ntasks:\n${yaml.replace(/^(?=.)/gm, '  ')}`;
}

const propertiesOf = (schema: JsonObject) => schema.properties as JsonObject; // every type's schema has them

describe('the examples of task types', () => {
  it.each(examples)('$type: $title', ({ yaml, problems = [] }) => {
    const found = checkFlow({ text: flowOf(yaml), format: 'yaml' }, options).problems;
    expect(found.map(({ code }) => code)).toEqual(problems);
  });

  it.each(taskTypes.types.map(({ documentation }) => documentation))(
    'the examples of $type use all of its properties',
    ({ schema, examples: own }) => {
      const shared = taskTypes.types
        .map(({ documentation }) => Object.keys(propertiesOf(documentation.schema)))
        .reduce((left, right) => left.filter((name) => right.includes(name)));
      const shown = own.map(({ yaml }) => yaml).join('\n');
      const hidden = Object.keys(propertiesOf(schema)).filter(
        (name) => !shared.includes(name) && !new RegExp(`\\b${name}:`).test(shown),
      );
      expect(hidden).toEqual([]);
    },
  );

  it('become Jenkinsfiles that compile', async () => {
    const jenkins = new MiniJenkins();
    const errors: Record<string, string | null> = {};
    for (const { type, title, yaml } of accepted) {
      const { flow } = checkFlow({ text: flowOf(yaml), format: 'yaml' }, options);
      if (flow === undefined) throw new Error(`${type}: ${title} is rejected`);
      const { jenkinsfile } = transpile(flow, { taskTypes, settings: options, parameters: 'declared' });
      errors[`${type}: ${title}`] = await jenkins.compile(jenkinsfile);
    }
    jenkins.close();
    expect(Object.values(errors).filter((error) => error !== null)).toEqual([]);
    expect(Object.keys(errors)).toHaveLength(accepted.length);
  });
});
