import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Express } from 'express';
import type { AppErrorCode } from '../problem/app-error.ts';
import { problemBody, problemTable } from './response/problem-table.ts';
import { normaliseRequestTarget } from './normalise-request-target.ts';

/** Why the address cannot be listened on, as a sentence for the operator. */
export class ListenError extends Error {
  override readonly name = 'ListenError';
}

export interface ListeningServer {
  readonly url: string;
  /** Takes no further connections and resolves when the requests under way are answered. */
  stop(): Promise<void>;
}

export interface ListenOptions {
  readonly host: string;
  readonly port: number;
  /** How long the header of a request may take; 20 seconds when absent. */
  readonly headerMilliseconds?: number;
}

// A request that is still under way by then is cut off.
const maxDrain = 10_000;
const maxHeaderMilliseconds = 20_000;
// Node looks for connections that take too long every 30 s otherwise, however short the timeouts are.
const maxCheckingInterval = 1_000;
// Bodies have limits of their own; a large file over a slow line takes its time.
const maxRequest = 6 * 60 * 60 * 1000;

/** @throws {ListenError} */
export async function listen(
  app: Express,
  { host, port, headerMilliseconds = maxHeaderMilliseconds }: ListenOptions,
): Promise<ListeningServer> {
  const open = new Set<ServerResponse>();
  const serve: RequestListener = (request, response) => {
    open.add(response);
    response.once('close', () => open.delete(response));
    normaliseRequestTarget(request);
    app(request, response);
  };
  const timeouts = {
    headersTimeout: headerMilliseconds,
    requestTimeout: maxRequest,
    keepAliveTimeout: 65_000,
    connectionsCheckingInterval: Math.min(maxCheckingInterval, headerMilliseconds),
  };
  // A request without a Host header is rejected like one with a wrong one.
  const server = createServer({ ...timeouts, requireHostHeader: false }, serve);
  // Whoever reads the body says "continue", so that none is sent for a request that is rejected.
  server.on('checkContinue', serve);
  // RFC 9110, section 10.1.1: an expectation that is not known may be ignored.
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

function urlOf(server: Server): string {
  const { address, port, family } = server.address() as AddressInfo; // a TCP server that listens has one
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

function drain(server: Server, open: ReadonlySet<ServerResponse>): Promise<void> {
  // A stream of events ends when an execution does; whoever follows it comes back, and to another gateway perhaps.
  for (const response of open) if (isEventStream(response)) response.socket?.destroySoon();
  return new Promise((resolve) => {
    const cutOff = setTimeout(() => server.closeAllConnections(), maxDrain);
    // A connection whose last request is answered would be kept alive for the next one.
    const hangUp = setInterval(() => server.closeIdleConnections(), 50);
    server.close(() => {
      clearTimeout(cutOff);
      clearInterval(hangUp);
      resolve();
    });
  });
}

function isEventStream(response: ServerResponse): boolean {
  return String(response.getHeader('content-type')).startsWith('text/event-stream');
}

function listenError(error: NodeJS.ErrnoException, host: string, port: number): ListenError {
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: `Port ${port} of ${host} is in use by another program; stop that one, or set PORT to another port`,
    EACCES: `Port ${port} needs rights that this user does not have; set PORT to one above 1023`,
    EADDRNOTAVAIL: `${host} is no address of this machine; set HOST to one that is`,
    ENOTFOUND: `${host} is no host name that can be resolved; set HOST to an address of this machine`,
  };
  return new ListenError(reasons[error.code ?? ''] ?? `${host}:${port} cannot be listened on: ${error.message}`);
}

/** Answers what Node cannot read as a request, before any of our code sees it. */
function rejectUnreadable(error: NodeJS.ErrnoException, socket: Duplex, headerMilliseconds: number): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { code, detail } = reasonOf(error, headerMilliseconds);
  const { status, title } = problemTable[code];
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
    return { code: 'headers-too-large', detail: 'The header of a request may have up to 16 KiB.' };
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return {
      code: 'request-timeout',
      detail: `The header of a request must arrive within ${headerMilliseconds / 1000} seconds.`,
    };
  return { code: 'invalid-request', detail: 'This is not an HTTP request that can be read.' };
}
