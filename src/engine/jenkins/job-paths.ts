import type { FlowKey } from '../../language/flow/flow-key.ts';
import type { BuildKey } from './jenkins-gateway.ts';
import { jobName } from './job-name.ts';

/** Where things are below a Jenkins' URL. All paths are percent-encoded and begin with `/`. */
export class JobPaths {
  /** Names of the folders that hold the namespaces, from the outside in. */
  readonly rootFolders: readonly string[];

  /** @param folder one folder, or several with `/` between them */
  constructor(folder: string) {
    this.rootFolders = folder.split('/').filter((name) => name !== '');
  }

  get root(): string {
    return this.rootFolders.map(step).join('');
  }

  namespace(namespace: string): string {
    return this.root + step(jobName(namespace));
  }

  job(key: FlowKey): string {
    return this.namespace(key.namespace) + step(jobName(key.id));
  }

  build(key: BuildKey): string {
    return `${this.job(key.job)}/${key.number}`;
  }
}

function step(name: string): string {
  return `/job/${encodeURIComponent(name)}`;
}

/**
 * The path of a job or build from a URL that Jenkins wrote, without a slash at the end. Jenkins writes the address that
 * it was configured with, which need not be the one that it is reached by.
 */
export function pathOfUrl(url: string): string | undefined {
  const found = /(?:\/job\/[^/?#]+)+(?:\/[0-9]+)?\/?$/.exec(url)?.[0].replace(/\/$/, '');
  return found?.replace(/[^/]+/g, (name) => encodeURIComponent(decodeName(name)));
}

function decodeName(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
