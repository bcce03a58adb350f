import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  type ErrorComponentProps,
} from '@tanstack/react-router';
import { asProblem } from './api/api-problem.ts';
import { basePath } from './api/base-path.ts';
import { executionStates } from './api/execution-states.ts';
import { ErrorBox } from './components/error-box.tsx';
import { rangeParams } from './lists/time-range.ts';
import type { AuditSearch } from './pages/audit/audit-filters.ts';
import { auditActions, auditOutcomes } from './pages/audit/audit-words.ts';
import type { ExecutionsSearch } from './pages/executions/execution-filters.ts';
import { inputParams, type InputParams } from './pages/flow/run/input-params.ts';
import { flowSorts, type FlowsSearch } from './pages/flows/flow-filters.ts';
import { FlowsPage } from './pages/flows/flows-page.tsx';
import { choiceParam, listParam, parseSearch, stringifySearch, textParam } from './search-params.ts';
import { NotFoundPage } from './shell/not-found-page.tsx';
import { Shell } from './shell/shell.tsx';

/*
 * Every page: its path, the parameters that it keeps in the address, and its module, which is loaded when the page is
 * opened; that of the first page comes with the entry. Pages read parameters with `getRouteApi('<path>')`.
 */

const rootRoute = createRootRoute({ component: Shell, notFoundComponent: NotFoundPage });

const homeRoutes = (['/', '/ui'] as const).map((path) =>
  createRoute({
    getParentRoute: () => rootRoute,
    path,
    beforeLoad: () => {
      throw redirect({ to: '/ui/flows', replace: true });
    },
  }),
);

const flowsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/ui/flows',
  validateSearch: (search: Record<string, unknown>): FlowsSearch => ({
    q: textParam(search, 'q'),
    namespace: textParam(search, 'namespace'),
    label: listParam(search, 'label'),
    sort: choiceParam(search, 'sort', flowSorts),
  }),
  component: FlowsPage,
});

const newFlowRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/ui/new-flow',
  component: lazyRouteComponent(() => import('./pages/new-flow/new-flow-page.tsx'), 'NewFlowPage'),
});

const flowRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/ui/flows/$namespace/$flowId',
  validateSearch: (search: Record<string, unknown>): FlowSearch => ({
    ...inputParams(search),
    tab: textParam(search, 'tab'),
    revision: textParam(search, 'revision'),
    replay: textParam(search, 'replay'),
    from: textParam(search, 'from'),
    to: textParam(search, 'to'),
    view: choiceParam(search, 'view', ['side-by-side', 'unified']),
  }),
  component: lazyRouteComponent(() => import('./pages/flow/flow-page.tsx'), 'FlowPage'),
});

const executionsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/ui/executions',
  validateSearch: (search: Record<string, unknown>): ExecutionsSearch => ({
    namespace: textParam(search, 'namespace'),
    flow: textParam(search, 'flow'),
    state: listParam(search, 'state')?.flatMap((state) => executionStates.find((known) => known === state) ?? []),
    label: listParam(search, 'label'),
    actor: textParam(search, 'actor'),
    ...rangeParams(search),
  }),
  component: lazyRouteComponent(() => import('./pages/executions/executions-page.tsx'), 'ExecutionsPage'),
});

const executionRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/ui/executions/$executionId',
  validateSearch: (search: Record<string, unknown>): ExecutionSearch => ({
    tab: choiceParam(search, 'tab', ['run', 'values', 'artifacts']),
    task: textParam(search, 'task'),
    attempt: textParam(search, 'attempt'),
    view: choiceParam(search, 'view', ['table']),
  }),
  component: lazyRouteComponent(() => import('./pages/executions/execution-page.tsx'), 'ExecutionPage'),
});

const auditRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/ui/audit',
  validateSearch: (search: Record<string, unknown>): AuditSearch => ({
    namespace: textParam(search, 'namespace'),
    flow: textParam(search, 'flow'),
    actor: textParam(search, 'actor'),
    action: choiceParam(search, 'action', auditActions),
    outcome: choiceParam(search, 'outcome', auditOutcomes),
    ...rangeParams(search),
  }),
  component: lazyRouteComponent(() => import('./pages/audit/audit-page.tsx'), 'AuditPage'),
});

const tokensRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/ui/tokens',
  component: lazyRouteComponent(() => import('./pages/tokens/tokens-page.tsx'), 'TokensPage'),
});

const systemRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/ui/system',
  validateSearch: (search: Record<string, unknown>): SystemSearch => ({ type: textParam(search, 'type') }),
  component: lazyRouteComponent(() => import('./pages/system/system-page.tsx'), 'SystemPage'),
});

const routeTree = rootRoute.addChildren([
  ...homeRoutes,
  flowsRoute,
  newFlowRoute,
  flowRoute,
  executionsRoute,
  executionRoute,
  tokensRoute,
  auditRoute,
  systemRoute,
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
    <div className="page">
      <ErrorBox what="Something went wrong on this page" problem={asProblem(error)} onRetry={reset} />
    </div>
  );
}

export interface FlowSearch extends InputParams {
  readonly tab?: string;
  /** The revision that the form runs; the latest by default. */
  readonly revision?: string;
  /** The execution whose values fill the form. */
  readonly replay?: string;
  /** The revisions that are compared. */
  readonly from?: string;
  readonly to?: string;
  readonly view?: 'side-by-side' | 'unified';
}

export interface ExecutionSearch {
  readonly tab?: 'run' | 'values' | 'artifacts';
  /** The path of the task whose log is shown, or `*` for all; by default the one that matters most. */
  readonly task?: string;
  /** The number of one of its attempts. */
  readonly attempt?: string;
  /** How the tasks are shown; as a timeline by default. */
  readonly view?: 'table';
}

export interface SystemSearch {
  /** The task type that is shown. */
  readonly type?: string;
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
}
