import { AppError } from '../../../base/problem/app-error.ts';
import { timeoutSignal } from '../../../base/timers/timers.ts';
import { JenkinsError } from './jenkins-error.ts';
import type { JenkinsGateway, JenkinsReadiness } from './jenkins-gateway.ts';

// Callers of the probe give up after about this long.
const maxProbe = 3_000;

/**
 * @param identity whether it is the right Jenkins
 * @returns the version of Jenkins
 * @throws {AppError} `jenkins-unavailable` naming what is missing (docs/reference/jenkins.md)
 */
export async function requireJenkins(
  gateway: Pick<JenkinsGateway, 'readiness'>,
  identity: { confirmed(): Promise<unknown> },
): Promise<string> {
  const {
    version,
    missingPlugins = [],
    missingPermissions,
  } = await readinessOf(gateway, identity).catch((error: unknown) => {
    if (!(error instanceof JenkinsError)) throw error;
    const reason =
      error.kind === 'cancelled' ? `Jenkins did not answer within ${maxProbe / 1000} seconds.` : error.message;
    throw new AppError('jenkins-unavailable', reason, {}, { cause: error });
  });
  const missing = [
    ...missingPlugins.map((name) => `the ${name} plugin`),
    ...missingPermissions.map((name) => `the ${name} permission`),
  ];
  if (missing.length > 0) throw new AppError('jenkins-unavailable', `Jenkins is missing ${missing.join(', ')}.`);
  return version;
}

async function readinessOf(
  gateway: Pick<JenkinsGateway, 'readiness'>,
  identity: { confirmed(): Promise<unknown> },
): Promise<JenkinsReadiness> {
  const readiness = await gateway.readiness({ signal: timeoutSignal(maxProbe) });
  await identity.confirmed();
  return readiness;
}
