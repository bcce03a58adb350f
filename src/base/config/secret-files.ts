import { readFileSync, statSync } from 'node:fs';
import type { Environment } from './environment.ts';
import { fileSettings, fileVariable } from './settings/settings.ts';

// A file that is not a secret, such as a log, is not read into memory.
const maxSecretBytes = 64 * 1024;

export interface SecretFiles {
  /** The environment with the content of each file as the value of its setting. */
  readonly environment: Environment;
  readonly problems: readonly string[];
}

/**
 * Reads the files that `<NAME>_FILE` names, as secrets are mounted by Docker and Kubernetes. White space around the
 * content is removed. A file that cannot be read is a problem and leaves its setting absent.
 * @param names the settings; all by default
 */
export function readSecretFiles(environment: Environment, names: readonly string[] = fileSettings): SecretFiles {
  const contents: Record<string, string> = {};
  const problems: string[] = [];
  for (const name of names) {
    const path = environment[fileVariable(name)]?.trim() ?? '';
    if (path === '') continue;
    const isSetTwice = (environment[name]?.trim() ?? '') !== '';
    const content = isSetTwice ? undefined : contentOf(path);
    if (content !== undefined) contents[name] = content;
    else if (isSetTwice) problems.push(`${name} and ${fileVariable(name)} are both set; set one of them`);
    else
      problems.push(
        `${fileVariable(name)} is ${JSON.stringify(path)}; allowed: a readable file of 1 to ${maxSecretBytes} bytes`,
      );
  }
  const isRead = Object.keys(contents).length > 0;
  return { environment: isRead ? { ...environment, ...contents } : environment, problems };
}

function contentOf(path: string): string | undefined {
  try {
    const { size } = statSync(path);
    const content = size > maxSecretBytes ? '' : readFileSync(path, 'utf8').trim();
    return content === '' ? undefined : content;
  } catch {
    return undefined; // not there, or not readable: the caller reports both alike
  }
}
