import type { Environment } from './environment.ts';
import { secretSettings } from './settings/settings.ts';

const secretNames = [...secretSettings, 'FLOWGATE_TOKEN'];
/** Lists of `name=value`, such as `authorization=Bearer abc`, in which each value is a secret. */
const headerNames = ['OTEL_EXPORTER_OTLP_HEADERS', 'OTEL_EXPORTER_OTLP_TRACES_HEADERS'];

/** The secrets in the configuration: keys, tokens, and passwords in URLs. Works for invalid settings too. */
export function secretsIn(environment: Environment): readonly string[] {
  const named = secretNames.map((name) => environment[name]?.trim() ?? '');
  const urls = Object.entries(environment).flatMap(([name, value]) =>
    /_URL$|_ENDPOINT$|^FLOWGATE_JWT_ISSUER$/.test(name) ? passwordsOf(value ?? '') : [],
  );
  const headers = headerNames.flatMap((name) => headerValues(environment[name] ?? ''));
  const keys = (environment['FLOWGATE_NOTIFY_SECRET'] ?? '').split(',').map((key) => key.trim());
  const notified = (environment['FLOWGATE_NOTIFY_URL'] ?? '').split(',').flatMap((entry) => tokenPartOf(entry));
  return [...new Set([...named, ...urls, ...headers, ...keys, ...notified])].filter((secret) => secret !== '');
}

/** The path and query of a URL that receives notifications, which can contain a token. */
function tokenPartOf(entry: string): readonly string[] {
  const path = /\/\/[^/?#]*(\/.+)/.exec(entry.trim())?.[1];
  return path === undefined ? [] : [path];
}

function headerValues(headers: string): readonly string[] {
  return headers.split(',').flatMap((header) => {
    const value = decoded(header.slice(header.indexOf('=') + 1).trim());
    return [value, value.split(' ').at(-1) ?? ''];
  });
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
