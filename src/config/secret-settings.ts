import type { Environment } from './environment-reader.ts';

const secretNames = ['FLOWGATE_KEY', 'JENKINS_TOKEN', 'FLOWGATE_TOKEN'];

/** Everything among the settings that nobody may read: keys, tokens, and the passwords in URLs. Problems are no matter. */
export function secretsIn(environment: Environment): readonly string[] {
  const named = secretNames.map((name) => environment[name]?.trim() ?? '');
  const urls = Object.entries(environment).flatMap(([name, value]) =>
    /_URL$|^FLOWGATE_JWT_ISSUER$/.test(name) ? passwordsOf(value ?? '') : [],
  );
  return [...new Set([...named, ...urls])].filter((secret) => secret !== '');
}

/** As written in the URL and decoded; libraries show either. What only looks like a URL has a password too. */
function passwordsOf(url: string): readonly string[] {
  const written = /^[^/?#]*\/\/[^/?#@]*?:([^/?#]*)@/.exec(url.trim())?.[1] ?? '';
  return [written, decoded(written)];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // with a % that encodes nothing
  }
}
