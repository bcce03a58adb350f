import {
  createRootRoute,
  createRoute,
  createRouter,
  redirect,
  type ErrorComponentProps,
  type RouteComponent,
} from '@tanstack/react-router';
import { asProblem } from './api/api-problem.ts';
import { basePath } from './api/base-path.ts';
import { ErrorBox } from './components/callout.tsx';
import { loadedPart } from './load-part.ts';
import { pageModules } from './page-modules.ts';
import { auditSearch } from './pages/audit/audit-filters.ts';
import { executionsSearch } from './pages/executions/execution-filters.ts';
import { inputParams } from './pages/flow/run/input-params.ts';
import { flowsSearch } from './pages/flows/flow-filters.ts';
import { HomePage } from './pages/home/home-page.tsx';
import { choiceParam, parseSearch, stringifySearch, textParam, type Search } from './search-params.ts';
import { NotFoundPage } from './shell/not-found-page.tsx';
import { Shell } from './shell/shell.tsx';

const rootRoute = createRootRoute({ component: Shell, notFoundComponent: NotFoundPage });

/** A page, and the parameters that it keeps in the address, which it reads with `getRouteApi('<path>')`. */
function page<const Path extends string, Params>(
  path: Path,
  component: RouteComponent,
  paramsOf: (search: Search) => Params,
) {
  const validateSearch = (search: Search): Partial<Params> => paramsOf(search);
  return createRoute({ getParentRoute: () => rootRoute, path, component, validateSearch });
}

/** A path that leads to the first page. */
function home<const Path extends string>(path: Path) {
  const beforeLoad = () => {
    throw redirect({ to: '/ui/home', replace: true });
  };
  return createRoute({ getParentRoute: () => rootRoute, path, beforeLoad });
}

function flowSearch(search: Search) {
  return {
    ...inputParams(search),
    tab: textParam(search, 'tab'),
    /** The revision that the form runs; the latest by default. */
    revision: textParam(search, 'revision'),
    /** The execution whose values fill the form. */
    replay: textParam(search, 'replay'),
    /** The preset that fills the form. */
    preset: textParam(search, 'preset'),
    /** What is searched for in the logs. */
    search: textParam(search, 'search'),
    /** The revisions that are compared. */
    from: textParam(search, 'from'),
    to: textParam(search, 'to'),
    view: choiceParam(search, 'view', ['side-by-side', 'unified']),
  };
}

function executionSearch(search: Search) {
  return {
    tab: choiceParam(search, 'tab', ['run', 'values', 'artifacts']),
    /** The path of the task whose log is shown, or `*` for all; by default the one that matters most. */
    task: textParam(search, 'task'),
    /** The number of one of its attempts. */
    attempt: textParam(search, 'attempt'),
    /** How the tasks are shown; as a timeline by default. */
    view: choiceParam(search, 'view', ['table', 'graph']),
  };
}

/** Every page. Its module is loaded when the page is opened; that of the first page comes with the entry. */
const routeTree = rootRoute.addChildren([
  home('/'),
  home('/ui'),
  page('/ui/home', HomePage, (search) => ({ namespace: textParam(search, 'namespace') })),
  page('/ui/flows', loadedPart(pageModules.flows, 'FlowsPage'), flowsSearch),
  page(
    '/ui/new-flow',
    loadedPart(() => import('./pages/new-flow/new-flow-page.tsx'), 'NewFlowPage'),
    (search) => ({ /** The flow that is copied, as `namespace/id`. */ copy: textParam(search, 'copy') }),
  ),
  page(
    '/ui/import',
    loadedPart(() => import('./pages/import/import-page.tsx'), 'ImportPage'),
    () => ({}),
  ),
  page('/ui/flows/$namespace/$flowId', loadedPart(pageModules.flow, 'FlowPage'), flowSearch),
  page('/ui/executions', loadedPart(pageModules.executions, 'ExecutionsPage'), executionsSearch),
  page('/ui/executions/$executionId', loadedPart(pageModules.execution, 'ExecutionPage'), executionSearch),
  page(
    '/ui/compare',
    loadedPart(() => import('./pages/compare/compare-page.tsx'), 'ComparePage'),
    (search) => ({
      /** The ids of two executions. */ left: textParam(search, 'left'),
      right: textParam(search, 'right'),
    }),
  ),
  page(
    '/ui/approvals',
    loadedPart(() => import('./pages/approvals/approvals-page.tsx'), 'ApprovalsPage'),
    () => ({}),
  ),
  page(
    '/ui/locks',
    loadedPart(() => import('./pages/locks/locks-page.tsx'), 'LocksPage'),
    (search) => ({ /** Only locks whose names contain it. */ name: textParam(search, 'name') }),
  ),
  page(
    '/ui/audit',
    loadedPart(() => import('./pages/audit/audit-page.tsx'), 'AuditPage'),
    auditSearch,
  ),
  page(
    '/ui/tokens',
    loadedPart(() => import('./pages/tokens/tokens-page.tsx'), 'TokensPage'),
    () => ({}),
  ),
  page(
    '/ui/controllers',
    loadedPart(() => import('./pages/controllers/controllers-page.tsx'), 'ControllersPage'),
    () => ({}),
  ),
  page(
    '/ui/system',
    loadedPart(() => import('./pages/system/system-page.tsx'), 'SystemPage'),
    (search) => ({ /** The task type that is shown. */ type: textParam(search, 'type') }),
  ),
]);

/** The router of the console, below the gateway's base path. */
export function createConsoleRouter() {
  return createRouter({
    routeTree,
    basepath: basePath === '' ? '/' : basePath,
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    scrollRestoration: true,
    defaultErrorComponent: PageFailed,
  });
}

function PageFailed({ error, reset }: ErrorComponentProps) {
  return (
    <div className="page stack">
      <ErrorBox what="Something went wrong on this page" problem={asProblem(error)} onRetry={reset} />
    </div>
  );
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
}
