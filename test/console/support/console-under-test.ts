import type { Server } from 'node:http';
import { join } from 'node:path';
// @ts-expect-error the scripts that set a machine up run before anything is compiled, and have no types
import { ensureBuild } from '../../../scripts/setup/build.mjs';
import { packageRoot } from '../../../src/base/config/package-root.ts';
import { loadConsole, type ConsoleFiles } from '../../../src/faces/http/console/console-files.ts';
import { listen, urlOf } from '../../support/listening-server.ts';
import { startLocalGateway, type GatewayOptions, type GatewayWithWorker } from '../../support/running-gateway.ts';
import { startBrowser } from './browser-under-test.ts';
import { openPage, type ConsolePage, type PageOptions } from './console-page.ts';

export interface ConsoleUnderTest extends GatewayWithWorker {
  /** Without a trailing slash. */
  readonly url: string;
  /** Opens a page in a browser of its own, as far as cookies and storage go. */
  open(path: string, options?: PageOptions): Promise<ConsolePage>;
}

/** A gateway that runs flows on this machine, with the built console, and a Chromium. */
export async function startConsole(gatewayOptions: GatewayOptions = {}): Promise<ConsoleUnderTest> {
  const running = await startLocalGateway({ console: await builtConsole(), ...gatewayOptions });
  const server = await listen(running.gateway.app);
  const browser = await startBrowser();
  const url = `${urlOf(server)}${gatewayOptions.basePath ?? ''}`;
  return {
    ...running,
    url,
    open: (path, options) => openPage(browser, `${url}${path}`, options),
    stop: async () => {
      await browser.close();
      close(server);
      await running.stop();
    },
  };
}

/** The console as it is served, made of the current sources. */
export async function builtConsole(): Promise<ConsoleFiles> {
  await ensureBuild();
  const files = loadConsole(join(packageRoot(), 'dist', 'web'));
  if (files === undefined) throw new Error('The build made no console');
  return files;
}

function close(server: Server): void {
  server.closeAllConnections();
  server.close();
}
