import { runSentences } from '../../../language/execution-plan/run-sentences.ts';

const maxLabels = 10;

/** Why a block failed: `Task deploy failed: 3 of 40 items failed: eu-1, eu-7, us-2`. @param labels in order */
export function someFailed(id: string, labels: readonly string[], all: AllOfBlock): string {
  return runSentences.taskFailed(id, someFailedClause(labels, all));
}

/** The same without the task. */
export function someFailedClause(labels: readonly string[], { total, what }: AllOfBlock): string {
  const shown = labels.slice(0, maxLabels).join(', ');
  const list = labels.length > maxLabels ? runSentences.moreLabels(shown, `${labels.length - maxLabels}`) : shown;
  return runSentences.someFailed(`${labels.length}`, `${total}`, what, list);
}

interface AllOfBlock {
  readonly total: number;
  readonly what: 'items' | 'branches';
}
