import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { mapSteps, plainScope } from './map-steps.ts';

describe('archiveArtifacts', () => {
  it('keeps the files of its patterns', () => {
    expect(
      mapSteps("archiveArtifacts artifacts: 'a.txt, reports/**/*.xml,out/', allowEmptyArchive: true"),
    ).toMatchObject({
      shapes: [{ kind: 'shell', commands: [], outputFiles: ['a.txt', 'reports/**/*.xml', 'out/**'] }],
      differs: [],
    });
  });

  it('says what differs', () => {
    expect(mapSteps("archiveArtifacts(artifacts: 'a', excludes: 'b', fingerprint: true)").differs).toEqual([
      'a pattern that matches no file does not fail the build',
      'files that it excludes are kept too',
      'no fingerprints are recorded',
    ]);
  });

  it('is relative to the folder', () => {
    const scope = { ...plainScope, folder: { word: 'app', path: 'app' } };
    expect(mapSteps("archiveArtifacts '*.jar'", scope).shapes).toMatchObject([{ outputFiles: ['app/*.jar'] }]);
  });

  it.each([
    "archiveArtifacts '/etc/x'",
    "archiveArtifacts '../x'",
    "archiveArtifacts 'a[b]'",
    'archiveArtifacts files()',
  ])('is by hand: %s', (source) => {
    expect(mapSteps(source).byHand).toHaveLength(1);
  });
});

it('junit and reports are files', () => {
  expect(mapSteps("junit 'target/*.xml'")).toMatchObject({
    shapes: [{ outputFiles: ['target/*.xml'] }],
    differs: ['test results are kept as files and not evaluated, so failed tests do not make the build unstable'],
  });
  expect(mapSteps("publishHTML([reportDir: 'site', reportFiles: 'index.html'])").shapes).toMatchObject([
    { outputFiles: ['site/**'] },
  ]);
  expect(mapSteps("step([$class: 'JUnitResultArchiver', testResults: 'a.xml'])").shapes).toMatchObject([
    { outputFiles: ['a.xml'] },
  ]);
  expect(mapSteps("step([$class: 'CoberturaPublisher'])").byHand).toEqual([
    'the import does not know the build step CoberturaPublisher',
  ]);
});

describe('stash', () => {
  it('copies nothing in one workspace', () => {
    expect(mapSteps("stash name: 'a', includes: 'b'\nunstash 'a'")).toMatchObject({ tasks: [], byHand: [] });
  });

  it('keeps its files over an approval', () => {
    expect(mapSteps("stash name: 'a', includes: 'b/**' // before the input").shapes).toMatchObject([
      { outputFiles: ['b/**'] },
    ]);
  });

  it('is by hand from another folder or agent', () => {
    expect(mapSteps("stash name: 'a', includes: 'b'\ndir('c') { unstash 'a' }").byHand).toHaveLength(1);
    expect(mapSteps("unstash 'a'").byHand).toHaveLength(1);
  });
});

describe('writeFile', () => {
  it.each([
    ['one\ntwo\n', "'one\\ntwo\\n'"],
    ['no end', "'no end'"],
    ['', "''"],
    [`it's "quoted" $HOME \\n \`x\``, "'it\\'s \"quoted\" $HOME \\\\n `x`'"],
    ['{{ x }}\nEND\n', "'{{ x }}\\nEND\\n'"],
  ])('writes exactly %j', (content, literal) => {
    const { shapes, differs } = mapSteps(`writeFile file: 'sub/out.txt', text: ${literal}`);
    expect(differs).toEqual([]);
    const folder = mkdtempSync(join(tmpdir(), 'flowgate-write-'));
    const [shape] = shapes;
    const script = shape?.kind === 'shell' ? (shape.script ?? shape.commands?.join('\n') ?? '') : '';
    execFileSync('/bin/sh', ['-e', '-c', script.replaceAll('\\{{', '{{')], { cwd: folder });
    expect(readFileSync(join(folder, 'sub/out.txt'), 'utf8')).toBe(content);
    rmSync(folder, { recursive: true });
  });

  it('is by hand in another encoding', () => {
    expect(mapSteps("writeFile file: 'a', text: 'b', encoding: 'Base64'").byHand).toEqual([
      'a task writes files in UTF-8',
    ]);
  });
});
