import { folder } from './file-readers.ts';
import { secretPrefixes } from './secret-prefix-reader.ts';
import { matching, oneOf, optionalText, text, url } from './setting-readers.ts';
import type { Settings } from './setting.ts';

const mount = matching(/^[A-Za-z0-9_-][A-Za-z0-9._/-]*$/, 'a path without / at its ends', 'secret');

/** Where the secrets are that references name. */
export const secretProviderSettings = {
  FLOWGATE_SECRETS_DIR: {
    ...folder(),
    meaning: 'the folder with the secrets that inputs can name as `file:<path>`, one per file',
  },
  FLOWGATE_SECRET_PREFIXES: {
    ...secretPrefixes(),
    default: 'without `FLOWGATE_POLICY`, `*=file:`',
    meaning:
      'which [references](inputs.md#secret-references) a namespace can use: `<namespaces>=<prefix>`, separated by commas, such as `web=vault:web/,web.*=env:WEB_`',
  },
  VAULT_ADDR: { ...url(['https', 'http']), meaning: 'the URL of Vault or OpenBao' },
  VAULT_NAMESPACE: { ...optionalText(), meaning: 'its namespace' },
  VAULT_MOUNT: { ...mount, meaning: 'where its key-value engine is mounted, version 2' },
  VAULT_AUTH: {
    ...oneOf(['token', 'approle', 'kubernetes', 'jwt'], 'token'),
    meaning: 'how Flowgate signs in there',
  },
  VAULT_AUTH_MOUNT: {
    ...optionalText(),
    default: 'the value of `VAULT_AUTH`',
    meaning: 'where that way of signing in is mounted, below `auth/`',
  },
  VAULT_TOKEN: { ...optionalText(), secret: true, meaning: 'a token; required with `VAULT_AUTH=token`' },
  VAULT_ROLE: { ...optionalText(), meaning: 'the role, or the role ID of an AppRole; required unless it is `token`' },
  VAULT_SECRET_ID: {
    ...optionalText(),
    secret: true,
    meaning: 'the secret ID of the AppRole; required with `VAULT_AUTH=approle`',
  },
  VAULT_JWT_FILE: {
    ...text('/var/run/secrets/kubernetes.io/serviceaccount/token'),
    meaning: 'the file with the token for `kubernetes` and `jwt`; it is read at each sign-in',
  },
} as const satisfies Settings;
