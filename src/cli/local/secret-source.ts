import { secretProviderNames } from '../../config/allowed-values.ts';
import { loadSecretSettings } from '../../config/load-configuration.ts';
import type { ReadSecret } from '../../offline-flows/accept-values.ts';
import { openProviders } from '../../secret-providers/open-providers.ts';
import { SecretReader } from '../../secret-providers/secret-reader.ts';
import type { Terminal } from '../terminal.ts';

/**
 * Reads secrets with the settings of this shell, which its user may read anyway.
 * @throws {ConfigurationError} from the first reference on
 */
export function secretSource({ environment }: Pick<Terminal, 'environment'>): ReadSecret {
  let reader: SecretReader | undefined;
  return (flow, reference) => {
    reader ??= new SecretReader({
      providers: openProviders(loadSecretSettings(environment)),
      prefixes: secretProviderNames.map((name) => ({ namespaces: '*', prefix: `${name}:` })),
      audit: { append: async () => undefined },
      now: () => new Date(),
    });
    return reader.read({ id: '', flow, actor: '' }, reference);
  };
}
