import { ApiProblem } from '../../../api/api-problem.ts';

/** Why a flow was not saved, for a place above its editor, which lists what is wrong with the text. */
export function counted(problem: ApiProblem | undefined): ApiProblem | undefined {
  const count = problem?.items.length ?? 0;
  if (problem === undefined || count === 0) return problem;
  const detail = `${count === 1 ? '1 problem is' : `${count} problems are`} listed below the text.`;
  return new ApiProblem({ ...problem, detail, items: [], ...(problem.requestId && { requestId: problem.requestId }) });
}
