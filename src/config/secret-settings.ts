import type { Environment } from './environment-reader.ts';

/** The settings of the server whose whole value is a secret. */
export const serverSecretNames = ['FLOWGATE_KEY', 'JENKINS_TOKEN'] as const;

const secretNames = [...serverSecretNames, 'FLOWGATE_TOKEN'];

/** The secrets in the configuration: keys, tokens, and passwords in URLs. Works for invalid settings too. */
export function secretsIn(environment: Environment): readonly string[] {
  const named = secretNames.map((name) => environment[name]?.trim() ?? '');
  const urls = Object.entries(environment).flatMap(([name, value]) =>
    /_URL$|^FLOWGATE_JWT_ISSUER$/.test(name) ? passwordsOf(value ?? '') : [],
  );
  return [...new Set([...named, ...urls])].filter((secret) => secret !== '');
}

/** The password of a URL, encoded and decoded, because libraries print either. Works for invalid URLs too. */
function passwordsOf(url: string): readonly string[] {
  const written = /^[^/?#]*\/\/[^/?#@]*?:([^/?#]*)@/.exec(url.trim())?.[1] ?? '';
  return [written, decoded(written)];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // contains an invalid percent-encoding
  }
}
