import type { FlowKey } from '../../../language/flow/flow-key.ts';
import type { BuildKey } from './jenkins-gateway.ts';
import { jobName } from './job-name.ts';

/** The paths of items relative to a Jenkins URL. All paths are percent-encoded and begin with `/`. */
export class JobPaths {
  /** The names of the folders that contain the namespaces, outermost first. */
  readonly rootFolders: readonly string[];

  /** @param folder one folder, or several separated by `/` */
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
 * The path of a job or build from a URL that Jenkins wrote, without a trailing slash. Jenkins writes its configured
 * address, which may differ from the address at which Flowgate reaches it.
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
