import type { Problem } from '../../base/problem/problem.ts';
import { isFlowgateName, isSetByShell } from './reserved-names.ts';

/** The problem with the name of an author's variable, apart from its syntax (docs/reference/flows.md). */
export function systemNameProblem(name: string): Pick<Problem, 'code' | 'isWarning' | 'message'> | undefined {
  if (isFlowgateName(name))
    return {
      code: 'reserved-name',
      message: `The environment variable ${name} is reserved for Flowgate; choose a name that does not start with FLOWGATE_.`,
    };
  if (!isSetByShell(name)) return undefined;
  return {
    code: 'reserved-name',
    isWarning: true,
    message: `The shell sets the environment variable ${name} itself, so tasks may read its value instead of yours; choose another name.`,
  };
}
