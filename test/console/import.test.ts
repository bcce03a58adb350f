import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startConsole, type ConsoleUnderTest } from './support/console-under-test.ts';

let consoleUnderTest: ConsoleUnderTest;
beforeAll(async () => {
  consoleUnderTest = await startConsole();
});
afterAll(() => consoleUnderTest.stop());

const jenkinsfile = `pipeline {
  agent any
  parameters {
    string(name: 'VERSION', defaultValue: '1.0', description: 'The version')
    booleanParam(name: 'FAST', defaultValue: true)
  }
  stages {
    stage('Build') {
      steps {
        loadFromMoon(phase: 'full')
      }
    }
  }
}
`;

const source = (page: Page) => page.getByRole('textbox', { name: 'Jenkinsfile' });
const flow = (page: Page) => page.getByRole('textbox', { name: 'Flow', exact: true });
const findings = (page: Page) => page.getByRole('region', { name: 'Statements' }).getByRole('listitem');
const finding = (page: Page, text: string) => findings(page).filter({ hasText: text }).getByRole('button');
const marked = (page: Page, side: string) =>
  page.getByRole('textbox', { name: side, exact: true }).locator('.cm-marked').allTextContents();

async function paste(page: Page, text: string): Promise<void> {
  await source(page).click();
  await page.keyboard.press('Control+a');
  await page.evaluate(`(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', ${JSON.stringify(text)});
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  })()`);
}

async function openImport(text: string) {
  const tab = await consoleUnderTest.open('/ui/import');
  await source(tab.page).waitFor();
  await tab.page.evaluate(`localStorage.clear(), localStorage.setItem('flowgate.name', 'ada')`);
  await paste(tab.page, text);
  return tab;
}

describe('a Jenkinsfile', () => {
  it('becomes a flow and a report as it is pasted, and follows what is typed', async () => {
    const { page, troubles, accessibilityProblems, close } = await openImport(jenkinsfile);
    await findings(page).first().waitFor();
    expect(await flow(page).textContent()).toContain('id: VERSION');
    expect(await page.getByText('declarative', { exact: true }).count()).toBe(1);
    const count = await findings(page).count();
    await page.locator('.cm-line', { hasText: 'booleanParam' }).click();
    await page.keyboard.press('End');
    await page.keyboard.type("\nstring(name: 'PLACE')");
    await finding(page, 'PLACE').waitFor();
    // What was typed until a pause is imported too, so the report settles only after the last character.
    await expect.poll(() => findings(page).count()).toBe(count + 1);
    await page.getByRole('textbox', { name: 'Namespace' }).fill('shop');
    await page.getByText('namespace: shop').waitFor();
    expect(await accessibilityProblems()).toEqual([]);
    expect(troubles).toEqual([]);
    await close();
  });

  it('shows a finding on both sides, and the findings of a line of either side', async () => {
    const { page, accessibilityProblems, close } = await openImport(jenkinsfile);
    await finding(page, 'VERSION').click();
    expect(await marked(page, 'Jenkinsfile')).toEqual([expect.stringContaining("name: 'VERSION'")]);
    expect((await marked(page, 'Flow')).join('\n')).toMatch(/id: VERSION[^]*type: STRING/);
    expect(await accessibilityProblems()).toEqual([]);

    await source(page).locator('.cm-line', { hasText: 'booleanParam' }).click();
    expect(await finding(page, 'FAST').getAttribute('aria-pressed')).toBe('true');
    expect(await finding(page, 'VERSION').getAttribute('aria-pressed')).toBe('false');
    expect((await marked(page, 'Flow')).join('\n')).toContain('id: FAST');

    await flow(page).locator('.cm-line', { hasText: 'id: VERSION' }).click();
    expect(await finding(page, 'VERSION').getAttribute('aria-pressed')).toBe('true');
    expect(await marked(page, 'Jenkinsfile')).toEqual([expect.stringContaining("name: 'VERSION'")]);

    await flow(page).locator('.cm-line', { hasText: 'id: VERSION' }).click();
    for (let line = 0; line < 5; line += 1) await page.keyboard.press('ArrowDown');
    expect(await finding(page, 'FAST').getAttribute('aria-pressed')).toBe('true');
    await close();
  });

  it('can be filtered by outcome', async () => {
    const { page, close } = await openImport(jenkinsfile);
    await finding(page, 'loadFromMoon').waitFor();
    const all = await findings(page).count();
    const chip = page.getByRole('button', { name: /^! \d+ by hand/ });
    const byHand = Number(/\d+/.exec((await chip.textContent()) ?? '')?.[0]);
    await chip.click();
    expect(await findings(page).count()).toBe(byHand);
    expect(await finding(page, 'VERSION').count()).toBe(0);
    await chip.click();
    expect(await findings(page).count()).toBe(all);
    await close();
  });

  it('opens in the editor, after a question if that has a draft', async () => {
    const { page, troubles, close } = await openImport(jenkinsfile);
    const open = page.getByRole('button', { name: 'Open in the editor' });
    await open.click();
    const editor = page.getByRole('textbox', { name: 'Source of the flow' });
    await editor.waitFor();
    expect(await editor.textContent()).toContain('id: VERSION');
    await page
      .getByText('No problems')
      .or(page.getByText(/warning/))
      .first()
      .waitFor();
    await page.goBack();
    // The Jenkinsfile is still there.
    await finding(page, 'FAST').waitFor();
    await page.getByRole('textbox', { name: 'Id of the flow' }).fill('other');
    await page.getByText('id: other').waitFor();
    await open.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Replace' }).click();
    await editor.waitFor();
    expect(await editor.textContent()).toContain('id: other');
    expect(troubles).toEqual([]);
    await close();
  });

  it('has a report to download', async () => {
    const { page, close } = await openImport(jenkinsfile);
    await findings(page).first().waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download report' }).click(),
    ]);
    const report = await readFile(await download.path(), 'utf8');
    expect(report).toContain('loadFromMoon');
    expect(report).toMatch(/^<!doctype html>/);
    await close();
  });

  it('fits on a phone, where one side is in sight', async () => {
    const { page, accessibilityProblems, close } = await consoleUnderTest.open('/ui/import', {
      width: 390,
      isPhone: true,
    });
    await source(page).waitFor();
    await paste(page, jenkinsfile);
    await finding(page, 'VERSION').click();
    expect(await flow(page).isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Flow', exact: true }).click();
    expect((await marked(page, 'Flow')).join('\n')).toContain('id: VERSION');
    expect(await source(page).isVisible()).toBe(false);
    expect(await accessibilityProblems()).toEqual([]);
    const overflow = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
    expect(overflow).toBe(0);
    await close();
  });
});

