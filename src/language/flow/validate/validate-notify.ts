import { enumerate, quoteShort } from '../../../base/problem/describe-value.ts';
import { referenceText } from '../../expressions/reference.ts';
import { templateReferences } from '../../expressions/references-of.ts';
import { isFileType, isSecretType } from '../../input-types/input-types.ts';
import type { Validation } from './validation.ts';

/** Warns of receivers that the namespace of the flow does not have, if the receivers are known. */
export function validateNotify({ draft, receivers, suggestions, problems }: Validation): void {
  const { notify = [], namespace } = draft.flow;
  const known = receivers?.(namespace);
  if (known === undefined) return;
  for (const [index, { to }] of notify.entries()) {
    for (const name of to) {
      if (known.includes(name)) continue;
      const allowed =
        known.length === 0
          ? 'it has none, so nothing is sent. The operator of Flowgate declares receivers in FLOWGATE_RECEIVERS'
          : `it has ${enumerate(known.slice(0, 20))}`;
      const message = `The namespace ${quoteShort(namespace)} has no receiver ${quoteShort(name)}; ${allowed}.${suggestions.for(name, known)}`;
      problems.push({ code: 'unknown-receiver', message, path: ['notify', index, 'to'] });
    }
  }
}

/**
 * Checks that `commit_status` refers only to inputs whose values may leave Flowgate as text, and warns if the namespace has
 * no forge.
 */
export function validateCommitStatus({ draft, hasForge, declarations, problems }: Validation): void {
  const { commitStatus, namespace } = draft.flow;
  if (commitStatus === undefined) return;
  if (hasForge?.(namespace) === false) {
    const message = `No entry of commit_status in FLOWGATE_RECEIVERS is for the namespace ${quoteShort(namespace)}, so no status is shown.`;
    problems.push({ code: 'unknown-receiver', message, path: ['commit_status'], at: 'key' });
  }
  for (const key of ['repository', 'sha'] as const) {
    for (const { reference, range } of templateReferences(commitStatus[key])) {
      const path = ['commit_status', key];
      const text = referenceText(reference);
      if (reference.root !== 'inputs') {
        const message = `commit_status can refer only to inputs; found ${text}.`;
        problems.push({ code: 'invalid-expression', message, path, range });
        continue;
      }
      const type = declarations.typeOf(reference);
      if (!isSecretType(type) && !isFileType(type)) continue;
      const message = `commit_status is shown to others, so ${text} must not be of type ${type}.`;
      problems.push({ code: 'type-mismatch', message, path, range });
    }
  }
}
