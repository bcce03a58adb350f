import { describe, it } from 'vitest';
import { shell, startAgreement } from '../../support/agreement-cases.ts';

const expectAgreement = startAgreement();

const tree = [
  'mkdir -p out/sub/deep "a b" .hidden .git/objects out/.svn CVS "x,y" node/out .flowgate/mine ../elsewhere',
  `for file in out/app out/app.log out/sub/b.log out/sub/deep/c.log "a b/c d" .hidden/e .env .gitignore .git/objects/f out/.svn/g 'out/h~' "x,y/z" "x,y/w,v" node/out/i 's*r' '[br]' CVS/j .DS_Store .flowgate/mine/k ../elsewhere/l; do echo "$file" > "$file"; done`,
  'ln -s app out/link; ln -s sub out/folder-link; ln -s ../elsewhere outside; ln -s missing broken',
];

// oxfmt-ignore
const patterns = [
  'out', 'out/', './out', '/out', 'out/**', 'out/*', '**', '.', './', '*', '**/*.log', 'out/**/*.log', '*.log',
  'out/app', 'out/app.???', 'a b', 'a b/c d', ' out/app ', '.hidden', '.env,out/app', 'out/app, .env', 'x,y', 'x,y/*',
  '.git', '.gitignore', '**/h~', 's*r', '[br]', '{out,node}/**', '!out', 'out//app', 'out/./app', 'out/sub/../app',
  'missing', '.flowgate/**', '.flowgate', '**/k', 'outside', 'broken', 'out/link', 'out/folder-link/**', 'out\\app',
  'OUT/app', '**/out', '**/out/**', 'out/sub/', '***', 'out/**.log', 'o**t/app', ',', '/', '**/', 'out/app/',
  'out/app/**', 'out/app/**,.env', 'out//*', 'out/**/', '**/app/**',
];

describe('both engines keep the same output files for the pattern', () => {
  it.each(patterns)('%s', async (pattern) => {
    const task = `{id: files, ${shell}, commands: ${JSON.stringify(tree)}, outputFiles: [${JSON.stringify(pattern)}]}`;
    await expectAgreement(`tasks:\n  - ${task}\n`);
  });
});
