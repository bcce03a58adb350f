// First, so that a part can change what it shares.
import './styles/shared.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { ApiProblem } from './api/api-problem.ts';
import { basePath } from './api/base-path.ts';
import { watchGateway } from './api/reachability.ts';
import { fetchParts } from './load-part.ts';
import { createConsoleRouter } from './routes.tsx';
import { signInPath } from './sign-in/return-target.ts';
import { signInSettings } from './sign-in/sign-in-settings.ts';
import './styles/fonts.css';
import './styles/tokens.css';
import './styles/base.css';
import './styles/touch.css';

const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 2_000,
      networkMode: 'always',
      // A rejected request stays rejected; a gateway that restarts is back in a moment.
      retry: (failures, error) =>
        failures < 2 && error instanceof ApiProblem && [0, 502, 503, 504].includes(error.status),
    },
    // What the browser says of the network is not whether the gateway responds, and a change must not wait unseen.
    mutations: { networkMode: 'always' },
  },
});

const root = createRoot(document.querySelector('#root')!);
void start();
watchGateway();
// Not before the first page has what it needs.
setTimeout(() => void fetchParts(), 2_000);

async function start(): Promise<void> {
  if (await isReady())
    show(
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={createConsoleRouter()} />
      </QueryClientProvider>,
    );
}

/** Whether the console can be shown; otherwise the pages of the sign-in are. */
async function isReady(): Promise<boolean> {
  const settings = signInSettings();
  if (settings !== undefined) {
    const { openSession } = await import('./sign-in/open-session.tsx');
    return openSession(settings, show);
  }
  if (location.pathname !== `${basePath}${signInPath}`) return true;
  const { confirmProxySession } = await import('./sign-in/confirm-proxy-session.tsx');
  await confirmProxySession(show);
  return false;
}

function show(page: ReactNode): void {
  root.render(<StrictMode>{page}</StrictMode>);
}
