import { secretText, type ReadSecret } from '../../access/operator-secret.ts';
import { quoteShort } from '../../base/problem/describe-value.ts';
import { integer, text, withDefault, word } from '../../language/document/property-kinds.ts';
import type { PropertyReader } from '../../language/document/property-reader.ts';
import { section } from '../../language/document/section.ts';
import { mailSecurities, type MailServer } from './receiver-file.ts';
import { isAddress } from './receiver-properties.ts';

const description = 'See docs/how-to/send-notifications.md.';
const mailSection = section('The server that sends mails.', {
  host: text({ required: true, filled: true, description }),
  port: integer({ minimum: 1, description }),
  user: text({ description }),
  from: text({ required: true, filled: true, description }),
  tls: withDefault(word(mailSecurities, 'starttls', { description }), 'starttls'),
});

/** The `mail` of the file of receivers. */
export function readMailServer(reader: PropertyReader, readSecret: ReadSecret): MailServer | undefined {
  const { host, port, user, from, tls } = mailSection.readProperties(reader);
  const password = secretText(reader, 'password', { readSecret });
  if (from !== undefined && !isAddress(from))
    reader.report('invalid-value', 'from', `${quoteShort(from)} is not an address such as flowgate@example.org.`);
  if (port !== undefined && port > 65_535)
    reader.report('invalid-value', 'port', `"port" must be at most 65535; found ${port}.`);
  const isGiven = (...keys: readonly string[]) => keys.some((key) => reader.value(key) !== undefined);
  if (isGiven('user') !== isGiven('password', 'password_file'))
    reader.problems.push({
      code: 'missing-property',
      message: '"user" and "password" belong together.',
      path: reader.path,
      at: 'first-key',
    });
  reader.reportUnknown(new Set([...mailSection.names, 'password', 'password_file']));
  if (host === undefined || from === undefined) return undefined;
  const login = user === undefined || password === undefined ? {} : { user, password };
  return { host, port: port ?? (tls === 'implicit' ? 465 : 587), ...login, from, tls };
}
