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

/** Pages that no test uses, by their options: to open one takes three times as long as to go to another address. */
const idlePages = new Map<string, Page[]>();

export async function openPage(
  browser: BrowserUnderTest,
  url: string,
  { scheme = 'light', width = 1280, isPhone = false, headers = {}, ...options }: PageOptions = {},
): Promise<ConsolePage> {
  const name = 'name' in options ? options.name : 'ada';
  const viewport = { width, height: 900 };
  const key = JSON.stringify([scheme, width, isPhone, headers, name ?? null]);
  const page = idlePages.get(key)?.pop() ?? (await newPage());
  const troubles: string[] = [];
  page.on('pageerror', (error) => troubles.push(String(error)));
  page.on('console', (message) => {
    // Signing in leads to the pages of another server, which are not under test.
    const { url: source } = message.location();
    const isForeign = URL.canParse(source) && new URL(source).origin !== new URL(url).origin;
    if (['error', 'warning'].includes(message.type()) && !isForeign) troubles.push(message.text());
  });
  watchRequests(page);
  const leaveOnce = async () => {
    const isAsNew = await leave(page, { origin: new URL(url).origin, scheme, viewport });
    if (isAsNew) idlePages.set(key, [...(idlePages.get(key) ?? []), page]);
  };
  let left: Promise<void> | undefined;
  const close = () => (left ??= leaveOnce());
  browser.atEnd(close);
  await page.goto(url);
  return { page, troubles, accessibilityProblems: () => accessibilityProblems(page), close };

  async function newPage(): Promise<Page> {
    const context = await browser.newContext({
      colorScheme: scheme,
      viewport,
      reducedMotion: 'reduce',
      isMobile: isPhone,
      hasTouch: isPhone,
      extraHTTPHeaders: headers,
    });
    if (name !== undefined)
      await context.addInitScript(`localStorage.setItem('flowgate.name', ${JSON.stringify(name)})`);
    await context.addInitScript(
      `addEventListener('securitypolicyviolation', (event) => console.error('policy', event.violatedDirective, event.blockedURI))`,
    );
    const created = await context.newPage();
    // Less than a test may take, so that it says what it waited for.
    created.setDefaultTimeout(20_000);
    return created;
  }
}

/** Makes a page as new for the next test, or closes it. @returns whether it is as new */
async function leave(
  page: Page,
  {
    origin,
    scheme,
    viewport,
  }: { origin: string; scheme: 'light' | 'dark'; viewport: { width: number; height: number } },
): Promise<boolean> {
  const context = page.context();
  try {
    await Promise.all(context.pages().map((other) => other !== page && other.close()));
    page.removeAllListeners();
    context.removeAllListeners();
    await Promise.all([
      page.unrouteAll({ behavior: 'ignoreErrors' }),
      context.unrouteAll({ behavior: 'ignoreErrors' }),
    ]);
    page.on('dialog', (dialog) => void dialog.accept());
    // Nothing of the console runs there.
    await page.goto(`${origin}/healthz`, { timeout: 5_000 });
    await page.evaluate('localStorage.clear(); sessionStorage.clear()');
    await Promise.all([context.clearCookies(), context.clearPermissions()]);
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    page.removeAllListeners();
    return true;
  } catch {
    await context.close();
    return false;
  }
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
