import { parseGroovy } from '../../../../src/import/groovy/parse-groovy.ts';
import type { Statement } from '../../../../src/import/groovy/syntax.ts';
import type { DraftTask } from '../../../../src/import/mapping/draft-task.ts';
import { emptyFlow } from '../../../../src/import/mapping/empty-flow.ts';
import { ImportBudget } from '../../../../src/import/mapping/import-budget.ts';
import type { Mapping } from '../../../../src/import/mapping/mapping.ts';
import type { Scope } from '../../../../src/import/mapping/scope.ts';
import { stepHandlers, toStep } from '../../../../src/import/mapping/step-handlers.ts';

export const plainScope: Scope = {
  budget: new ImportBudget(),
  list: 'tasks',
  depth: 0,
  params: new Map([
    ['VERSION', { text: '{{ inputs.VERSION }}', operand: 'inputs.VERSION', form: 'text' }],
    ['DEPLOY', { text: '{{ inputs.DEPLOY }}', operand: 'inputs.DEPLOY', form: 'boolean' }],
  ]),
  env: new Map([['WORKSPACE', { shell: '${WORKSPACE}', form: 'word' }]]),
  locals: new Map(),
  taskEnv: new Map(),
  prelude: [],
};

/** A mapping that knows steps only: what it returns for statements, and what is by hand, with the reasons. */
export function mapSteps(source: string, scope: Scope = plainScope) {
  const ids = new Set<string>();
  const byHand: string[] = [];
  const differs: string[] = [];
  const mapping: Mapping = {
    source,
    flow: emptyFlow({ id: 'job', namespace: 'ci.apps', description: 'A job.' }),
    rules: {},
    report: () => undefined,
    taskId(...words) {
      const word = words.join('-');
      const id = ids.has(word) ? `${word}-${ids.size}` : word;
      ids.add(id);
      return id;
    },
    commentsAbove: () => [],
    steps: (statements, inside) => statements.flatMap((statement) => mapStatement(statement, inside)),
    byHand: (_, construct) => messageOf(construct),
  };

  function mapStatement(statement: Statement, inside: Scope): readonly DraftTask[] {
    const { expression } = statement as Extract<Statement, { kind: 'expression' }>;
    if (expression?.kind !== 'call') throw new Error(`Not a step: ${source.slice(statement.start, statement.end)}`);
    const name = expression.of === undefined ? expression.name : 'docker.image.inside';
    const result = stepHandlers[name]?.(toStep(expression), inside, mapping) ?? { byHand: 'no handler' };
    if ('byHand' in result) {
      byHand.push(result.byHand);
      return [messageOf(name)];
    }
    if (result.missing !== undefined) byHand.push(result.missing);
    differs.push(...(result.differs ?? []));
    return result.tasks;
  }

  const tasks = parseGroovy(source).statements.flatMap((statement) => mapStatement(statement, scope));
  return { tasks, shapes: tasks.map(({ shape }) => shape), byHand, differs, mapping };
}

const messageOf = (construct: string): DraftTask => ({
  id: construct,
  shape: { kind: 'message', text: `${construct}: write this by hand` },
  common: { disabled: true },
  comments: [],
  span: { start: 0, end: 0 },
});
