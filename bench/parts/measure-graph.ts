import type { Page } from 'playwright-core';
import { bold, type Cell } from '../rig/part.ts';

const sizes = [120, 1_000];

/**
 * Measures the time from the response with the tasks of a flow to its graph on the screen, with the code that draws it.
 */
export async function measureGraph(newPage: () => Promise<Page>, url: string): Promise<readonly (readonly Cell[])[]> {
  const rows = [];
  for (const size of sizes) {
    const page = await newPage();
    await page.addInitScript(noteDrawing);
    const json = { nodes: Array.from({ length: size }, (_, index) => node(`task-${index}`)) };
    await page.route('**/flows/outline', (route) => route.fulfill({ json }));
    await page.goto(`${url}/ui/flows/bench/hello?tab=graph`, { waitUntil: 'commit' });
    await page
      .locator('.graph-node')
      .nth(size - 1)
      .waitFor({ state: 'attached' });
    await page.waitForFunction('window.drawnAt !== undefined');
    const drawn = await page.evaluate<number>(
      `drawnAt - performance.getEntriesByType('resource').find(({ name }) => name.endsWith('/flows/outline')).responseEnd`,
    );
    await page.context().close();
    rows.push([`a graph of ${size.toLocaleString('en')} tasks, from the response to the screen`, `${bold(drawn)} ms`]);
  }
  return rows;
}

const noteDrawing = `new MutationObserver((_, observer) => {
  if (document.querySelector('.graph-node') === null) return;
  observer.disconnect();
  requestAnimationFrame(() => setTimeout(() => (window.drawnAt = performance.now())));
}).observe(document, { childList: true, subtree: true });`;

function node(id: string) {
  return { path: id, id, type: 'dev.vendor.plugin.core.shell.Shell', kind: 'task', section: 'tasks', disabled: false };
}
