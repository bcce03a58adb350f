import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The part of the API of Amazon S3 that the archive uses, in memory, with the bucket in the path. */
export class S3StandIn {
  readonly objects = new Map<string, Buffer>();
  readonly requests: string[] = [];
  /** Answers instead of the store; undefined for the store itself. */
  outage: { readonly status: number; readonly code: string } | undefined;
  readonly #server: Server;
  readonly #pageSize: number;

  /** @param pageSize how many names a page of a list has */
  static async start(pageSize = 1_000): Promise<S3StandIn> {
    const standIn = new S3StandIn(pageSize);
    standIn.#server.listen(0, '127.0.0.1');
    await once(standIn.#server, 'listening');
    return standIn;
  }

  private constructor(pageSize: number) {
    this.#pageSize = pageSize;
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`; // it listens
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer); // bytes
    const { pathname, searchParams } = new URL(request.url ?? '', this.url);
    const [, bucket = '', ...rest] = decodeURIComponent(pathname).split('/');
    const key = `${bucket}/${rest.join('/')}`;
    this.requests.push(`${request.method} ${key}`);
    if (this.outage !== undefined) return fail(response, this.outage.status, this.outage.code);
    if (request.method === 'PUT') {
      this.objects.set(key, Buffer.concat(chunks));
      return void response.end();
    }
    if (request.method === 'DELETE') {
      this.objects.delete(key);
      return void response.writeHead(204).end();
    }
    if (searchParams.get('list-type') === '2') return this.#list(bucket, searchParams, response);
    const content = this.objects.get(key);
    if (content === undefined) return fail(response, 404, 'NoSuchKey');
    const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    if (start === undefined) return void response.writeHead(200, { 'content-length': content.length }).end(content);
    if (Number(start) >= content.length) return fail(response, 416, 'InvalidRange');
    const part = content.subarray(Number(start), Number(end) + 1);
    const range = `bytes ${start}-${Number(start) + part.length - 1}/${content.length}`;
    response.writeHead(206, { 'content-length': part.length, 'content-range': range }).end(part);
  }

  #list(bucket: string, query: URLSearchParams, response: ServerResponse): void {
    const prefix = `${bucket}/${query.get('prefix') ?? ''}`;
    const after = query.get('continuation-token') ?? '';
    const keys = [...this.objects.keys()].filter((key) => key.startsWith(prefix) && key > after).toSorted();
    const page = keys.slice(0, this.#pageSize);
    const isTruncated = keys.length > page.length;
    response.setHeader('content-type', 'application/xml');
    response.end(
      `<?xml version="1.0"?><ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${
        isTruncated ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
      }${page.map((key) => `<Contents><Key>${key.slice(bucket.length + 1)}</Key></Contents>`).join('')}</ListBucketResult>`,
    );
  }
}

function fail(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' });
  response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`);
}
