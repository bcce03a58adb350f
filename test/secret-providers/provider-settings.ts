import type { SecretProviderName } from '../../src/config/allowed-values.ts';
import { loadSecretSettings } from '../../src/config/load-configuration.ts';
import { openProviders } from '../../src/secret-providers/open-providers.ts';
import type { SecretProvider } from '../../src/secret-providers/secret-provider.ts';

/** A provider with these environment variables. */
export function providerOf(name: SecretProviderName, environment: Readonly<Record<string, string>>): SecretProvider {
  const provider = openProviders(loadSecretSettings(environment)).get(name);
  if (provider === undefined) throw new Error(`${name} is not configured`);
  return provider;
}
