import { shellWord } from '../run/run-commands.ts';

/** A command that calls a webhook. @param key the key, if it is known; otherwise a variable stands for it */
export function curlOf(url: string, key: string | undefined): string {
  const header = key === undefined ? '"X-Flowgate-Key: $KEY"' : shellWord(`X-Flowgate-Key: ${key}`);
  return `curl ${shellWord(url)} \\\n  -H ${header} \\\n  -H 'content-type: application/json' \\\n  -d '{}'`;
}
