import { describe, expect, it } from 'vitest';
import { AppError } from '../../../../src/base/problem/app-error.ts';
import { withKeptFiles } from '../../../../src/engines/jenkins/segments/with-kept-files.ts';
import { planFlow } from '../../../../src/language/execution-plan/plan-flow.ts';
import type { WaitEnd } from '../../../../src/language/execution-plan/segment.ts';
import { flowOf, flowText, taskTypes } from '../../../support/transpile-yaml.ts';

const file = { path: 'a.txt', task: 'build', execution: 'e', build: 1 };
const carried = { outputs: { build: { x: '1' } }, files: [file] };
const missing = new AppError('public-url-missing', 'Set the URL.');

function begin(ended: WaitEnd | undefined, { files = [file], more = '', url = undefined as string | undefined } = {}) {
  const text = flowText(`tasks:
  - {id: build, type: dev.vendor.plugin.core.shell.Shell, commands: [make], outputFiles: [a.txt]}
  - {id: release, type: dev.vendor.plugin.core.flow.Wait, for: 2h${more}}
`);
  const { plan } = planFlow(flowOf(text), undefined, { taskTypes, settings: { vendor: 'vendor', prefix: 'VENDOR' } });
  const segment = { number: 2, from: 'release', elapsed: 0, hasWarning: false, ...(ended && { ended }) };
  const urlOf = (): string => {
    if (url === undefined) throw missing;
    return url;
  };
  const begun = withKeptFiles(segment, { ...carried, files }, { plan, urlOf });
  return { ended: begun.segment.ended, files: begun.carried.files.length, url: begun.url };
}

describe('a build that gets the files of earlier ones', () => {
  const success = { state: 'SUCCESS' } as const;
  const rejected = { state: 'FAILED', reason: 'rejected by carol' } as const;

  it('downloads them from a URL, which it needs only if there are some', () => {
    expect(begin(success, { url: 'http://x' })).toEqual({ ended: success, files: 1, url: 'http://x' });
    expect(begin(success, { files: [] })).toEqual({ ended: success, files: 0, url: undefined });
  });

  it('fails at the task that has waited without a URL, so that the error and final tasks run', () => {
    expect(begin(success)).toEqual({ ended: { state: 'FAILED', reason: 'Set the URL' }, files: 0, url: undefined });
    expect(begin(rejected)).toEqual({ ended: rejected, files: 0, url: undefined });
  });

  it('does not start if other tasks would run without the files', () => {
    expect(() => begin(undefined)).toThrow(missing);
    expect(() => begin(success, { more: ', allow_failure: true' })).toThrow(missing);
    expect(begin({ state: 'KILLED' }, { more: ', allow_failure: true' }).files).toBe(0);
  });
});
