import { messageOf } from '../base/problem/message-of.ts';
import type { AccessPolicy } from './access-policy.ts';
import { describeProblems, readOperatorText } from './operator-file.ts';
import { readPolicy } from './read-policy.ts';

/** Thrown for an invalid policy file; the message lists all problems. */
class PolicyError extends Error {
  override readonly name = 'PolicyError';
}

/** @param path the path in `FLOWGATE_POLICY` @throws {PolicyError} */
export async function loadPolicy(path: string): Promise<AccessPolicy> {
  const text = await readOperatorText(path, 'policy').catch((error: unknown) => {
    throw new PolicyError(messageOf(error), { cause: error });
  });
  const { policy, problems } = readPolicy(text);
  if (policy === undefined) throw new PolicyError(describeProblems(path, 'policy', problems));
  return policy;
}
