import type { secretProviderSettings } from './settings/secret-provider-settings.ts';
import type { SettingValues } from './settings/setting.ts';
import type { settings } from './settings/settings.ts';

export type VaultConfiguration = NonNullable<ReturnType<typeof vaultOf>>;
export type SecretsConfiguration = ReturnType<typeof secretsOf>;

type Values = SettingValues<typeof secretProviderSettings>;

/** @param variable the value of an environment variable that is no setting */
export function secretsOf(
  values: Values & Partial<Pick<SettingValues<typeof settings>, 'FLOWGATE_POLICY'>>,
  variable: (name: string) => string | undefined,
) {
  const { FLOWGATE_SECRETS_DIR: folder, FLOWGATE_SECRET_PREFIXES: prefixes, FLOWGATE_POLICY: policy } = values;
  // Without a policy, everyone may write to every namespace, so that prefixes would keep nobody away.
  const isOpen = folder !== undefined && policy === undefined;
  return {
    variable,
    /** Absolute. */
    folder,
    prefixes: prefixes ?? (isOpen ? [{ namespaces: '*', prefix: 'file:' }] : []),
    vault: vaultOf(values),
  };
}

function vaultOf(values: Values) {
  const { VAULT_ADDR: url, VAULT_AUTH: auth } = values;
  if (url === undefined) return undefined;
  return {
    /** Without a trailing slash. */
    url: url.replace(/\/+$/, ''),
    namespace: values.VAULT_NAMESPACE,
    /** Where a key-value engine of version 2 is mounted. */
    mount: values.VAULT_MOUNT,
    auth,
    authMount: values.VAULT_AUTH_MOUNT ?? auth,
    token: values.VAULT_TOKEN,
    /** Also the role ID of an AppRole. */
    role: values.VAULT_ROLE,
    secretId: values.VAULT_SECRET_ID,
    jwtFile: values.VAULT_JWT_FILE,
  };
}
