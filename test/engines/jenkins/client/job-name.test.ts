import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jobName } from '../../../../src/engines/jenkins/client/job-name.ts';
import { JobPaths, pathOfUrl } from '../../../../src/engines/jenkins/client/job-paths.ts';

const id = fc.stringMatching(/^[a-zA-Z0-9][a-zA-Z0-9._-]{0,120}$/);

describe('a name in Jenkins', () => {
  it.each(['hello', 'drive-report', 'a.b_c', '0', 'x'.repeat(100), 'build-deadbee', 'build-deadbeefs'])(
    'of %s is the id itself',
    (plain) => {
      expect(jobName(plain)).toBe(plain);
    },
  );

  it.each([
    ['Hello', /^hello-[0-9a-f]{8}$/],
    ['ends.in.dots..', /^ends\.in\.dots-[0-9a-f]{8}$/],
    ['x'.repeat(101), /^x{91}-[0-9a-f]{8}$/],
    ['build-deadbeef', /^build-deadbeef-[0-9a-f]{8}$/],
  ])('of %s is a slug with a digest', (other, name) => {
    expect(jobName(other)).toMatch(name);
  });

  it('is accepted by Jenkins, and no two ids share one, even ignoring case', () => {
    fc.assert(
      fc.property(id, id, (one, other) => {
        const name = jobName(one);
        return (
          /^[a-z0-9][a-z0-9._-]*$/.test(name) &&
          !name.endsWith('.') &&
          name.length <= 100 &&
          (one === other || name !== jobName(other))
        );
      }),
    );
    expect(jobName(jobName('Hello'))).not.toBe(jobName('Hello'));
  });
});

describe('a path', () => {
  const paths = new JobPaths('team/flows');

  it('contains all folders', () => {
    expect(paths.root).toBe('/job/team/job/flows');
    expect(paths.build({ job: { namespace: 'demo', id: 'hello' }, number: 7 })).toBe(
      '/job/team/job/flows/job/demo/job/hello/7',
    );
  });

  it.each([
    ['http://jenkins.example/job/flows/job/demo/job/hello/7/', '/job/flows/job/demo/job/hello/7'],
    ['https://elsewhere/jenkins/job/a%20b/', '/job/a%20b'],
    ['http://jenkins/view/all/job/hello', '/job/hello'],
    ['http://jenkins/queue/item/7/', undefined],
  ])('is found in %s', (url, path) => {
    expect(pathOfUrl(url)).toBe(path);
  });
});
