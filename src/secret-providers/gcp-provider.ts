import type { GoogleAuth } from 'google-auth-library';
import { MissingSecret, partOf, type OpenProvider, type SecretProvider } from './secret-provider.ts';

/** Google Secret Manager; project and credentials come from where all Google Cloud programs find them. */
export const openGcpProvider: OpenProvider = ({ variable }) =>
  new GcpProvider((variable('CLOUDSDK_API_ENDPOINT_OVERRIDES_SECRETMANAGER') ?? defaultEndpoint).replace(/\/+$/, ''));

const defaultEndpoint = 'https://secretmanager.googleapis.com';

const lasting: Readonly<Record<number, string>> = {
  400: 'Google does not hand out the secret, for example because its version is disabled',
  403: 'Google does not let Flowgate read the secret',
  404: 'Google has no such secret',
};

class GcpProvider implements SecretProvider {
  readonly #endpoint: string;
  #auth: GoogleAuth | undefined;

  constructor(endpoint: string) {
    this.#endpoint = endpoint;
  }

  async read({ path, key }: Parameters<SecretProvider['read']>[0], signal: AbortSignal): Promise<string> {
    const auth = (this.#auth ??= await openAuth());
    const [token, project] = await Promise.all([
      auth.getAccessToken(),
      path.startsWith('projects/') ? undefined : auth.getProjectId(),
    ]).catch(() => {
      throw new Error('Google did not give Flowgate an access token');
    });
    const secret = project === undefined ? path : `projects/${project}/secrets/${path}`;
    const version = secret.includes('/versions/') ? secret : `${secret}/versions/latest`;
    const response = await fetch(`${this.#endpoint}/v1/${version}:access`, {
      redirect: 'error',
      signal,
      headers: { authorization: `Bearer ${token ?? ''}` },
    });
    const reason = lasting[response.status];
    if (reason !== undefined) throw new MissingSecret(reason);
    if (!response.ok) throw new Error(`Google answered ${response.status}`);
    const { payload } = (await response.json()) as { readonly payload?: { readonly data?: string } }; // as documented
    return partOf(Buffer.from(payload?.data ?? '', 'base64').toString('utf8'), key);
  }
}

/** Loaded by the first read: most installations have no use for it. */
async function openAuth(): Promise<GoogleAuth> {
  const { GoogleAuth: Auth } = await import('google-auth-library');
  return new Auth({ scopes: ['https://www.googleapis.com/auth/cloud-platform'] });
}
