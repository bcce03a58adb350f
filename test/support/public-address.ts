import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An address that is known before the server that will use it. */
export interface PublicAddress {
  readonly url: string;
  serve(app: RequestListener): void;
  close(): Promise<void>;
}

export async function openPublicAddress(): Promise<PublicAddress> {
  let app: RequestListener = (_request, response) => void response.writeHead(503).end();
  const server = createServer((request, response) => app(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // a TCP server that listens has one
  return {
    url: `http://127.0.0.1:${port}`,
    serve: (listener) => void (app = listener),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
