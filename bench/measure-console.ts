import { join } from 'node:path';
import { chromium, type Browser, type CDPSession, type Page } from 'playwright-core';
import { consoleSizes, type ConsoleSize } from './console-sizes.ts';
import { startFlow, untilEnded } from './gateway-calls.ts';
import { startMeasuredServer } from './measured-server.ts';
import { median } from './median.ts';
import { countingFlow, helloFlow, slowCountingFlow } from './sample-flows.ts';

export interface ConsoleTimes {
  readonly sizes: readonly ConsoleSize[];
  /** Milliseconds from the start of the navigation, by connection. */
  readonly firstContent: readonly { readonly connection: string; readonly painted: number; readonly shown: number }[];
  readonly log: LogTimes;
}

/** The log of a task that wrote `logLines` lines. Times in milliseconds. */
export interface LogTimes {
  /** From the start of the navigation until the last line was there. */
  readonly loaded: number;
  readonly scrolling: Fluency;
  /** While the lines are written. */
  readonly following: Fluency;
  /** Of the heap of the page with the whole log, in megabytes. */
  readonly memory: number;
  /** Rows in the document. */
  readonly rows: number;
}

export interface Fluency {
  /** The longest time between two frames. */
  readonly longestFrame: number;
  /** How many times a script ran for more than 50 ms. */
  readonly longTasks: number;
  /** CPU time of the page's thread, which other programs do not lengthen. */
  readonly cpuTime: number;
}

export const logLines = 200_000;
const rounds = 5;
/** As the developer tools of browsers define Fast 3G; without a limit, the machine itself. */
const connections = [
  { connection: 'Fast 3G: 1.44 Mbit/s, 563 ms', latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 },
  { connection: 'not throttled', latency: 0, downloadThroughput: -1, uploadThroughput: -1 },
];

/** @param folder for the data of the gateway */
export async function measureConsole(folder: string): Promise<ConsoleTimes> {
  const project = join(import.meta.dirname, '..');
  const settings = { FLOWGATE_DATA: join(folder, 'console'), FLOWGATE_ENGINE: 'local' };
  const server = await startMeasuredServer(
    join(project, 'dist/src/main.js'),
    3975,
    settings,
    join(folder, 'console.log'),
  );
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
  try {
    await startFlow(server.url, 'hello', helloFlow);
    const firstContent = [];
    for (const connection of connections) firstContent.push(await timeOfFirstContent(browser, server.url, connection));
    return { sizes: consoleSizes(join(project, 'dist/web')), firstContent, log: await measureLog(browser, server.url) };
  } finally {
    await browser.close();
    await server.stop();
  }
}

/** Each round with an empty cache. */
async function timeOfFirstContent(
  browser: Browser,
  url: string,
  { connection, ...limits }: (typeof connections)[number],
) {
  const painted: number[] = [];
  const shown: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const page = await newPage(browser);
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', { offline: false, ...limits });
    await page.goto(`${url}/ui/flows`, { waitUntil: 'commit' });
    await page.getByRole('link', { name: 'bench/hello' }).waitFor();
    shown.push(await page.evaluate<number>('performance.now()'));
    painted.push(await page.evaluate<number>(`performance.getEntriesByName('first-contentful-paint')[0].startTime`));
    await page.context().close();
  }
  return { connection, painted: median(painted), shown: median(shown) };
}

async function measureLog(browser: Browser, url: string): Promise<LogTimes> {
  const id = await startFlow(url, 'counting', countingFlow(logLines));
  await untilEnded(`${url}/executions/${id}`);
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
  return { loaded, scrolling, following: await fluencyOfFollowing(browser, url), memory: usedSize / 1e6, rows };
}

async function fluencyOfFollowing(browser: Browser, url: string): Promise<Fluency> {
  const id = await startFlow(url, 'slow', slowCountingFlow(logLines));
  const page = await newPage(browser);
  await page.goto(`${url}/ui/executions/${id}`, { waitUntil: 'commit' });
  await page.locator('.log-line').first().waitFor();
  const fluency = await fluencyOf(page, () => untilLoaded(page));
  await page.context().close();
  return fluency;
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

/** In milliseconds. */
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

export const scrollFrames = 300;

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
