import { readFile } from 'node:fs/promises';
import { messageOf } from '../problem/message-of.ts';
import type { AccessPolicy } from './access-policy.ts';
import { readPolicy } from './read-policy.ts';

/** Thrown for an invalid policy file; the message lists all problems. */
class PolicyError extends Error {
  override readonly name = 'PolicyError';
}

/** @param path the path in `FLOWGATE_POLICY` @throws {PolicyError} */
export async function loadPolicy(path: string): Promise<AccessPolicy> {
  const { policy, problems } = readPolicy(await readText(path));
  if (policy !== undefined) return policy;
  const lines = problems.map(
    ({ line = 1, column = 1, code, message }) => `  ${path}:${line}:${column} ${code} ${message}`,
  );
  throw new PolicyError(
    `Invalid policy, ${problems.length === 1 ? '1 problem' : `${problems.length} problems`}:\n${lines.join('\n')}`,
  );
}

async function readText(path: string): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path));
  } catch (error) {
    throw new PolicyError(`Cannot read the policy: ${messageOf(error)}`, { cause: error });
  }
}
