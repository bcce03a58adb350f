import type { IncomingHttpHeaders, Server, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { listen, urlOf } from './listening-server.ts';

export interface ReceivedWebhook {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A receiver of notifications, which answers 204 unless told otherwise. */
export class WebhookReceiver {
  readonly received: ReceivedWebhook[] = [];
  readonly url: string;
  /** Answers a request; the next ones too. */
  answer: (response: ServerResponse, request: ReceivedWebhook) => void = (response) => response.writeHead(204).end();
  readonly #server: Server;

  static async start(): Promise<WebhookReceiver> {
    const started: { receiver?: WebhookReceiver } = {};
    const server = await listen((request, response) => {
      void (async () => {
        const { receiver } = started;
        const webhook = { path: request.url ?? '', headers: request.headers, body: await text(request) };
        receiver?.received.push(webhook);
        receiver?.answer(response, webhook);
      })();
    });
    return (started.receiver = new WebhookReceiver(server));
  }

  private constructor(server: Server) {
    this.#server = server;
    this.url = urlOf(server);
  }

  /** Resolves when so many requests have arrived. */
  async until(count: number): Promise<readonly ReceivedWebhook[]> {
    while (this.received.length < count) await sleep(20);
    return this.received;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
