import type { Path } from '../../../base/problem/problem.ts';
import { referenceText } from '../../expressions/reference.ts';
import { templateReferences } from '../../expressions/references-of.ts';
import type { Template } from '../../expressions/template.ts';
import { isFileType, isSecretType } from '../../input-types/input-types.ts';
import type { FlowDraft } from '../flow-draft.ts';
import type { Validation } from './validation.ts';

/** The name of each lock, with its path in the document. */
export function* lockNames({ flow }: FlowDraft): Generator<{ readonly name: Template; readonly path: Path }> {
  for (const [index, { name, place }] of (flow.locks ?? []).entries()) yield { name, path: ['locks', index, ...place] };
}

/**
 * Checks that the names of locks refer only to inputs whose values may be shown, and warns of those that the namespace may
 * not use, if the locks of the installation are known.
 */
export function validateLocks(validation: Validation): void {
  const { draft, declarations, problems, lockProblem } = validation;
  for (const { name, path } of lockNames(draft)) {
    for (const { reference, range } of templateReferences(name)) {
      const text = referenceText(reference);
      if (reference.root !== 'inputs') {
        const message = `The name of a lock can refer only to inputs; found ${text}.`;
        problems.push({ code: 'invalid-expression', message, path, range });
        continue;
      }
      const type = declarations.typeOf(reference);
      if (!isSecretType(type) && !isFileType(type)) continue;
      const message = `The names of locks are shown to others, so ${text} must not be of type ${type}.`;
      problems.push({ code: 'type-mismatch', message, path, range });
    }
  }
  for (const [index, { text, place, name, permits }] of (draft.flow.locks ?? []).entries()) {
    if (text === '' || name.some(({ kind }) => kind === 'reference')) continue;
    const message = lockProblem?.({ namespace: draft.flow.namespace, name: text, permits });
    if (message !== undefined) problems.push({ code: 'unavailable-lock', message, path: ['locks', index, ...place] });
  }
}
