import { existsSync } from 'node:fs';
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions } from 'playwright-core';

/** A browser whose pages are as new, as far as cookies, storage and permissions go. */
export interface BrowserUnderTest {
  newContext(options: BrowserContextOptions): Promise<BrowserContext>;
  /** Called when it is closed. */
  atEnd(step: () => Promise<void>): void;
  /** Leaves what it has opened. */
  close(): Promise<void>;
}

/** In the Chromium of this process, whose suites share it. */
export async function startBrowser(): Promise<BrowserUnderTest> {
  const browser = await chromiumOfProcess();
  const steps: (() => Promise<void>)[] = [];
  return {
    newContext: (options) => browser.newContext(options),
    atEnd: (step) => void steps.push(step),
    close: async () => void (await Promise.all(steps.map((step) => step()))),
  };
}

let launched: Promise<Browser> | undefined;

async function chromiumOfProcess(): Promise<Browser> {
  launched ??= launchChromium();
  const browser = await launched;
  if (browser.isConnected()) return browser;
  launched = launchChromium();
  return launched;
}

/**
 * A browser that finds no other machine. In the shell without a window, a page takes two thirds of the CPU time. The whole
 * Chromium would also render two popups of the address bar for each window. Its last `--disable-features` counts, so
 * PaintHolding of Playwright is repeated. A page whose next address is another server stays in its process: a new one takes
 * as long as the page. Playwright kills it at the end of this process.
 */
function launchChromium(): Promise<Browser> {
  const shell = '/usr/bin/chromium-headless-shell';
  const offline = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1';
  const withoutPopups = '--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,PaintHolding';
  return chromium.launch({
    executablePath: existsSync(shell) ? shell : '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-site-isolation-trials', offline, withoutPopups],
  });
}
