import express, { type Express, type RequestHandler } from 'express';
import helmet from 'helmet';
import type { Logger } from 'pino';
import type { Services } from '../../abilities/open-abilities.ts';
import type { Tracing } from '../../base/telemetry/tracing.ts';
import type { JsonObject } from '../../base/text/json-value.ts';
import type { StorageGuard } from '../../store/redis/storage-guard.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { allowedHosts } from './allowed-hosts.ts';
import { belowBasePath } from './base-path.ts';
import { BuiltFiles } from './built-files/built-files.ts';
import type { ConsoleFiles } from './console/console-files.ts';
import type { SignIn } from './console/console-page.ts';
import { serveConsole } from './console/serve-console.ts';
import { serveApiPageFiles } from './documentation/serve-api-page-files.ts';
import { serveHelp } from './documentation/serve-help.ts';
import { auditHandlers } from './handlers/audit-handlers.ts';
import { comparisonHandlers } from './handlers/comparison-handlers.ts';
import { documentationHandlers } from './handlers/documentation-handlers.ts';
import { exchangeHandlers } from './handlers/exchange-handlers.ts';
import { executionHandlers } from './handlers/execution-handlers.ts';
import { fileHandlers } from './handlers/file-handlers.ts';
import { flowHandlers } from './handlers/flow-handlers.ts';
import { homeHandlers } from './handlers/home-handlers.ts';
import { hookHandlers } from './handlers/hook-handlers.ts';
import { identityHandlers } from './handlers/identity-handlers.ts';
import { inputHandlers } from './handlers/input-handlers.ts';
import { jobImportHandlers } from './handlers/job-import-handlers.ts';
import { listHandlers } from './handlers/list-handlers.ts';
import { lockHandlers } from './handlers/lock-handlers.ts';
import { logHandlers } from './handlers/log-handlers.ts';
import { mcpHandlers } from './handlers/mcp-handlers.ts';
import { namespaceHandlers } from './handlers/namespace-handlers.ts';
import { presetHandlers } from './handlers/preset-handlers.ts';
import { receiverHandlers } from './handlers/receiver-handlers.ts';
import { revisionHandlers } from './handlers/revision-handlers.ts';
import { subflowHandlers } from './handlers/subflow-handlers.ts';
import { switchHandlers } from './handlers/switch-handlers.ts';
import { systemHandlers, type ReadinessChecks } from './handlers/system-handlers.ts';
import { tokenHandlers } from './handlers/token-handlers.ts';
import { transpilerHandlers } from './handlers/transpiler-handlers.ts';
import { triggerHandlers } from './handlers/trigger-handlers.ts';
import { withApiTokens } from './identity/api-token-identity.ts';
import type { IdentityRules } from './identity/identity-rules.ts';
import { requireIdentity } from './identity/require-identity.ts';
import { limitRate } from './limit-rate.ts';
import { countUnrouted, measureRequests, metricsHandlers } from './measure-requests.ts';
import { recordAudit } from './observe/record-audit.ts';
import { logRequests } from './observe/request-log.ts';
import { enterSpan, traceRequests } from './observe/trace-requests.ts';
import { routesOf, type Contract, type Route } from './openapi/contract.ts';
import { operationRouter, undecodablePath } from './openapi/operation-router.ts';
import { requestValidation } from './openapi/validate-request.ts';
import { changesSomething, handlerOf, isCleanUp, type OperationHandlers } from './operation.ts';
import { rejectCrossSite } from './reject-cross-site.ts';
import { serveHeadAsGet } from './request/head-request.ts';
import { readBody, type BodyLimits } from './request/read-body.ts';
import { exactAnswers } from './response/exact-answers.ts';
import { cutOff, sendError } from './response/send-error.ts';

export interface AppOptions {
  readonly services: Services;
  readonly contract: Contract;
  /** The path prefix of all routes, without a trailing slash; empty for the root. */
  readonly basePath: string;
  readonly version: string;
  readonly logger: Logger;
  readonly identity: IdentityRules;
  readonly hosts: readonly string[];
  readonly trustedProxies: readonly string[];
  readonly limits: BodyLimits & { readonly requestsPerMinute: number };
  readonly validateResponses: boolean;
  readonly checks: ReadinessChecks;
  /** The names of checks of which one suffices. */
  readonly alternatives?: readonly string[] | undefined;
  readonly metrics: Metrics;
  /** Whether everything is served, or only the operations for probes. */
  readonly serves: 'all' | 'probes';
  /** Undefined when tracing is disabled. */
  readonly tracing?: Tracing;
  /** Whether agents are served at `/mcp`. */
  readonly hasMcp: boolean;
  /** The URL at which other systems reach Flowgate, with the base path and without a trailing slash. */
  readonly publicUrl?: string;
  /** The pages of the console; absent to serve none. */
  readonly console?: ConsoleFiles;
  /** The folder of the built documentation, which need not exist. */
  readonly documentation: { readonly apiPage: string; readonly help: string };
  /** How users of the console sign in; absent if they are known without it. */
  readonly signIn?: SignIn;
}

