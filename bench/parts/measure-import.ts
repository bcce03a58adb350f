import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { packageRoot } from '../../src/base/config/package-root.ts';
import { inTemporaryFolder } from '../rig/in-temporary-folder.ts';
import type { Part } from '../rig/part.ts';
import { median } from '../rig/statistics.ts';

const run = promisify(execFile);

const jobs = 1000;
const rounds = 3;

/** Audits a Jenkins home that repeats the jobs of the test suite. */
export const audit: Part = {
  name: 'import',
  title: 'Audit of Jenkins jobs',
  description: `Wall-clock time of \`flowgate import --audit\` over a Jenkins home with ${jobs} pipeline jobs, which repeat
the Jenkinsfiles of the suite; median of ${rounds} runs. The floor is \`flowgate --version\`. The goal is a minute.`,
  run: (report) =>
    inTemporaryFolder(async (home) => {
      const bytes = await fillHome(home);
      const flowgate = async (...words: string[]) => {
        const clock = performance.now();
        // An audit with broken files still succeeds.
        await run(process.execPath, [join(packageRoot(), 'scripts/flowgate.mjs'), ...words], { maxBuffer: 1e8 });
        return performance.now() - clock;
      };
      const [floor, time] = [[], []] as [number[], number[]];
      for (let round = 0; round < rounds; round += 1) {
        floor.push(await flowgate('--version'));
        time.push(await flowgate('import', '--audit', home, '--report', 'json'));
      }
      const seconds = median(time) / 1000;
      report.figure('jobs', `${jobs}, ${(bytes / 1e6).toFixed(1)} MB`);
      report.figure('floor', `${median(floor).toFixed(0)} ms`);
      report.figure('audit', `${seconds.toFixed(1)} s, ${((seconds * 1000) / jobs).toFixed(1)} ms for each job`);
    }),
};

/** Writes the jobs as Jenkins keeps them, and returns the bytes of their scripts. */
async function fillHome(home: string): Promise<number> {
  const folder = join(packageRoot(), 'test/import/jobs');
  const files = (await readdir(folder)).filter((name) => name.endsWith('.jenkinsfile'));
  const scripts = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')));
  let bytes = 0;
  for (let index = 0; index < jobs; index += 1) {
    const script = scripts[index % scripts.length] ?? '';
    const job = join(home, 'jobs', `job-${index}`);
    await mkdir(job, { recursive: true });
    await writeFile(join(job, 'config.xml'), configOf(script));
    bytes += script.length;
  }
  return bytes;
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

function configOf(script: string): string {
  const escaped = script.replaceAll(/[&<>]/g, (character) => escapes[character] ?? character);
  return `<?xml version='1.1' encoding='UTF-8'?>
<flow-definition><definition class="org.jenkinsci.plugins.workflow.cps.CpsFlowDefinition"><script>${escaped}</script>
<sandbox>true</sandbox></definition></flow-definition>`;
}
