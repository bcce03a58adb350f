/** The address of a Redis in `REDIS_URL`. */
export type RedisTarget = { readonly kind: 'server'; readonly url: string } | RedisGroup;

/** Several servers that are addressed together. */
interface RedisGroup {
  /** `sentinel`: the hosts are those of the sentinels. */
  readonly kind: 'sentinel' | 'cluster';
  readonly hosts: readonly { readonly host: string; readonly port: number }[];
  /** The name of the master that the sentinels watch. */
  readonly name?: string;
  readonly db?: number;
  readonly username?: string;
  readonly password?: string;
  readonly isEncrypted: boolean;
}

export const redisUrlForms =
  'redis://host:port, redis+sentinel://host:port,host:port/name or redis+cluster://host:port,host:port; rediss with TLS';

const groupSyntax =
  /^redis(s?)\+(sentinel|cluster):\/\/(?:([^:@/]*:[^@/]*)@)?([^/?#@]+)(?:\/([^/?#]*))?(?:\/(\d{1,4}))?$/;
const defaultPorts = { sentinel: 26_379, cluster: 6_379 };

/** @returns undefined if the URL has none of the forms */
export function readRedisUrl(url: string): RedisTarget | undefined {
  if (/^rediss?:/.test(url)) return URL.canParse(url) ? { kind: 'server', url } : undefined;
  const found = groupSyntax.exec(url);
  if (found === null) return undefined;
  const [, tls, word, credentials = '', list = '', name = '', db] = found;
  const kind = word === 'cluster' ? 'cluster' : 'sentinel';
  const hosts = list.split(',').map((text) => readHost(text, defaultPorts[kind]));
  if (hosts.includes(undefined) || (kind === 'sentinel') !== (name !== '') || (kind === 'cluster' && db !== undefined))
    return undefined;
  const [username = '', password = ''] = credentials.split(/:(.*)/, 2);
  return {
    kind,
    hosts: hosts.filter((host) => host !== undefined),
    ...(name !== '' && { name: decodeURIComponent(name) }),
    ...(db !== undefined && { db: Number(db) }),
    ...(username !== '' && { username: decodeURIComponent(username) }),
    ...(password !== '' && { password: decodeURIComponent(password) }),
    isEncrypted: tls === 's',
  };
}

function readHost(text: string, defaultPort: number): { readonly host: string; readonly port: number } | undefined {
  const found = /^(\[[0-9A-Fa-f:.]+\]|[\w.-]+)(?::(\d{1,5}))?$/.exec(text);
  if (found === null) return undefined;
  const [, host = '', port] = found;
  return { host: host.replaceAll(/[[\]]/g, ''), port: port === undefined ? defaultPort : Number(port) };
}
