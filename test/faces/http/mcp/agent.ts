import type { Server } from 'node:http';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import request from 'supertest';
import { listen, urlOf } from '../../../support/listening-server.ts';
import { startLocalGateway, type GatewayOptions, type GatewayWithWorker } from '../../../support/running-gateway.ts';

/** A gateway that runs flows on this machine, on a port, for agents. */
export interface GatewayForAgents extends GatewayWithWorker {
  readonly url: string;
  /** The text of a new token; by default for agents, with all rights in `examples`. */
  token(scope?: object): Promise<string>;
  agent(scope?: object): Promise<Agent>;
}

export interface Agent {
  readonly client: Client;
  call(name: string, args?: Record<string, unknown>): Promise<Called>;
}

export interface Called {
  /** The data of the result. */
  // oxlint-disable-next-line no-explicit-any -- as in the bodies of supertest
  readonly data: any;
  readonly text: string;
  readonly isError: boolean;
}

export async function startForAgents(options: GatewayOptions = {}): Promise<GatewayForAgents> {
  const running = await startLocalGateway(options);
  const server: Server = await listen(running.gateway.app);
  const url = urlOf(server);
  const clients: Client[] = [];
  let made = 0;
  const token = async (scope: object = {}): Promise<string> => {
    const body = {
      name: `agent-${++made}`,
      namespaces: ['examples'],
      rights: ['read', 'execute'],
      surfaces: ['mcp'],
      ...scope,
    };
    const answer = await request(running.gateway.app).post('/tokens').set('x-oidc-sub', 'ada').send(body).expect(201);
    return answer.body.token;
  };
  return {
    ...running,
    url,
    token,
    agent: async (scope) => {
      const client = await connect(url, await token(scope));
      clients.push(client);
      return agentOf(client);
    },
    stop: async () => {
      for (const client of clients) await client.close();
      server.closeAllConnections();
      server.close();
      await running.stop();
    },
  };
}

/** @param mode `auto` for the version without a handshake */
export async function connect(url: string, token: string, mode: 'legacy' | 'auto' = 'legacy'): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
  const headers = { authorization: `Bearer ${token}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } }));
  return client;
}

export function agentOf(client: Client): Agent {
  return {
    client,
    call: async (name, args = {}) => {
      const result = await client.callTool({ name, arguments: args });
      const [content] = result.content as readonly { readonly text: string }[]; // text alone
      return { data: result.structuredContent, text: content?.text ?? '', isError: result.isError === true };
    },
  };
}
