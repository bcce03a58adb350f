import type { GoogleAuth } from 'google-auth-library';
import { smallAnswer } from '../../base/answers/answer-limits.ts';
import { fetchAnswer, limitedFetch } from '../../base/answers/fetch-answer.ts';
import { parseAnswer } from '../../base/answers/parse-answer.ts';
import {
  maxReadMilliseconds,
  MissingSecret,
  partOf,
  unlessTooMuch,
  type OpenProvider,
  type SecretProvider,
} from './secret-provider.ts';

/** Google Secret Manager; project and credentials come from where all Google Cloud programs find them. */
export const openGcpProvider: OpenProvider = ({ variable }) =>
  new GcpProvider((variable('CLOUDSDK_API_ENDPOINT_OVERRIDES_SECRETMANAGER') ?? defaultEndpoint).replace(/\/+$/, ''));

const defaultEndpoint = 'https://secretmanager.googleapis.com';

const limits = { of: 'Google', ...smallAnswer };

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
    const { status, body } = await fetchAnswer(
      `${this.#endpoint}/v1/${version}:access`,
      { signal, timeout: maxReadMilliseconds, headers: { authorization: `Bearer ${token ?? ''}` } },
      limits,
    ).catch(unlessTooMuch);
    const reason = lasting[status];
    if (reason !== undefined) throw new MissingSecret(reason);
    if (status !== 200) throw new Error(`Google answered ${status}`);
    const answer = await parseAnswer(body, limits).catch(unlessTooMuch);
    const { payload } = answer as { readonly payload?: { readonly data?: string } }; // as documented
    return partOf(Buffer.from(payload?.data ?? '', 'base64').toString('utf8'), key);
  }
}

/**
 * Loaded by the first read: most installations have no use for it. Its own package for requests reads answers without
 * limits, also those of the metadata server.
 */
async function openAuth(): Promise<GoogleAuth> {
  const { GoogleAuth: Auth, gaxios } = await import('google-auth-library');
  const fetchImplementation = limitedFetch(limits, maxReadMilliseconds);
  gaxios.instance.defaults.fetchImplementation = fetchImplementation;
  return new Auth({
    scopes: ['https://www.googleapis.com/auth/cloud-platform'],
    clientOptions: { transporterOptions: { fetchImplementation } },
  });
}
