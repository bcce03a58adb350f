import { someText } from '../../base/text/some-text.ts';
import type { PlacedReference } from '../expressions/read-reference.ts';
import { referenceText } from '../expressions/reference.ts';
import { conditionReferences, templateReferences } from '../expressions/references-of.ts';
import { endReferences, isRunRoot, runFieldName, runRootNames, type RunReference } from '../expressions/run-fields.ts';
import { eachTask, taskSections, type Flow } from '../flow/flow.ts';
import type { TaskRegistry } from '../task-types/task-registry.ts';

/** Whether a text may contain such a reference; spares most texts the parser. */
function mayRefer(text: string): boolean {
  return runRootNames.some((root) => text.includes(`${root}.`));
}

/**
 * The fields of the run that the enabled tasks of a flow refer to, in the order of their declaration, without the URL for
 * signals.
 */
export function usedRunReferences(flow: Flow, taskTypes: TaskRegistry): readonly RunReference[] {
  const used = new Set<string>();
  const note = (references: readonly PlacedReference[]): void => {
    for (const { reference } of references) if (isRunRoot(reference.root)) used.add(referenceText(reference));
  };
  const tasks = taskSections.flatMap((section) => flow[section]);
  for (const { type, properties, runIf } of eachTask(tasks, { onlyEnabled: true })) {
    if (runIf !== undefined) note(conditionReferences(runIf.condition));
    if (someText(properties, mayRefer))
      for (const { template, condition } of taskTypes.find(type)?.texts(properties) ?? [])
        note(condition === undefined ? templateReferences(template) : conditionReferences(condition));
  }
  return endReferences.filter((reference) => used.has(runFieldName(reference)));
}
