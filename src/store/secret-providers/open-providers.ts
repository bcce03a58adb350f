import { secretProviderNames, type SecretProviderName } from '../../base/config/allowed-values.ts';
import type { SecretsConfiguration } from '../../base/config/secrets-configuration.ts';
import { openAwsProvider } from './aws-provider.ts';
import { openEnvProvider } from './env-provider.ts';
import { openFileProvider } from './file-provider.ts';
import { openGcpProvider } from './gcp-provider.ts';
import type { OpenProvider, SecretProvider } from './secret-provider.ts';
import { openVaultProvider } from './vault-provider.ts';

const providers: Readonly<Record<SecretProviderName, OpenProvider>> = {
  file: openFileProvider,
  env: openEnvProvider,
  vault: openVaultProvider,
  aws: openAwsProvider,
  gcp: openGcpProvider,
};

/** The providers that are configured, none of which is called. */
export function openProviders(settings: SecretsConfiguration): ReadonlyMap<SecretProviderName, SecretProvider> {
  return new Map(
    secretProviderNames.flatMap((name) => {
      const provider = providers[name](settings);
      return provider === undefined ? [] : [[name, provider] as const];
    }),
  );
}
