import { afterAll, beforeAll, describe, expect, it } from 'vitest';
// @ts-expect-error the scripts that set a machine up run before anything is compiled, and have no types
import { ensureHelp } from '../../../../scripts/setup/help-build.mjs';
import { baseMark } from '../../../../src/faces/http/documentation/base-mark.ts';
import { untilQuiet } from '../../../console/support/console-page.ts';
import { startConsole, type ConsoleUnderTest } from '../../../console/support/console-under-test.ts';
import { isNightly } from '../../../support/nightly.ts';

const basePath = '/tools';
/** `--muted` of the dark colours. */
const mutedWhenDark = 'rgb(163, 172, 185)';
let gateway: ConsoleUnderTest;
// The documentation takes as long to build as a tenth of all tests.
beforeAll(async () => {
  if (!isNightly) return;
  ensureHelp();
  gateway = await startConsole({ basePath });
}, 300_000);
afterAll(() => gateway?.stop());

const urlOf = (path: string): string => `${gateway.url}${path}`;
const isPage = (url: URL): boolean => url.pathname.startsWith(`${basePath}/help/`) && !/\.\w+$/.test(url.pathname);

describe.runIf(isNightly)('the documentation at /help', () => {
  it('has no broken link, and every page is found from the home page', async () => {
    const pages = new Map<string, string>();
    const links = new Map<string, string>();
    const waiting = [urlOf('/help/')];
    for (const url of waiting) {
      if (pages.has(url)) continue;
      const response = await fetch(url);
      expect([url, response.status]).toEqual([url, 200]);
      const text = await response.text();
      pages.set(url, text);
      for (const [, href = ''] of text.matchAll(/<(?:a|link|script|img)\b[^>]*? (?:href|src)="([^"]+)"/g)) {
        const target = new URL(href.replaceAll('&amp;', '&'), url);
        if (target.host !== new URL(gateway.url).host) continue;
        links.set(target.href, url);
        target.hash = '';
        if (isPage(target)) waiting.push(target.href);
      }
    }
    expect(pages.size).toBeGreaterThan(60);
    const broken = [];
    for (const [link, from] of links) {
      const { href, hash } = new URL(link);
      const page = pages.get(href.slice(0, href.length - hash.length));
      if (page === undefined) {
        if (!(await fetch(link)).ok) broken.push(`${from} -> ${link}`);
      } else if (hash !== '' && !page.includes(` id="${decodeURIComponent(hash.slice(1))}"`))
        broken.push(`${from} -> ${link}`);
    }
    expect(broken).toEqual([]);
    expect([...pages.values()].filter((text) => text.includes(baseMark))).toEqual([]);
  }, 120_000);

  it('keeps the links between the pages of the repository', async () => {
    const text = await (await fetch(urlOf('/help/tutorial/first-flow'))).text();
    const links = [...text.slice(text.indexOf('<main')).matchAll(/ href="([^"]+)"/g)].map(([, href]) => href);
    const pages = ['test-a-flow', 'connect-jenkins', 'write-inputs', 'write-conditions'];
    expect(links).toEqual(expect.arrayContaining(pages.map((name) => `${basePath}/help/how-to/${name}`)));
  });

  it.each([
    ['/help/', 'light', 1440],
    ['/help/', 'dark', 1440],
    ['/help/', 'light', 360],
    ['/help/', 'dark', 360],
    ['/help/tutorial/first-flow', 'light', 1440],
    ['/help/reference/flows', 'dark', 360],
    ['/help/reference/api', 'light', 360],
    ['/help/explanation/architecture', 'light', 1440],
    ['/help/decisions/', 'dark', 1440],
  ] as const)('%s is without complaints, in %s colours at %i pixels', async (path, scheme, width) => {
    const { page, troubles, accessibilityProblems, close } = await gateway.open(path, { scheme, width });
    await page.getByRole('heading', { level: 1 }).waitFor();
    await untilQuiet(page);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    expect(await accessibilityProblems()).toEqual([]);
    expect(troubles).toEqual([]);
    await close();
  });

  it.each(['architecture', 'executions', 'secrets', 'security-review'])(
    'draws the diagram of %s, in the colours of the page',
    async (name) => {
      const { page, close } = await gateway.open(`/help/explanation/${name}`, { scheme: 'dark' });
      await page.locator('.drawing svg text').first().waitFor();
      expect(await page.evaluate("getComputedStyle(document.querySelector('.drawing text')).fill")).toBe(mutedWhenDark);
      expect(await page.locator('.language-mermaid').count()).toBe(0);
      await close();
    },
  );

  it('finds text in all pages, and opens the page without loading the site again', async () => {
    const { page, troubles, close } = await gateway.open('/help/');
    await page
      .getByRole('button', { name: /search/i })
      .first()
      .click();
    await page.getByRole('searchbox').or(page.getByRole('combobox')).first().fill('shared library');
    const found = page.getByRole('option', { name: /shared library/i }).first();
    await found.waitFor();
    await found.click();
    await page.waitForURL(/connect-jenkins|jenkins/);
    expect(troubles).toEqual([]);
    await close();
  });

  it.each([
    ['loop', 'run-tasks-in-parallel-and-loops'],
    ['slack', 'report-failures'],
    ['parallel', 'run-tasks-in-parallel-and-loops'],
    ['secret', 'keep-secrets-outside'],
    ['cron', 'triggers'],
    ['retry', 'tasks#retry'],
    ['timeout', 'tasks#timeouts'],
    ['artifact', 'executions#outputs-and-artifacts'],
    ['webhook', 'triggers'],
    ['approval', 'write-conditions#require-an-approval'],
  ])('answers "%s" with %s among the first results', async (typed, expected) => {
    const { page, close } = await gateway.open('/help/');
    await page
      .getByRole('button', { name: /search/i })
      .first()
      .click();
    await page.getByRole('searchbox').or(page.getByRole('combobox')).first().fill(typed);
    const results = page.getByRole('option').getByRole('link');
    await results.first().waitFor();
    const links = await results.evaluateAll((found) => found.map((link) => link.getAttribute('href') ?? ''));
    expect(links.slice(0, 5).filter((link) => link.includes(expected))).not.toEqual([]);
    await close();
  });

  it('has the theme that was chosen in the console', async () => {
    const { page, close } = await gateway.open('/help/');
    await page.context().addCookies([{ name: 'flowgate_theme', value: 'dark', url: gateway.url }]);
    await page.reload();
    expect(await page.locator('html.dark').count()).toBe(1);
    await page.getByRole('switch').first().click();
    const cookies = await page.context().cookies();
    // The browser prefers that anyway.
    expect(await page.locator('html.dark').count()).toBe(0);
    expect(cookies.filter(({ name }) => name === 'flowgate_theme')).toEqual([]);
    await page.getByRole('switch').first().click();
    const [chosen] = await page.context().cookies();
    expect(chosen).toMatchObject({ name: 'flowgate_theme', value: 'dark' });
    await close();
  });
});
