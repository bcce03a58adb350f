import { join } from 'node:path';
import type { Configuration } from '../base/config/configuration.ts';
import { packageRoot, packageVersion } from '../base/config/package-root.ts';
import { createApp, type AppOptions } from '../faces/http/app.ts';
import { loadConsole } from '../faces/http/console/console-files.ts';
import type { SignIn } from '../faces/http/console/console-page.ts';
import { listen, type ListeningServer } from '../faces/http/listen.ts';
import { loadContract } from '../faces/http/openapi/contract.ts';
import { Metrics } from '../faces/metrics/metrics.ts';

export interface ServeOptions extends Pick<
  AppOptions,
  'services' | 'logger' | 'identity' | 'checks' | 'alternatives' | 'metrics' | 'tracing'
> {
  /** Requests are not served until it resolves. */
  readonly ready: Promise<void>;
}

// One import loads the whole HTTP interface, when it is needed.
export { Metrics };

/** Serves the API, or the probes alone if this process is a worker. @throws {ListenError} */
export async function serveHttp(
  configuration: Configuration,
  { ready, ...options }: ServeOptions,
): Promise<ListeningServer> {
  const contract = loadContract(join(packageRoot(), 'openapi.yaml'));
  const serves = configuration.role === 'worker' ? 'probes' : 'all';
  const hasConsole = configuration.hasConsole && serves === 'all';
  const built = join(packageRoot(), 'dist');
  const console = hasConsole ? loadConsole(join(built, 'web')) : undefined;
  const documentation = { apiPage: join(built, 'api-page'), help: join(built, 'help') };
  if (hasConsole && console === undefined)
    options.logger.warn('The console has not been built and is not served; `npm run build` builds it');
  const signIn = signInOf(configuration);
  const version = packageVersion();
  const pages = { console, signIn, documentation };
  const app = createApp({ ...configuration, ...options, ...pages, serves, contract, version });
  await ready;
  const server = await listen(app, configuration);
  return { ...server, url: `${server.url}${configuration.basePath}` };
}

function signInOf({ identity }: Configuration): SignIn | undefined {
  if (identity.mode !== 'jwt' || identity.consoleSignIn === undefined) return undefined;
  return { issuer: identity.issuer, ...identity.consoleSignIn };
}
