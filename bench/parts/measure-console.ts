import { join } from 'node:path';
import { chromium, type Browser, type CDPSession, type Page } from 'playwright-core';
import { startFlow, untilEnded } from '../rig/gateway-calls.ts';
import { bold, type Cell, type Part } from '../rig/part.ts';
import { buildFolder } from '../rig/program.ts';
import { withGateway } from '../rig/running-gateway.ts';
import { median } from '../rig/statistics.ts';
import { countingFlow, helloFlow, slowCountingFlow } from '../samples/sample-flows.ts';
import { consoleSizes } from './console-sizes.ts';
import { measureGraph } from './measure-graph.ts';

interface Fluency {
  /** The longest time between two frames. */
  readonly longestFrame: number;
  /** How many times a script ran for more than 50 ms. */
  readonly longTasks: number;
  /** CPU time of the page's thread, which other programs do not lengthen. */
  readonly cpuTime: number;
}

const logLines = 200_000;
const rounds = 5;
/** As the developer tools of browsers define Fast 3G; without a limit, the machine itself. */
const connections = [
  { connection: 'Fast 3G: 1.44 Mbit/s, 563 ms', latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 },
  { connection: 'not throttled', latency: 0, downloadThroughput: -1, uploadThroughput: -1 },
];

export const console: Part = {
  name: 'console',
  title: 'The console',
  description: `What the browser loads, compressed as it is served; for a part, the additional bytes after the first page. A test compares the sizes
with the budgets.`,
  run: async (report) => {
    const kilobytes = (bytes: number) => bytes / 1000;
    report.table(
      'part | size (KB) | budget (KB)',
      consoleSizes(join(buildFolder, 'web')).map(({ what, bytes, budget }) => [
        what,
        bold(kilobytes(bytes)),
        kilobytes(budget),
      ]),
    );
    const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
    const settings = { FLOWGATE_ENGINE: 'local', FLOWGATE_LOG_LEVEL: 'info', NODE_ENV: 'production' };
    await withGateway(settings, async ({ url }) => {
      await startFlow(url, 'hello', helloFlow);
      report.text(`Time to the first content of the home page and of the list of flows in Chromium, in milliseconds from the start of the navigation with an
empty cache; medians of five.`);
      const rows = [];
      for (const connection of connections)
        for (const [path, content] of firstContents)
          rows.push(await timeOfFirstContent(browser, url, { path, content, ...connection }));
      report.table('connection | page | first paint | its data', rows);
      report.text('The graph of the tasks of a flow, all in one list. The budgets are 200 ms and 1 s.');
      report.table('what | measured', await measureGraph(() => newPage(browser), url));
      report.text(
        `The log of a task with ${logLines.toLocaleString('en')} lines. A script that runs for more than 50 ms is a long task.`,
      );
      report.table('what | measured', [...(await measureLog(browser, url)), ...(await measureFollowing(browser, url))]);
    }).finally(() => browser.close());
  },
};

/** Each page, and a text that it shows once it has its data. */
const firstContents = [
  ['/ui/home', 'ended, '],
  ['/ui/flows', 'bench/hello'],
] as const;

/** A script that notes when a page shows a text, because a locator looks only every half second. */
function noteShown(content: string): string {
  return `new MutationObserver(() => {
    if (document.querySelector('main')?.textContent.includes('${content}')) globalThis.shownAt ??= performance.now();
  }).observe(document, { childList: true, subtree: true, characterData: true });`;
}

/** Each round with an empty cache. */
async function timeOfFirstContent(
  browser: Browser,
  url: string,
  {
    path,
    content,
    connection,
    ...limits
  }: (typeof connections)[number] & { readonly path: string; readonly content: string },
): Promise<readonly Cell[]> {
  const painted: number[] = [];
  const shown: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const page = await newPage(browser);
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', { offline: false, ...limits });
    await page.addInitScript(noteShown(content));
    await page.goto(`${url}${path}`, { waitUntil: 'commit' });
    await page.locator('main', { hasText: content }).waitFor();
    shown.push(await page.evaluate<number>('shownAt'));
    painted.push(await page.evaluate<number>(`performance.getEntriesByName('first-contentful-paint')[0].startTime`));
    await page.context().close();
  }
  return [connection, path, median(painted).toFixed(0), bold(median(shown))];
}

