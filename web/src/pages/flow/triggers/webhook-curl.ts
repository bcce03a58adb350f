/** A command that calls a webhook. @param key the key, if it is known; otherwise a variable stands for it */
export function curlOf(url: string, key: string | undefined): string {
  const header = key === undefined ? '"X-Flowgate-Key: $KEY"' : quoted(`X-Flowgate-Key: ${key}`);
  return `curl ${quoted(url)} \\\n  -H ${header} \\\n  -H 'content-type: application/json' \\\n  -d '{}'`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
