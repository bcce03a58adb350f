import { secretText, urlText, type ReadSecret } from '../access/operator-secret.ts';
import { readNamespaces } from '../access/read-policy.ts';
import type { PropertyReader } from '../language/document/property-reader.ts';
import { isRepositoryName } from '../language/flow/notify.ts';
import { forges, type StatusTarget } from './receiver-file.ts';
import { requiredItems } from './receiver-properties.ts';

/** An item of `commit_status` in the file of receivers. */
export function readStatusTarget(reader: PropertyReader, readSecret: ReadSecret): StatusTarget | undefined {
  const namespaces = readNamespaces(reader);
  const provider = reader.isMissing('provider') ? undefined : reader.word('provider', forges);
  const url = urlText(reader, 'url', readSecret);
  const token = secretText(reader, 'token', { readSecret, required: true });
  const repositories = requiredItems(
    reader,
    'repositories',
    (text) => isRepositoryName(text.replace(/\/\*$/, '/all')),
    'a repository such as acme/shop, or acme/* for all below',
  );
  if (token !== undefined && !/^[\x21-\x7e]+$/.test(token))
    reader.report(
      'invalid-value',
      reader.value('token') === undefined ? 'token_file' : 'token',
      'A token must not contain spaces or other characters than those of ASCII.',
    );
  reader.reportUnknown(new Set(['namespaces', 'provider', 'url', 'token', 'token_file', 'repositories']));
  if (provider === undefined || url === undefined || token === undefined) return undefined;
  return { namespaces, provider, url: url.replace(/\/+$/, ''), token, repositories };
}
