import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { untilQuiet } from '../../../console/support/console-page.ts';
import { startConsole, type ConsoleUnderTest } from '../../../console/support/console-under-test.ts';
import { sampleOf } from '../../../support/nightly.ts';

let gateway: ConsoleUnderTest;
beforeAll(async () => {
  // As with FLOWGATE_CONSOLE=off, and behind a proxy that keeps the path.
  gateway = await startConsole({ console: undefined, basePath: '/tools' });
});
afterAll(() => gateway.stop());

const languages = [
  ['Requests', 'requests.post'],
  ['Fetch', 'fetch('],
] as const;

describe('the page at /docs', () => {
  const views = [
    ['light', 1440],
    ['dark', 1440],
    ['light', 360],
    ['dark', 360],
  ] as const;
  it.each(sampleOf(views, 1))('opens without complaints, in %s colours at %i pixels', async (scheme, width) => {
    const { page, troubles, accessibilityProblems, close } = await gateway.open('/docs', { scheme, width });
    await page.getByRole('heading', { name: 'Flowgate', level: 1 }).waitFor();
    await page
      .getByRole('heading', { name: 'Flows', level: 2 })
      .or(page.getByRole('heading', { name: 'flows', exact: true }))
      .first()
      .waitFor();
    await untilQuiet(page);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    // Its library draws the page in light colours first.
    await expect.poll(accessibilityProblems, { timeout: 10_000 }).toEqual([]);
    expect(troubles).toEqual([]);
    await close();
  });

  it('finds operations', async () => {
    const { page, troubles, accessibilityProblems, close } = await gateway.open('/docs#tag/executions');
    await page.getByRole('heading', { name: 'Executions', exact: true }).first().waitFor();
    await untilQuiet(page);
    expect(await accessibilityProblems()).toEqual([]);
    await page
      .getByRole('button', { name: /search/i })
      .first()
      .click();
    await page.getByRole('combobox').or(page.getByRole('searchbox')).last().fill('webhook');
    await page
      .getByRole('option', { name: /webhook/i })
      .first()
      .waitFor();
    expect(troubles).toEqual([]);
    await close();
  });

  it('shows a request in several languages, and sends it as the user who is named', async () => {
    const { page, troubles, close } = await gateway.open('/docs#tag/flows/POST/flows');
    await page.getByRole('heading', { name: 'Create a flow' }).waitFor();
    const operation = page.locator('section', { has: page.getByRole('heading', { name: 'Create a flow' }) }).last();
    for (const [language, text] of languages) {
      await operation
        .getByRole('button', { name: /^(Shell|Python|JavaScript)/ })
        .first()
        .click();
      await page.getByRole('option', { name: language }).first().click();
      await operation.getByText(text).first().waitFor();
    }
    await operation.getByRole('button', { name: /Test Request/ }).click();
    const dialog = page.getByRole('dialog', { name: 'API Client' });
    await dialog.getByLabel('Value').first().fill('grace');
    await dialog.getByRole('button', { name: /^Send/ }).first().click();
    await dialog.getByText('201 Created').waitFor();
    const { body } = await request(gateway.url).get('/flows/examples/hello').expect(200);
    expect(body.createdBy).toBe('grace');
    expect(body.source).toContain('{{ inputs.user_name }}');
    expect(troubles).toEqual([]);
    await close();
  }, 90_000);
});
