import { parseTemplate } from '../../expressions/parse-template.ts';
import { conditionReferences, templateReferences } from '../../expressions/references-of.ts';
import { quoteShort } from '../../../problem/describe-value.ts';
import type { FlowDraft, TextReferences } from '../flow-draft.ts';
import type { Viewpoint } from './resolve-reference.ts';

/** The references in one text, with the path of the text in the document. */
export interface PlacedReferences extends TextReferences {
  readonly viewpoint: Viewpoint;
}

/** The references of each text of a flow together with where it stands; `depends_on` is left to its own check. */
export function* placedReferences(draft: FlowDraft): Generator<PlacedReferences> {
  const everything = { variables: Number.POSITIVE_INFINITY, tasks: Number.POSITIVE_INFINITY };
  for (const [position, { value, path }] of draft.variables.entries()) {
    yield {
      path,
      references: templateReferences(value.value),
      viewpoint: { place: 'a variable', variables: position, tasks: 0 },
    };
  }
  const atCheck: Viewpoint = { ...everything, place: 'a check', tasks: 0 };
  for (const { value, path } of draft.checks) {
    yield {
      path: [...path, 'condition'],
      references: conditionReferences(value.condition.condition),
      viewpoint: atCheck,
    };
    yield {
      path: [...path, 'message'],
      references: templateReferences(parseTemplate(value.message).template),
      viewpoint: atCheck,
    };
  }
  for (const [position, { value, path }] of draft.tasks.entries()) {
    const viewpoint: Viewpoint = {
      ...everything,
      place: `the task ${quoteShort(value.id)}`,
      task: value.id,
      tasks: position,
    };
    const { runIf } = value.task;
    if (runIf !== undefined)
      yield { path: [...path, 'run_if'], references: conditionReferences(runIf.condition), viewpoint };
    for (const text of value.references)
      yield { path: [...path, ...text.path], references: text.references, viewpoint };
  }
  for (const { value, path } of draft.triggerConditions) {
    // What comes with a delivery is not declared anywhere.
    const references = conditionReferences(value.condition).filter(({ reference }) => reference.root === 'inputs');
    yield { path, references, viewpoint: { place: 'a trigger', variables: 0, tasks: 0 } };
  }
  for (const { value, path } of draft.outputs) {
    yield {
      path: [...path, 'value'],
      references: templateReferences(value.value),
      viewpoint: { ...everything, place: 'an output' },
    };
  }
}
