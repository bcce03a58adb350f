import { parseGroovy } from '../../../../src/import/groovy/parse-groovy.ts';
import type { Statement } from '../../../../src/import/groovy/syntax.ts';
import type { JobMapping, Scope } from '../../../../src/import/mapping/context/job-mapping.ts';
import { initialScope } from '../../../../src/import/mapping/directives/names-of-flow.ts';
import type { DraftTask } from '../../../../src/import/mapping/drafts/draft-flow.ts';
import { mapStep, toStep } from '../../../../src/import/mapping/steps/step.ts';
import { stepOf } from '../../../../src/import/mapping/steps/steps.ts';
import { mappingOf } from '../mapping-setup.ts';

export const plainScope: Scope = {
  ...initialScope(mappingOf('')),
  params: new Map([
    ['VERSION', { text: '{{ inputs.VERSION }}', operand: 'inputs.VERSION', form: 'text' }],
    ['DEPLOY', { text: '{{ inputs.DEPLOY }}', operand: 'inputs.DEPLOY', form: 'boolean' }],
  ]),
  env: new Map([['WORKSPACE', { shell: '${WORKSPACE}', form: 'word' }]]),
};

/** Maps steps only: their tasks, and what is by hand, with the reasons. */
export function mapSteps(source: string, scope: Scope = plainScope, options: Partial<JobMapping['options']> = {}) {
  const byHand: string[] = [];
  const differs: string[] = [];
  const mapping = mappingOf(source, {
    id: 'job',
    namespace: 'ci.apps',
    ...options,
    statements: (statements, inside) => ({
      tasks: statements.flatMap((statement) => mapStatement(statement, inside)),
      scope: inside,
    }),
  });

  function mapStatement(statement: Statement, inside: Scope): readonly DraftTask[] {
    const { expression } = statement as Extract<Statement, { kind: 'expression' }>;
    if (expression?.kind !== 'call') throw new Error(`Not a step: ${source.slice(statement.start, statement.end)}`);
    const name = expression.of === undefined ? expression.name : 'docker.image.inside';
    const construct = stepOf(name, mapping);
    const result =
      construct === undefined
        ? { byHand: 'no handler' }
        : mapStep(construct, toStep(expression, construct.main), inside);
    if ('byHand' in result) {
      byHand.push(result.byHand);
      return [messageOf(name)];
    }
    if (result.missing !== undefined) byHand.push(result.missing);
    differs.push(...(result.differs ?? []));
    return result.tasks;
  }

  const { statements } = parseGroovy(source);
  const tasks = statements.flatMap((statement) => mapStatement(statement, { ...scope, job: mapping }));
  return { tasks, shapes: tasks.map(({ shape }) => shape), byHand, differs, mapping };
}

const messageOf = (construct: string): DraftTask => ({
  id: construct,
  shape: { kind: 'message', text: `${construct}: write this by hand` },
  common: { disabled: true },
  comments: [],
  span: { start: 0, end: 0 },
});
