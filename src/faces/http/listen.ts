import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Express } from 'express';
import type { AppErrorCode } from '../../base/problem/app-error.ts';
import { setInterval, setTimeout } from '../../base/timers/timers.ts';
import { errorStatuses, problemBody } from './response/error-statuses.ts';
import { isEventStream } from './response/is-event-stream.ts';
import { whenClosed } from './when-closed.ts';

/** Thrown when the server cannot listen on its address; the message is a sentence for the operator. */
class ListenError extends Error {
  override readonly name = 'ListenError';
}

export interface ListeningServer {
  readonly url: string;
  /** Closes the server to new connections; resolves when all pending requests have been answered. */
  stop(): Promise<void>;
}

export interface ListenOptions {
  readonly host: string;
  readonly port: number;
  /** Timeout for the header of a request; default: 20 seconds. */
  readonly headerMilliseconds?: number;
}

// Requests that are still pending after this time are cut off.
const maxDrain = 10_000;
const maxHeaderMilliseconds = 20_000;
// By default, Node.js checks for timeouts only every 30 s, even if they are shorter.
const maxCheckingInterval = 1_000;
// Bodies have their own limits; uploading a large file over a slow connection takes long.
const maxRequest = 6 * 60 * 60 * 1000;

/** @throws {ListenError} */
export async function listen(
  app: Express,
  { host, port, headerMilliseconds = maxHeaderMilliseconds }: ListenOptions,
): Promise<ListeningServer> {
  const open = new Set<ServerResponse>();
  const serve: RequestListener = (request, response) => {
    open.add(response);
    whenClosed(response, () => open.delete(response));
    normaliseRequestTarget(request);
    app(request, response);
  };
  const timeouts = {
    headersTimeout: headerMilliseconds,
    requestTimeout: maxRequest,
    keepAliveTimeout: 65_000,
    connectionsCheckingInterval: Math.min(maxCheckingInterval, headerMilliseconds),
  };
  // A missing Host header is rejected in the same way as an unknown host.
  const server = createServer({ ...timeouts, requireHostHeader: false }, serve);
  // The code that reads the body sends "100 Continue", so that rejected requests get none.
  server.on('checkContinue', serve);
  // RFC 9110, section 10.1.1: unknown expectations can be ignored.
  server.on('checkExpectation', serve);
  server.on('clientError', (error: NodeJS.ErrnoException, socket) =>
    rejectUnreadable(error, socket, headerMilliseconds),
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(listenError(error, host, port)));
    server.listen(port, host, resolve);
  });
  return { url: urlOf(server), stop: () => drain(server, open) };
}

/**
 * Normalises a request: its target becomes a path, and its Host header the requested host. RFC 9112, section 3.2:
 * servers must accept an absolute URL as the target, and its host takes precedence. Two Host headers are joined to a
 * name that no host has.
 */
function normaliseRequestTarget(request: IncomingMessage): void {
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

function urlOf(server: Server): string {
  const { address, port, family } = server.address() as AddressInfo; // a listening TCP server has one
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

function drain(server: Server, open: ReadonlySet<ServerResponse>): Promise<void> {
  // An event stream lasts as long as its execution. Its client reconnects, possibly to another gateway.
  for (const response of open) if (isEventStream(response)) response.socket?.destroySoon();
  return new Promise((resolve) => {
    const cutOff = setTimeout(() => server.closeAllConnections(), maxDrain);
    // Idle connections would otherwise be kept alive for another request.
    const hangUp = setInterval(() => server.closeIdleConnections(), 50);
    server.close(() => {
      clearTimeout(cutOff);
      clearInterval(hangUp);
      resolve();
    });
  });
}

function listenError(error: NodeJS.ErrnoException, host: string, port: number): ListenError {
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: `Port ${port} of ${host} is already in use; stop the other program, or set PORT to another port`,
    EACCES: `This user is not permitted to listen on port ${port}; set PORT to a port above 1023`,
    EADDRNOTAVAIL: `${host} is not an address of this machine; set HOST to one that is`,
    ENOTFOUND: `The host name ${host} cannot be resolved; set HOST to an address of this machine`,
  };
  return new ListenError(reasons[error.code ?? ''] ?? `Cannot listen on ${host}:${port}: ${error.message}`);
}

/** Sends a problem for a request that Node.js cannot parse, and therefore does not pass on. */
function rejectUnreadable(error: NodeJS.ErrnoException, socket: Duplex, headerMilliseconds: number): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { code, detail } = reasonOf(error, headerMilliseconds);
  const { status, title } = errorStatuses[code];
  const body = JSON.stringify(problemBody({ code, title, status, detail, instance: '' }));
  const head = [
    `HTTP/1.1 ${status} ${title}`,
    'Connection: close',
    'Content-Type: application/problem+json',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

function reasonOf(
  { code }: NodeJS.ErrnoException,
  headerMilliseconds: number,
): { readonly code: AppErrorCode; readonly detail: string } {
  if (code === 'HPE_HEADER_OVERFLOW')
    return { code: 'headers-too-large', detail: 'The header of a request must not be larger than 16 KiB.' };
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return {
      code: 'request-timeout',
      detail: `The header of a request must arrive within ${headerMilliseconds / 1000} seconds.`,
    };
  return { code: 'invalid-request', detail: 'The request is not valid HTTP.' };
}
