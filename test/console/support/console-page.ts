import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page, Request } from 'playwright-core';
import type { BrowserUnderTest } from './browser-under-test.ts';

export interface PageOptions {
  readonly scheme?: 'light' | 'dark';
  readonly width?: number;
  /** Whether it is a phone, whose pointer is a finger. */
  readonly isPhone?: boolean;
  /** The name that the user has chosen; undefined for a browser that was never here. */
  readonly name?: string | undefined;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface ConsolePage {
  readonly page: Page;
  /** What the browser complained about: errors, messages of the console, violations of the content security policy. */
  readonly troubles: readonly string[];
  /** The rules of axe-core that the page breaks, with the elements. */
  accessibilityProblems(): Promise<readonly string[]>;
  close(): Promise<void>;
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export async function openPage(
  browser: BrowserUnderTest,
  url: string,
  { scheme = 'light', width = 1280, isPhone = false, headers = {}, ...options }: PageOptions = {},
): Promise<ConsolePage> {
  const name = 'name' in options ? options.name : 'ada';
  const context = await browser.newContext({
    colorScheme: scheme,
    viewport: { width, height: 900 },
    reducedMotion: 'reduce',
    isMobile: isPhone,
    hasTouch: isPhone,
    extraHTTPHeaders: headers,
  });
  if (name !== undefined) await context.addInitScript(`localStorage.setItem('flowgate.name', ${JSON.stringify(name)})`);
  await context.addInitScript(
    `addEventListener('securitypolicyviolation', (event) => console.error('policy', event.violatedDirective, event.blockedURI))`,
  );
  const page = await context.newPage();
  // Less than a test may take, so that it says what it waited for.
  page.setDefaultTimeout(20_000);
  const troubles: string[] = [];
  page.on('pageerror', (error) => troubles.push(String(error)));
  page.on('console', (message) => {
    // Signing in leads to the pages of another server, which are not under test.
    const { url: source } = message.location();
    const isForeign = URL.canParse(source) && new URL(source).origin !== new URL(url).origin;
    if (['error', 'warning'].includes(message.type()) && !isForeign) troubles.push(message.text());
  });
  watchRequests(page);
  await page.goto(url);
  return {
    page,
    troubles,
    accessibilityProblems: () => accessibilityProblems(page),
    close: () => context.close(),
  };
}

/** The requests of a page that have no answer yet, and how many there were in all. */
interface Requests {
  readonly open: Set<Request>;
  started: number;
}

const requestsOf = new WeakMap<Page, Requests>();
const quietLooks = 4;

function watchRequests(page: Page): void {
  const requests: Requests = { open: new Set(), started: 0 };
  requestsOf.set(page, requests);
  page.on('request', (request) => {
    requests.open.add(request);
    requests.started += 1;
  });
  // Not once all of an answer was read: what nobody reads, as that of a health check, may stay open.
  page.on('response', (response) => void requests.open.delete(response.request()));
  page.on('requestfailed', (request) => void requests.open.delete(request));
}

/**
 * Waits until a page of `openPage` has loaded and drawn what it shows: there was no request and nothing to do for some
 * looks at it. Not with `networkidle` of Playwright, which may never come after a page that computes while it loads.
 */
export async function untilQuiet(page: Page): Promise<void> {
  const requests = requestsOf.get(page)!;
  const isIdle = () =>
    page.evaluate('new Promise((resolve) => requestIdleCallback(() => resolve(true)))').catch(() => false); // it navigates
  for (let looks = 0; looks < quietLooks; looks++) {
    const before = requests.started;
    await sleep(40);
    if (!(await isIdle()) || requests.open.size > 0 || requests.started > before) looks = -1;
  }
}

async function accessibilityProblems(page: Page): Promise<readonly string[]> {
  await page.evaluate(`${axeSource}; undefined`);
  return page.evaluate(
    `axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => id + ' ' + html.slice(0, 200) + ' ' + failureSummary)))`,
  );
}
