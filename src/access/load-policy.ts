import { readFile } from 'node:fs/promises';
import { messageOf } from '../problem/message-of.ts';
import type { AccessPolicy } from './access-policy.ts';
import { readPolicy } from './read-policy.ts';

/** Thrown when the policy file cannot be used; names every problem at once. */
export class PolicyError extends Error {
  override readonly name = 'PolicyError';
}

/** @param path of the file that `FLOWGATE_POLICY` names @throws {PolicyError} */
export async function loadPolicy(path: string): Promise<AccessPolicy> {
  const { policy, problems } = readPolicy(await readText(path));
  if (policy !== undefined) return policy;
  const lines = problems.map(
    ({ line = 1, column = 1, code, message }) => `  ${path}:${line}:${column} ${code} ${message}`,
  );
  throw new PolicyError(
    `The policy has ${problems.length === 1 ? 'a problem' : `${problems.length} problems`}:\n${lines.join('\n')}`,
  );
}

async function readText(path: string): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path));
  } catch (error) {
    throw new PolicyError(`The policy cannot be read: ${messageOf(error)}`, { cause: error });
  }
}
