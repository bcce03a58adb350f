import { secretTextClass } from '../jenkinsfile/job-parameter.ts';
import { notFoundAsUndefined } from './jenkins-error.ts';
import type { CallOptions } from './jenkins-gateway.ts';
import type { JenkinsRequests } from './jenkins-requests.ts';

/** The secret texts stored in one folder. */
export class SecretFolder {
  readonly #requests: JenkinsRequests;
  readonly #store: string;

  constructor(requests: JenkinsRequests, folderPath: string) {
    this.#requests = requests;
    this.#store = `${folderPath}/credentials/store/folder/domain/_`;
  }

  /** An existing ID is not changed. False if the folder does not exist. */
  async create(id: string, value: string, { signal }: CallOptions): Promise<boolean> {
    const credentials = {
      scope: 'GLOBAL',
      id,
      secret: value,
      description: 'Flowgate: a value of one execution',
      $class: secretTextClass,
    };
    // As JSON, because XML cannot contain every character.
    const content = new URLSearchParams({ json: JSON.stringify({ '': '0', credentials }) }).toString();
    const body = { contentType: 'application/x-www-form-urlencoded', content };
    return (
      (await notFoundAsUndefined(
        this.#requests.post({ path: `${this.#store}/createCredentials`, body, signal }, [200, 302, 409]),
      )) !== undefined
    );
  }

  async delete(id: string, { signal }: CallOptions): Promise<boolean> {
    const path = `${this.#store}/credential/${encodeURIComponent(id)}/doDelete`;
    return (await notFoundAsUndefined(this.#requests.post({ path, signal }, [200, 302]))) !== undefined;
  }

  /** IDs that begin with `prefix`. */
  async list(prefix: string, { signal }: CallOptions): Promise<readonly string[]> {
    const store = await notFoundAsUndefined(
      this.#requests.json({ path: this.#store, tree: 'credentials[id]', signal }),
    );
    const ids = store?.get('credentials').items.map((credential) => credential.get('id').text) ?? [];
    return ids.filter((id) => id.startsWith(prefix));
  }
}
