import type { FlowPlan } from '../../../execution-plan/flow-plan.ts';
import { taskSections } from '../../../language/flow/flow.ts';

/** The paths of all tasks that call a flow, such as `build` and, in the called flow, `build/image`. */
export function callPaths({ sections }: FlowPlan, prefix = ''): ReadonlySet<string> {
  const paths = new Set<string>();
  for (const section of taskSections) {
    for (const { task, work } of sections[section]) {
      if (work.kind !== 'call') continue;
      const path = `${prefix}${task.id}`;
      paths.add(path);
      for (const inner of callPaths(work.plan, `${path}/`)) paths.add(inner);
    }
  }
  return paths;
}
