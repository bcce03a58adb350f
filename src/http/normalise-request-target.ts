import type { IncomingMessage } from 'node:http';

/**
 * Normalises a request: its target becomes a path, and its Host header the requested host. RFC 9112, section 3.2:
 * servers must accept an absolute URL as the target, and its host takes precedence. Two Host headers are joined to a
 * name that no host has.
 */
export function normaliseRequestTarget(request: IncomingMessage): void {
  const { url = '', headers, headersDistinct } = request;
  const [, authority, rest = ''] = /^https?:\/\/([^/?#]*)(.*)$/is.exec(url) ?? [];
  const hosts = headersDistinct.host ?? [];
  if (authority !== undefined) headers.host = authority;
  else if (hosts.length > 1) headers.host = hosts.join(', ');
  const target = authority === undefined ? url : rest;
  // A request has no fragment: code that parses one would see a different path than the sender.
  const path = target.replaceAll('#', '%23');
  request.url = path.startsWith('/') ? path : `/${path}`;
}
