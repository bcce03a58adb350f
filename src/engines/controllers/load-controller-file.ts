import { readFileSync } from 'node:fs';
import { describeProblems, readOperatorText } from '../../access/operator-file.ts';
import { messageOf } from '../../base/problem/message-of.ts';
import type { JenkinsController } from './controller.ts';
import { readControllerFile, type ControllerDefaults } from './read-controller-file.ts';

/** Thrown for an invalid file of controllers; the message lists all problems. */
class ControllerFileError extends Error {
  override readonly name = 'ControllerFileError';
}

/** @param path the path in `FLOWGATE_CONTROLLERS` @throws {ControllerFileError} */
export async function loadControllerFile(
  path: string,
  defaults: ControllerDefaults,
): Promise<readonly JenkinsController[]> {
  const text = await readOperatorText(path, 'file of controllers').catch((error: unknown) => {
    throw new ControllerFileError(messageOf(error), { cause: error });
  });
  const readSecret = (of: string) => new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(of));
  const { controllers, problems } = readControllerFile(text, readSecret, defaults);
  if (controllers === undefined) throw new ControllerFileError(describeProblems(path, 'file of controllers', problems));
  return controllers;
}
