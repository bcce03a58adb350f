import { loadOperatorFile } from '../access/operator-file.ts';
import { readSecretFile } from '../access/operator-secret.ts';
import type { Configuration } from '../base/config/configuration.ts';
import { ownController } from '../engines/controllers/controller.ts';

/** The files that the operator has declared. What reads one is loaded only if there is one. @throws {OperatorFileError} */
export async function loadOperatorFiles(configuration: Configuration) {
  const [receivers, locks, controllers] = await Promise.all([
    receiversOf(configuration),
    locksOf(configuration),
    controllersOf(configuration),
  ]);
  return { receivers, locks, controllers };
}

async function receiversOf({ receiverFile }: Configuration) {
  if (receiverFile === undefined) return undefined;
  const { readReceiverFile } = await import('../abilities/notify/read-receiver-file.ts');
  return loadOperatorFile(receiverFile, 'file of receivers', (text) => readReceiverFile(text, readSecretFile));
}

async function locksOf({ lockFile }: Configuration) {
  if (lockFile === undefined) return undefined;
  const { readLockFile } = await import('../store/executions/locks/read-lock-file.ts');
  return loadOperatorFile(lockFile, 'file of locks', readLockFile);
}

/** The controller of JENKINS_URL, and those of the file. */
async function controllersOf(configuration: Configuration) {
  const others = ownController(configuration);
  const { controllerFile, jenkinsFolder: folder } = configuration;
  if (controllerFile === undefined) return others;
  const { readControllerFile } = await import('../engines/controllers/read-controller-file.ts');
  const read = (text: string) => readControllerFile(text, readSecretFile, { folder, others });
  return [...others, ...(await loadOperatorFile(controllerFile, 'file of controllers', read))];
}
