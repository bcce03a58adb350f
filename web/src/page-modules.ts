/*
 * The modules of the pages that many visits begin with. The entry starts to load the one of the address at once, so that it
 * does not wait for the rest of the console.
 */
export const pageModules = {
  flows: () => import('./pages/flows/flows-page.tsx'),
  flow: () => import('./pages/flow/flow-page.tsx'),
  executions: () => import('./pages/executions/executions-page.tsx'),
  execution: () => import('./pages/executions/execution-page.tsx'),
};

const paths: readonly (readonly [path: RegExp, load: () => Promise<unknown>])[] = [
  [/^\/ui\/flows$/, pageModules.flows],
  [/^\/ui\/flows\/[^/]+\/[^/]+$/, pageModules.flow],
  [/^\/ui\/executions$/, pageModules.executions],
  [/^\/ui\/executions\/[^/]+$/, pageModules.execution],
];

/** @param path without the base path */
export function loadPageEarly(path: string): void {
  const load = paths.find(([pattern]) => pattern.test(path))?.[1];
  // The router loads it again, and shows a failure.
  load?.().catch(() => undefined);
}