/** The HTTP interface: the operations of openapi.yaml, the console, and the documentation. */
export function createApp(options: AppOptions): Express {
  const app = express();
  app.disable('x-powered-by').disable('etag');
  app.set('query parser', 'simple').set('trust proxy', [...options.trustedProxies]);
  const { requestsPerMinute } = options.limits;
  const identity = withApiTokens(options.identity, options.services.tokens);
  const apiPageFiles = BuiltFiles.open(options.documentation.apiPage);
  const pages =
    options.serves === 'all'
      ? [
          serveApiPageFiles(apiPageFiles, options.basePath),
          serveHelp({ ...options, folder: options.documentation.help }),
        ]
      : [];
  app.use(
    logRequests(options.logger),
    countUnrouted(options.metrics),
    secureHeaders,
    allowedHosts(options.hosts),
    belowBasePath(options.basePath),
    rejectCrossSite,
    ...(requestsPerMinute > 0 ? [limitRate(requestsPerMinute)] : []),
    serveHeadAsGet,
    ...(options.console === undefined ? [] : [serveConsole(options.console, options)]),
    ...pages,
  );
  const { services, checks } = options;
  options.metrics.addGauges({ ...services, pingStore: checks.redis });
  const handlers = operationHandlers({ ...options, identity, apiPageFiles });
  const isOff = ({ operation }: Route) => operation['x-surface'] === 'mcp' && !options.hasMcp;
  const isServed = (route: Route) => (options.serves === 'all' && !isOff(route)) || route.operation['x-probe'] === true;
  const routes = routesOf(options.contract);
  const switchedOff = Object.fromEntries(routes.filter(isOff).map(({ path }) => [path, mcpIsOff]));
  const served = routes.filter(isServed);
  const handlersFor = (route: Route) => {
    const handle = handlerOf(handlers, route.operation);
    return () => [
      ...(options.tracing === undefined ? [] : [traceRequests(options.tracing, route)]),
      measureRequests(options.metrics),
      recordAudit(options.services, options.logger),
      noStore,
      exactAnswers,
      requireIdentity(identity),
      readBody(options.limits),
      ...requestValidation(route, options.contract, options),
      requireStorage(options.services.space),
      enterSpan,
      handle,
    ];
  };
  app.use(operationRouter(served, handlersFor, switchedOff));
  app.use(undecodablePath, sendError, cutOff);
  return app;
}

const mcpIsOff = 'FLOWGATE_MCP=on serves it.';

function operationHandlers({
  services,
  contract,
  basePath,
  version,
  checks,
  alternatives,
  metrics,
  limits,
  identity,
  apiPageFiles,
  publicUrl,
}: AppOptions & { readonly apiPageFiles: BuiltFiles }): OperationHandlers {
  const served = { ...contract, servers: [{ url: basePath === '' ? '/' : basePath }] } as unknown as JsonObject; // parsed from YAML
  return {
    ...flowHandlers(services.flows),
    ...switchHandlers(services.switches),
    ...presetHandlers(services.presets),
    ...listHandlers(services.flowLists),
    ...namespaceHandlers(services.namespaces),
    ...homeHandlers(services.home),
    ...lockHandlers(services.locks),
    ...revisionHandlers(services.flows),
    ...inputHandlers(services.inputs),
    ...subflowHandlers(services.dependencies),
    ...transpilerHandlers(services.jenkinsfiles, services.taskTypes),
    ...exchangeHandlers(services.exchange),
    ...jobImportHandlers(services.jobImports, limits),
    ...executionHandlers(services, limits),
    ...comparisonHandlers(services.comparisons),
    ...fileHandlers(services, limits),
    ...logHandlers(services),
    ...mcpHandlers({ services, contract, version, limits, publicUrl }),
    ...triggerHandlers(services),
    ...hookHandlers(services.webhooks),
    ...receiverHandlers(services.receivers),
    ...tokenHandlers(services.tokens),
    ...auditHandlers(services.audit),
    ...identityHandlers(identity),
    ...documentationHandlers({ contract, version, mode: identity.verifier.mode, files: apiPageFiles }),
    ...systemHandlers({
      services,
      contract: served,
      contractVersion: contract.info.version,
      version,
      checks,
      alternatives,
    }),
    ...metricsHandlers(metrics),
  };
}

/** Responses are data: a browser that opens one must not load or frame anything. */
const secureHeaders = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { defaultSrc: ["'none'"], baseUri: ["'none'"], formAction: ["'none'"], frameAncestors: ["'none'"] },
  },
});

/** Responses are for their caller alone: no cache of a proxy or of a shared browser may keep them. */
const noStore: RequestHandler = (_request, response, next) => {
  response.set('Cache-Control', 'no-store');
  next();
};

/** Rejects changes while storage is full. */
function requireStorage(space: StorageGuard | undefined): RequestHandler {
  return async (request, _response, next) => {
    if (changesSomething(request)) await space?.requireSpace(isCleanUp(request) ? 'clean-up' : 'change');
    next();
  };
}
