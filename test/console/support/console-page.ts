import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
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
  await page.goto(url);
  return {
    page,
    troubles,
    accessibilityProblems: () => accessibilityProblems(page),
    close: () => context.close(),
  };
}

async function accessibilityProblems(page: Page): Promise<readonly string[]> {
  await page.evaluate(`${axeSource}; undefined`);
  return page.evaluate(
    `axe.run().then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => id + ' ' + html.slice(0, 200) + ' ' + failureSummary)))`,
  );
}
