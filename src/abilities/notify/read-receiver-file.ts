import { covers } from '../../access/namespace-pattern.ts';
import { readOperatorFile, type OperatorFile } from '../../access/operator-file.ts';
import { secretText, urlText, type ReadSecret } from '../../access/operator-secret.ts';
import { readNamespaces } from '../../access/read-policy.ts';
import { isSigningKey } from '../../base/config/settings/notification-readers.ts';
import { alternatives, quoteShort } from '../../base/problem/describe-value.ts';
import { PropertyReader } from '../../language/document/property-reader.ts';
import { isReceiverName, isRepositoryName, receiverKindOf, receiverKinds } from '../../language/flow/notify.ts';
import { notify } from '../../language/flow/read/notify-section.ts';
import { readMailServer } from './read-mail-server.ts';
import {
  forges,
  type DeclaredReceiver,
  type NamespaceDefaults,
  type ReceiverFile,
  type StatusTarget,
} from './receiver-file.ts';
import { isAddress, requiredItems } from './receiver-properties.ts';

/** Parses the file of receivers. If it is invalid, returns all problems instead, without the values of secrets. */
export function readReceiverFile(text: string, readSecret: ReadSecret): OperatorFile<ReceiverFile> {
  const whenNoMap = 'The file of receivers must be a map with "receivers".';
  return readOperatorFile(text, whenNoMap, (root) => readRoot(root, readSecret));
}

// Each has a queue of its own, with a connection to Redis.
const maxReceivers = 100;

function readRoot(root: PropertyReader, readSecret: ReadSecret): ReceiverFile {
  const receivers = readReceivers(root.mapAt('receivers'), readSecret);
  if (receivers.length > maxReceivers)
    root.report(
      'invalid-value',
      'receivers',
      `There are ${receivers.length} receivers; at most ${maxReceivers} are allowed.`,
      {
        at: 'key',
      },
    );
  const server = root.mapAt('mail');
  const mail = server && readMailServer(server, readSecret);
  const byMail = receivers.find(({ kind }) => kind === 'mail');
  if (byMail !== undefined && server === undefined)
    root.report('missing-property', 'receivers', `${quoteShort(byMail.name)} needs "mail", the server to send by.`, {
      below: [byMail.name],
      at: 'key',
    });
  const parts = (key: string) =>
    root
      .entries(key)
      .maps()
      .map((placed) => new PropertyReader(placed, root.reading));
  const file: ReceiverFile = {
    receivers,
    ...(mail && { mail }),
    defaults: parts('defaults').flatMap((part) => readDefaults(part, receivers) ?? []),
    commitStatus: parts('commit_status').flatMap((part) => readStatusTarget(part, readSecret) ?? []),
  };
  root.reportUnknown(new Set(['receivers', 'mail', 'defaults', 'commit_status']));
  return file;
}

function readReceivers(map: PropertyReader | undefined, readSecret: ReadSecret): readonly DeclaredReceiver[] {
  return (map?.names ?? []).flatMap((name) => {
    if (!isReceiverName(name)) {
      const message = `${quoteShort(name)} is not a name of a receiver; allowed: ${alternatives(receiverKinds.map((kind) => `${kind}:`))} and up to 63 letters, digits, ".", "_" and "-".`;
      map?.report('invalid-id', name, message, { at: 'key' });
      return [];
    }
    const reader = map?.isMissing(name) === true ? undefined : map?.mapAt(name);
    return reader === undefined ? [] : [readReceiver(name, reader, readSecret)];
  });
}

function readReceiver(name: string, reader: PropertyReader, readSecret: ReadSecret): DeclaredReceiver {
  const common = { name, namespaces: readNamespaces(reader) };
  const kind = receiverKindOf(name);
  if (kind === 'mail') {
    const to = requiredItems(reader, 'to', isAddress, 'an address such as oncall@example.org');
    reader.reportUnknown(new Set(['namespaces', 'to']));
    return { ...common, kind, to };
  }
  // Without its URL the file is invalid, but what else names the receiver need not be.
  const url = urlText(reader, 'url', readSecret) ?? '';
  const own = ['namespaces', 'url', 'url_file'];
  if (kind !== 'url') {
    reader.reportUnknown(new Set(own));
    return { ...common, kind, url };
  }
  const secrets = (secretText(reader, 'secret', { readSecret })?.split(',') ?? []).map((key) => key.trim());
  if (!secrets.every(isSigningKey))
    reader.report(
      'invalid-value',
      reader.value('secret') === undefined ? 'secret_file' : 'secret',
      'A secret must be whsec_ and 24 to 64 bytes as base64; separate several with commas.',
    );
  reader.reportUnknown(new Set([...own, 'secret', 'secret_file']));
  return { ...common, kind, url, secrets };
}

const notifyProperty = notify({ required: true, description: 'Whom to notify of what.' });

function readDefaults(reader: PropertyReader, receivers: readonly DeclaredReceiver[]): NamespaceDefaults | undefined {
  const namespaces = readNamespaces(reader);
  const rules = notifyProperty.read(reader, 'notify');
  reader.reportUnknown(new Set(['namespaces', 'notify']));
  for (const [index, { to }] of (rules ?? []).entries()) {
    for (const name of to) {
      const receiver = receivers.find((each) => each.name === name);
      const isReached = (namespace: string) => receiver?.namespaces.some((pattern) => covers(pattern, namespace));
      const missing = namespaces.find((namespace) => isReached(namespace) !== true);
      if (missing === undefined) continue;
      const message =
        receiver === undefined
          ? `${quoteShort(name)} is not one of the "receivers".${reader.reading.suggestions.for(
              name,
              receivers.map((each) => each.name),
            )}`
          : `The "namespaces" of ${quoteShort(name)} do not include ${quoteShort(missing)}.`;
      reader.report('invalid-value', 'notify', message, { below: [index, 'to'] });
    }
  }
  return rules && { namespaces, notify: rules };
}

/** An item of `commit_status` in the file of receivers. */
function readStatusTarget(reader: PropertyReader, readSecret: ReadSecret): StatusTarget | undefined {
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
