import { describe, expect, it } from 'vitest';
import { AntPattern, isIgnoredByAnt } from '../../../../src/store/executions/artifacts/ant-pattern.ts';

// Pattern, paths that match, paths that do not.
const cases: readonly (readonly [pattern: string, matching: readonly string[], others: readonly string[]])[] = [
  ['app', ['app'], ['App', 'app2', 'out/app', 'app/file']],
  ['*', ['app', '.env', 'a b'], ['out/app']],
  ['*.log', ['a.log', '.log', 'a.b.log'], ['a.log.gz', 'out/a.log']],
  ['out/*.log', ['out/a.log'], ['a.log', 'out/sub/a.log']],
  ['?', ['a', 'é'], ['', 'ab']],
  ['a?c', ['abc', 'a.c'], ['ac', 'abbc', 'a/c']],
  ['**', ['a', 'a/b', '.a/.b/c'], []],
  ['**/*.log', ['a.log', 'out/a.log', 'out/sub/a.log'], ['a.txt']],
  ['out/**', ['out/a', 'out/sub/a'], ['a', 'out', 'output/a']],
  ['out//a', [], ['out/a']],
  ['out//*', ['out/a'], []],
  ['out/', ['out/a', 'out/sub/a'], ['a']],
  ['out/**/a', ['out/a', 'out/x/a', 'out/x/y/a'], ['a', 'out/x/b', 'x/out/a']],
  ['**/x/**/y', ['x/y', 'a/x/b/c/y'], ['y', 'y/x']],
  ['**/x/**/x/y', ['x/x/y', 'x/a/x/x/y'], ['x/y']],
  ['a**b', ['ab', 'axxb'], ['a/b']],
  ['*a*b*', ['ab', 'xaxbx', 'aab'], ['ba', 'a']],
  ['out\\*.log', ['out/a.log'], ['out\\a.log']],
  ['[ab]', ['[ab]'], ['a', 'b']],
  ['{a,b}', ['{a,b}'], ['a']],
  ['!a', ['!a'], ['b']],
  ['/app', [], ['app']],
  ['..', [], ['app']],
];

describe('a pattern of Ant', () => {
  it.each(cases)('%s', (pattern, matching, others) => {
    const compiled = new AntPattern(pattern);
    const found = [...matching, ...others].filter((path) => compiled.matches(path.split('/')));
    expect(found).toEqual(matching);
    // A folder with something that matches is never left out.
    for (const path of matching) {
      const names = path.split('/');
      for (let depth = 1; depth < names.length; depth++) expect(compiled.mayMatchIn(names.slice(0, depth))).toBe(true);
    }
  });

  it('leaves out folders in which nothing can match', () => {
    expect(new AntPattern('out/*.log').mayMatchIn(['node_modules'])).toBe(false);
    expect(new AntPattern('out/*.log').mayMatchIn(['out', 'sub'])).toBe(false);
    expect(new AntPattern('**/a').mayMatchIn(['any'])).toBe(true);
  });

  it('takes no exponential time', () => {
    const name = 'a'.repeat(250);
    expect(new AntPattern('*a'.repeat(100) + 'b').matches([name])).toBe(false);
    expect(new AntPattern('**/a/'.repeat(100) + 'b').matches(Array.from({ length: 500 }, () => 'a'))).toBe(false);
  });
});

it('ignores what Ant ignores', () => {
  expect(
    ['a~', '#a#', '.#a', '._a', '%a%', '.gitignore', '.DS_Store'].map((name) => isIgnoredByAnt(name, false)),
  ).toEqual(Array.from({ length: 7 }, () => true));
  expect(['.git', '.svn', 'CVS', '.hg'].map((name) => isIgnoredByAnt(name, true))).toEqual([true, true, true, true]);
  expect(isIgnoredByAnt('.github', true)).toBe(false);
  expect(isIgnoredByAnt('.env', false)).toBe(false);
});
