import { describe, expect, it } from 'vitest';
import type { MiniBuild } from '../../../../support/mini-jenkins.ts';
import { flowText, transpileText } from '../../../../support/transpile-yaml.ts';
import { log, shell, startMiniJenkins } from './mini-build.ts';

const { jenkins } = startMiniJenkins();

describe('a build that Flowgate requested', () => {
  const text = flowText(`tasks:
  - {id: good, ${log}, message: ran}
  - {id: skipped, ${log}, run_if: "1 > 2", message: never}
  - {id: bad, ${shell}, commands: [exit 1]}
`);
  const { jenkinsfile, digest } = transpileText(text, [], { parameters: 'external' });
  const start = (parameters: Record<string, string>, previousBuilds: readonly string[] = []): Promise<MiniBuild> =>
    jenkins.run(jenkinsfile, { parameters: { FLOWGATE_EXECUTION_ID: 'e1', ...parameters }, previousBuilds });

  it('notes the execution and the states of its tasks in its description', async () => {
    const build = await start({ FLOWGATE_DIGEST: digest });
    expect(build.result).toBe('FAILURE');
    const [first, second, ...tasks] = (build.description ?? '').split('\n');
    expect([first, second]).toEqual(['Flowgate execution e1', 'accepted']);
    expect(tasks.map((line) => line.replaceAll(/ \d{13}/g, ' *'))).toEqual([
      'good SUCCESS * *',
      'skipped SKIPPED * *',
      'bad FAILED * *',
    ]);
  });

  it('runs once, with the result of that run, if Jenkins enters it a second time', async () => {
    const parameters = { FLOWGATE_EXECUTION_ID: 'e1', FLOWGATE_DIGEST: digest };
    const build = await jenkins.run(jenkinsfile, { parameters, entersTwice: true });
    expect(build.result).toBe('FAILURE');
    expect(build.console.split('\n').filter((line) => line === 'ran')).toEqual(['ran']);
    expect(build.console).toContain('Jenkins has entered this build a second time after a crash.');
    expect(build.stages.map(({ name }) => name)).toEqual(['good', 'skipped', 'bad']);
  });

  it('does not run another revision than the requested one', async () => {
    const build = await start({ FLOWGATE_DIGEST: 'other' });
    expect([build.result, build.description]).toEqual([
      'NOT_BUILT',
      'Flowgate execution e1\nnot built: wrong revision',
    ]);
    expect(build.console).not.toContain('ran');
  });

  it('runs an execution once, ignoring builds that did not run it', async () => {
    const ran = await start({ FLOWGATE_DIGEST: digest }, [
      'Flowgate execution e1\naccepted',
      'Flowgate execution e2\naccepted',
    ]);
    expect([ran.result, ran.description]).toEqual(['NOT_BUILT', 'Flowgate execution e1\nnot built: duplicate']);
    const rejected = await start({ FLOWGATE_DIGEST: digest }, ['Flowgate execution e1\nnot built: wrong revision']);
    expect(rejected.console).toContain('ran');
  });
});
