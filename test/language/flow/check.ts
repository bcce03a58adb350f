import type { FlowSource } from '../../../src/language/document/flow-document.ts';
import { defaultFlowLimits } from '../../../src/language/document/flow-limits.ts';
import { checkFlow, type CheckFlowOptions, type FlowCheck } from '../../../src/language/flow/check-flow.ts';
import { unlimitedTime } from '../../../src/language/safe-patterns/time-budget.ts';
import { fakeTaskTypes } from './fake-task-types.ts';

/** Checks a text with the fake task types. */
export function check(
  text: string,
  options: Partial<CheckFlowOptions> & Partial<Pick<FlowSource, 'format'>> = {},
): FlowCheck {
  const { format = 'yaml', ...others } = options;
  return checkFlow(
    { text, format },
    {
      taskTypes: fakeTaskTypes(),
      vendor: 'vendor',
      prefix: 'VENDOR',
      limits: defaultFlowLimits,
      makeBudget: unlimitedTime,
      ...others,
    },
  );
}

/** The code of a problem and the piece of the text that it points at: `invalid-id «My Flow»`. */
export function pointed(text: string, { problems }: FlowCheck): readonly string[] {
  const lines = text.split('\n');
  const offset = (line: number, column: number): number =>
    lines.slice(0, line - 1).reduce((sum, before) => sum + before.length + 1, 0) + column - 1;
  return problems.map(
    ({ code, line = 0, column = 0, endLine = 0, endColumn = 0 }) =>
      `${code} «${text.slice(offset(line, column), offset(endLine, endColumn))}»`,
  );
}

const head = 'id: sample\nnamespace: examples\ndescription: A sample.\n';
const tasks = 'tasks:\n  - {id: only, type: dev.vendor.plugin.core.log.Log, message: Hello}\n';

/** A flow without problems and the given sections; `tasks` has a task unless the sections include it. */
export function flowWith(sections: string): string {
  return head + (/^tasks:/m.test(sections) ? '' : tasks) + sections;
}

/** The problems of a flow with these sections, as `pointed` writes them. */
export function problemsWith(sections: string): readonly string[] {
  const text = flowWith(sections);
  return pointed(text, check(text));
}
