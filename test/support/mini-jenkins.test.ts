import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { MiniJenkins, MiniJenkinsJvm } from './mini-jenkins.ts';

function jvmOf(shellScript: string): MiniJenkinsJvm {
  return new MiniJenkinsJvm({ command: '/bin/sh', options: ['-c', shellScript] });
}

it('fails what is asked of a JVM that ends, with its output', async () => {
  const jvm = jvmOf('read -r request; echo "# A fatal error"; echo "no memory" >&2; exit 3');
  const jenkins = new MiniJenkins(() => jvm);
  const reason = /^The JVM has ended with exit status 3: (?=[^]*# A fatal error\n)(?=[^]*no memory\n)/;
  const answers = await Promise.allSettled([jenkins.compile('first'), jenkins.run('second')]);
  for (const answer of answers) expect(String((answer as PromiseRejectedResult).reason.message)).toMatch(reason);
  await expect(jenkins.compile('third')).rejects.toThrow(reason);
  expect(jvm.hasEnded).toBe(true);
  jenkins.close();
});

it('fails what is asked of a JVM that is killed, or cannot be started', async () => {
  const killed = jvmOf('read -r request; kill -9 $$');
  await expect(killed.ask({})).rejects.toThrow('The JVM has ended with SIGKILL');
  const missing = new MiniJenkinsJvm({ command: '/nowhere/java', options: [] });
  await expect(missing.ask({})).rejects.toThrow('ENOENT');
});

it('stops a build that still runs when its suite has ended, and goes on in another JVM', async () => {
  const left = new MiniJenkins();
  const build = left.run('while (true) sleep(time: 1, unit: "SECONDS")');
  left.close();
  await expect(build).rejects.toThrow('The JVM has ended with SIGKILL');
  expect(await new MiniJenkins().compile('echo "hello"')).toBeNull();
});

it('finds the programs of the suite that asks, not only those that it found when it started', async () => {
  const jenkins = new MiniJenkins();
  await jenkins.compile('echo "started"');
  const tools = mkdtempSync(join(tmpdir(), 'flowgate-tools-'));
  writeFileSync(join(tools, 'greet'), '#!/bin/sh\necho greeted\n', { mode: 0o755 });
  vi.stubEnv('PATH', `${tools}${delimiter}${process.env.PATH}`);
  const { result, error } = await jenkins.run('node { sh(script: "greet") }');
  expect({ result, error }).toEqual({ result: 'SUCCESS', error: null });
  vi.unstubAllEnvs();
  jenkins.close();
  rmSync(tools, { recursive: true });
});
