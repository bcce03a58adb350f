import type { ExpectedProblem, ExpectedRejection } from '../../language/test-files/test-suite.ts';
import { quoteShort } from '../../problem/describe-value.ts';
import type { CaseRun, Difference, Rejection } from './case-run.ts';
import { describeMatch, isMatch } from './text-match.ts';

/** What a case expects of a rejection and what is not so. Further reasons are not compared. */
export function compareRejection(
  { problems }: ExpectedRejection,
  run: Exclude<CaseRun, { readonly kind: 'not-mocked' }>,
): readonly Difference[] {
  const reasons = run.kind === 'rejected' ? run.reasons : [];
  return problems.flatMap((problem): Difference[] => {
    const ofIt = reasons.filter(({ of }) => isSame(of, problem.of));
    const { message, path } = problem;
    if (ofIt.some((reason) => message === undefined || isMatch(message, reason.message))) return [];
    const what = describeKind(problem.of);
    const expected = message === undefined ? 'rejected' : describeMatch(message);
    return [{ path, what, expected, found: foundReasons(run, ofIt.length > 0 ? ofIt : reasons) }];
  });
}

function isSame(left: ExpectedProblem['of'], right: ExpectedProblem['of']): boolean {
  if (left.kind === 'check' || right.kind === 'check') return left.kind === right.kind;
  return left.kind === right.kind && left.name === right.name;
}

function describeKind(of: ExpectedProblem['of']): string {
  if (of.kind === 'check') return 'check';
  return of.kind === 'input' ? `input ${of.name}` : `problem ${of.name}`;
}

function foundReasons(run: CaseRun, reasons: readonly Rejection[]): string {
  if (run.kind !== 'rejected') return 'the flow ran';
  return reasons.map(({ of, message }) => `${describeKind(of)}: ${quoteShort(message)}`).join('; ');
}
