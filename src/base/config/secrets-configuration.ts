import type { SecretPrefix } from './settings/secret-prefix-reader.ts';
import type { secretProviderSettings } from './settings/secret-provider-settings.ts';
import type { SettingValues } from './settings/setting.ts';
import type { settings } from './settings/settings.ts';

export interface VaultConfiguration {
  /** Without a trailing slash. */
  readonly url: string;
  readonly namespace: string | undefined;
  /** Where a key-value engine of version 2 is mounted. */
  readonly mount: string;
  readonly auth: 'token' | 'approle' | 'kubernetes' | 'jwt';
  readonly authMount: string;
  readonly token: string | undefined;
  /** Also the role ID of an AppRole. */
  readonly role: string | undefined;
  readonly secretId: string | undefined;
  readonly jwtFile: string;
}

export interface SecretsConfiguration {
  /** Absolute. */
  readonly folder: string | undefined;
  readonly prefixes: readonly SecretPrefix[];
  readonly vault: VaultConfiguration | undefined;
  /** The value of an environment variable that is no setting. */
  readonly variable: (name: string) => string | undefined;
}

/** Without a policy, everyone may write to every namespace, so that prefixes would keep nobody away. */
export function secretsOf(
  values: SettingValues<typeof secretProviderSettings> &
    Partial<Pick<SettingValues<typeof settings>, 'FLOWGATE_POLICY'>>,
  variable: SecretsConfiguration['variable'],
): SecretsConfiguration {
  const { FLOWGATE_SECRETS_DIR: folder, VAULT_ADDR: url, VAULT_AUTH: auth } = values;
  const isOpen = folder !== undefined && values.FLOWGATE_POLICY === undefined;
  return {
    variable,
    folder,
    prefixes: values.FLOWGATE_SECRET_PREFIXES ?? (isOpen ? [{ namespaces: '*', prefix: 'file:' }] : []),
    vault:
      url === undefined
        ? undefined
        : {
            url: url.replace(/\/+$/, ''),
            namespace: values.VAULT_NAMESPACE,
            mount: values.VAULT_MOUNT,
            auth,
            authMount: values.VAULT_AUTH_MOUNT ?? auth,
            token: values.VAULT_TOKEN,
            role: values.VAULT_ROLE,
            secretId: values.VAULT_SECRET_ID,
            jwtFile: values.VAULT_JWT_FILE,
          },
  };
}
