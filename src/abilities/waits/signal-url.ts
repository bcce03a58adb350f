import type { SecretVault } from '../../store/executions/secret-vault.ts';

/** The token with which another system sends the signals of an execution. */
export function signalToken(executionId: string, vault: Pick<SecretVault, 'digest'>): string {
  return vault.digest(`signals of ${executionId}`);
}

/** The URL of an execution for its signals, without the name of one. @param agentUrl without a trailing slash */
export function signalUrl(agentUrl: string, executionId: string, vault: Pick<SecretVault, 'digest'>): string {
  return `${agentUrl}/signals/${executionId}/${signalToken(executionId, vault)}`;
}
