import type { SecretProviderName } from '../../../src/base/config/allowed-values.ts';
import { loadSecretSettings } from '../../../src/base/config/load-configuration.ts';
import { openProviders } from '../../../src/store/secret-providers/open-providers.ts';
import type { SecretProvider } from '../../../src/store/secret-providers/secret-provider.ts';

/** A provider with these environment variables. */
export function providerOf(name: SecretProviderName, environment: Readonly<Record<string, string>>): SecretProvider {
  const provider = openProviders(loadSecretSettings(environment)).get(name);
  if (provider === undefined) throw new Error(`${name} is not configured`);
  return provider;
}
