import type { IncomingMessage } from 'node:http';

/**
 * Gives a request the form that everything behind it expects: its target is a path, and its Host header names the host
 * that was asked for. RFC 9112, section 3.2: a whole URL must be taken too, and its host prevails; two Host headers
 * become one that no host has.
 */
export function normaliseRequestTarget(request: IncomingMessage): void {
  const { url = '', headers, headersDistinct } = request;
  const [, authority, rest = ''] = /^https?:\/\/([^/?#]*)(.*)$/is.exec(url) ?? [];
  const hosts = headersDistinct.host ?? [];
  if (authority !== undefined) headers.host = authority;
  else if (hosts.length > 1) headers.host = hosts.join(', ');
  const target = authority === undefined ? url : rest;
  // A fragment is no part of a request: what reads it as one would see another path than the sender.
  const path = target.replaceAll('#', '%23');
  request.url = path.startsWith('/') ? path : `/${path}`;
}