const configXml = `<flow-definition><definition class="org.jenkinsci.plugins.workflow.cps.CpsFlowDefinition"><script>node { stage('Build') { } }</script></definition></flow-definition>`;

it('a config.xml becomes the script in it, and one without a script is an error with the reason', async () => {
  const { page, close } = await openImport(configXml);
  await finding(page, 'stage').waitFor();
  await expect.poll(() => source(page).textContent()).toContain("node { stage('Build') { } }");
  expect(await source(page).textContent()).not.toContain('definition');
  await paste(page, '<com.cloudbees.hudson.plugins.folder.Folder/>');
  const alert = page.getByRole('alert');
  await alert.getByText('Could not import the source').waitFor();
  expect(await alert.textContent()).toContain('folder');
  await close();
});

it('the answer for the script of a config.xml does not replace what was pasted since then', async () => {
  const { page, close } = await openImport('');
  await page.route('**/import/jenkinsfile', async (route) => {
    const answer = await route.fetch();
    const { source: asked } = route.request().postDataJSON() as { source: string }; // per the contract
    if (asked.startsWith('node')) await paste(page, "pipeline { stages { stage('Mine') { } } }");
    await route.fulfill({ response: answer });
  });
  await paste(page, configXml);
  await page.getByText('declarative', { exact: true }).waitFor();
  expect(await source(page).textContent()).toContain("stage('Mine')");
  await close();
});

it('what cannot be read is a problem that leads to its place', async () => {
  const { page, close } = await openImport("node {\n  echo 'open\n}\n");
  const problems = page.locator('section', { hasText: 'What could not be read' }).getByRole('button');
  await problems.first().waitFor();
  await problems.first().click();
  expect(await source(page).locator('.cm-activeLine').textContent()).toContain("echo 'open");
  await close();
});