async function measureLog(browser: Browser, url: string): Promise<readonly (readonly Cell[])[]> {
  const id = await startFlow(url, 'counting', countingFlow(logLines));
  await untilEnded(url, id);
  const page = await newPage(browser);
  await page.goto(`${url}/ui/executions/${id}?task=count`, { waitUntil: 'commit' });
  await untilLoaded(page);
  const loaded = await page.evaluate<number>('performance.now()');
  const scrolling = await fluencyOf(page, async () => {
    await page.evaluate(scrollToEnd);
    await page.getByText(`line ${logLines} `).waitFor();
  });
  const rows = await page.locator('.log-line').count();
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await page.context().close();
  return [
    ['from the start of the navigation to the last line', `${bold(loaded / 1000, 1)} s`],
    [
      `scrolling from the first line to the last in ${scrollFrames} frames: CPU time per frame`,
      `${bold(scrolling.cpuTime / scrollFrames, 1)} ms`,
    ],
    frames(scrolling),
    [
      'JavaScript heap of the page with the whole log, whose text the browser may keep outside it',
      `${(usedSize / 1e6).toFixed(0)} MB`,
    ],
    ['rows in the document', rows],
  ];
}

async function measureFollowing(browser: Browser, url: string): Promise<readonly (readonly Cell[])[]> {
  const id = await startFlow(url, 'slow', slowCountingFlow(logLines));
  const page = await newPage(browser);
  await page.goto(`${url}/ui/executions/${id}`, { waitUntil: 'commit' });
  await page.locator('.log-line').first().waitFor();
  const fluency = await fluencyOf(page, () => untilLoaded(page));
  await page.context().close();
  const what = 'following while the lines are written, in ten seconds or more: CPU time per 1,000 lines';
  return [[what, `${bold(fluency.cpuTime / (logLines / 1000), 1)} ms`], frames(fluency)];
}

function frames({ longestFrame, longTasks }: Fluency): readonly Cell[] {
  return ['the same: the longest frame, in wall-clock time', `${longestFrame.toFixed(0)} ms, ${longTasks} long tasks`];
}

async function newPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  await context.addInitScript(`localStorage.setItem('flowgate.name', 'bench')`);
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  return page;
}

async function untilLoaded(page: Page): Promise<void> {
  await page.getByText(`${logLines.toLocaleString('en')} lines`, { exact: true }).waitFor();
}

/** Watches the frames and scripts of a page while it does something. */
async function fluencyOf(page: Page, act: () => Promise<void>): Promise<Fluency> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const before = await cpuTimeOf(session);
  await page.evaluate(watch);
  await act();
  const seen = await page.evaluate<Omit<Fluency, 'cpuTime'>>('globalThis.fluency');
  return { ...seen, cpuTime: (await cpuTimeOf(session)) - before };
}

/** The CPU time of the page, in milliseconds. */
async function cpuTimeOf(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN);
}

const watch = `
  globalThis.fluency = { longestFrame: 0, longTasks: 0 };
  new PerformanceObserver((list) => (fluency.longTasks += list.getEntries().length)).observe({ type: 'longtask' });
  let last = performance.now();
  const frame = (now) => {
    fluency.longestFrame = Math.max(fluency.longestFrame, now - last);
    last = now;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame((now) => {
    last = now;
    requestAnimationFrame(frame);
  });
`;

const scrollFrames = 300;

/** From the first to the last line. */
const scrollToEnd = `new Promise((resolve) => {
  const pane = document.querySelector('.log-pane');
  let step = 0;
  const go = () => {
    pane.scrollTop = (pane.scrollHeight * ++step) / ${scrollFrames};
    if (step < ${scrollFrames}) requestAnimationFrame(go);
    else resolve();
  };
  requestAnimationFrame(go);
})`;
