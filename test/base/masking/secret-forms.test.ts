import { execFileSync, spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { secretForms } from '../../../src/base/masking/secret-forms.ts';
import { SecretMask } from '../../../src/base/masking/secret-mask.ts';
import { sampleOf } from '../../support/nightly.ts';

const secrets = {
  'with quotes and signs': `a"b'c\\d /x?&<>#!(*)~+$\`{}[],;|^%=:@ end`,
  'with single quotes': "it's ''theirs'' & all",
  'with double quotes': 'say "$HOME" \\',
  'not in ASCII': 'pä€s😀 ẞ/1',
  'with control characters': 'a\tb\u001bc\u007fd"\'\u0001\b\u000b\fé',
  'of several lines': 'first "line"\nsecond \'é\' line\n',
  'with signs of the shell at its ends': '~#x:~y=~z!',
};

const tried = sampleOf(Object.entries(secrets), 3);

/**
 * What a program prints that reads the secret from the environment variable S, in a UTF-8 locale unless noted
 * otherwise.
 */
function printed(secret: string, [program, ...args]: readonly [string, ...string[]], locale = 'C.UTF-8'): string {
  const { error, stdout, stderr } = spawnSync(program, args, {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, S: secret, LC_ALL: locale },
    encoding: 'utf8',
    // Bash that reads from a socket, which a pipe of Node.js is, takes itself for a login and runs the user's files first.
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (error !== undefined) throw error;
  return `${stdout}${stderr}`;
}

function isInstalled(program: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;
}

/** Programs that print the secret in several forms, separated by the record separator. */
const programs: Readonly<Record<string, readonly [string, ...string[]]>> = {
  Python: [
    'python3',
    '-c',
    `
import json, os, shlex, urllib.parse
s = os.environ["S"]
print(*["'" + repr(s) + '"', ascii(s), s.encode(), json.dumps(s), json.dumps(s, ensure_ascii=False), shlex.quote(s),
        urllib.parse.quote(s), urllib.parse.quote(s, safe=""), urllib.parse.quote_plus(s)], sep="\\x1e")`,
  ],
  'Node.js': [
    'node',
    '-e',
    `
const { S } = process.env;
console.log([JSON.stringify(S), require('util').inspect(S), encodeURIComponent(S), encodeURI(S), new URLSearchParams({ x: S })].join('\\x1e'));`,
  ],
  jq: ['jq', '-nr', '[(env.S | @json, @uri, @sh)] | join("\\u001e")'],
  'jq in ASCII': ['jq', '-na', 'env.S'],
  bash: [
    'bash',
    '-c',
    `print() { printf '%q\\x1e%s\\x1e' "$S" "\${S@Q}"; }; print; (LC_ALL=C; print); printf %s "$S" | base64 -w 0`,
  ],
  curl: ['bash', '-c', 'printf %s "$S" | curl -sG --data-urlencode x@- -w "%{url_effective}" http://127.0.0.1:1/'],
  Perl: ['perl', '-MData::Dumper', '-e', '$Data::Dumper::Terse = 1; print Dumper($ENV{S})'],
};

/** What remains of masked output: only the quotes and names of the tool. */
const onlyMasks = /^((http:\/\/127\.0\.0\.1:1\/\?)?x=)?b?[\\"'$`]*(\*{4}['"\n]*)+[\\"'`]*$/;

for (const [name, command] of Object.entries(programs)) {
  describe.skipIf(!isInstalled(command[0]))(`what ${name} prints`, () => {
    it.each(tried)('does not show a secret %s', (_, secret) => {
      const forms = printed(secret, command).trimEnd().split('\u001e');
      for (const form of forms) expect(new SecretMask([secret]).apply(form)).toMatch(onlyMasks);
    });
  });
}

describe.each(['bash', 'sh'])('set -x of %s', (shell) => {
  it.each(tried)('does not show a secret %s', (_, secret) => {
    expect(new SecretMask([secret]).apply(printed(secret, [shell, '-c', 'set -x; : "$S"']))).toMatch(
      /^\+ : \$?'?(\*{4}['\n]*)+$/,
    );
  });
});

describe('declare -p of bash', () => {
  it.each(tried)('does not show a secret %s', (_, secret) => {
    expect(new SecretMask([secret]).apply(printed(secret, ['bash', '-c', 'declare -p S']))).toMatch(
      /^declare -x S=\$?["'](\*{4}\n?)+["']\n$/,
    );
  });
});

describe('JSON of other tools', () => {
  it.each([
    ['Go', 'a<b>&c"\u2028', String.raw`a\u003cb\u003e\u0026c\"` + '\u2028'],
    ['Gson', "a<b>&c='d'", String.raw`a\u003cb\u003e\u0026c\u003d\u0027d\u0027`],
    ['.NET', '"a"+\'ä\'<`', String.raw`\u0022a\u0022\u002B\u0027\u00E4\u0027\u003C\u0060`],
    ['PHP', 'a/b/ä', String.raw`a\/b\/\u00e4`],
    ['PHP, in UTF-8', 'a/b/ä', String.raw`a\/b\/ä`],
    ['HttpUtility of .NET', 'a b/ä!', 'a+b%2f%c3%a4!'],
    ['URLEncoder of Java', "a b/ä*~'", 'a+b%2F%C3%A4*%7E%27'],
  ])('%s', (_, secret, form) => {
    expect(new SecretMask([secret]).apply(`x ${form} y`)).toBe('x **** y');
  });
});

describe('XML, HTML, SQL and CSV', () => {
  const secret = `a<b>&"c"'d'\\e/f\ng`;

  it.each([
    ['xml.sax.saxutils.escape', 'a&lt;b&gt;&amp;"c"\'d\'\\e/f\ng'],
    ['an attribute of libxml', "a&lt;b&gt;&amp;&quot;c&quot;'d'\\e/f&#10;g"],
    ['an attribute of .NET', "a&lt;b&gt;&amp;&quot;c&quot;'d'\\e/f&#xA;g"],
    ['html.escape of Python', 'a&lt;b&gt;&amp;&quot;c&quot;&#x27;d&#x27;\\e/f\ng'],
    ['jq @html', 'a&lt;b&gt;&amp;&quot;c&quot;&#39;d&#39;\\e/f\ng'],
    ['htmlspecialchars of PHP', 'a&lt;b&gt;&amp;&quot;c&quot;&#039;d&#039;\\e/f\ng'],
    ['Go', 'a&lt;b&gt;&amp;&#34;c&#34;&#39;d&#39;\\e/f\ng'],
    ['XML with &apos;', 'a&lt;b&gt;&amp;&quot;c&quot;&apos;d&apos;\\e/f\ng'],
    ['a string of SQL', `a<b>&"c"''d''\\e/f\ng`],
    ['an E string of PostgreSQL', `a<b>&"c"''d''\\\\e/f\ng`],
    ['mysql_real_escape_string', `a<b>&\\"c\\"\\'d\\'\\\\e/f\\ng`],
    ['a field of CSV', `a<b>&""c""'d'\\e/f\ng`],
  ])('%s', (_, form) => {
    expect(new SecretMask([secret]).apply(`x ${form} y`)).toMatch(/^x \*{4}(\n\*{4})? y$/);
  });

  it('references to characters outside ASCII', () => {
    const text = 'p&#228;&#8364;s <p>p&#xe4;&#x20ac;s p&#xE4;&#x20AC;s';
    expect(new SecretMask(['pä€s']).apply(text)).toBe('**** <p>**** ****');
  });
});

describe.each([
  ['dash', 'echo "$S"'],
  ['dash', 'printf %b "$S"'],
  ['bash', 'echo -e "$S"'],
  ['bash', 'printf %b "$S"'],
  ['bash', 'shopt -s xpg_echo; echo "$S"'],
  ['zsh', 'echo "$S"'],
])('what %s prints with %s', (shell, line) => {
  it
    .skipIf(!isInstalled(shell))
    .each([
      'C:\\new\\table',
      'one\\ntwo and\\tthree\\\\four',
      'cut\\coff here',
      'octal\\0101\\101\\08\\x41\\u20ac\\U1f600',
      'bytes\\0303\\0244\\303\\244\\xc3\\xa4',
      'bell\\a\\b\\e\\E\\f\\r\\v\\z end\\',
    ])('does not show %j', (secret) => {
    const output = printed(secret, [shell, '-c', line]);
    expect(output.replaceAll(/[\n\r]/g, '')).not.toBe('');
    expect(new SecretMask([secret]).apply(output)).toMatch(/^(\*{4}[\r\n]*)+$/);
    // As a part of a line.
    expect(new SecretMask([secret]).apply(printed(secret, [shell, '-c', line.replace('"$S"', '"<$S>"')]))).not.toMatch(
      /[A-Za-z]{3}/,
    );
  });

  it.skipIf(!isInstalled(shell))('masks single lines of it', () => {
    const secret = 'first\\nsecond part\\nthird';
    expect(new SecretMask([secret]).apply(printed(secret, [shell, '-c', `(${line}) | tail -n +2`]))).toMatch(
      /^\*{4}\n\*{4}\n?$/,
    );
  });
});

describe('base64', () => {
  it.each(['', 'u', 'us', 'user:'])('is recognized after %j', (before) => {
    const secret = 'Ümlaut~~?>hunter2';
    for (const encoding of ['base64', 'base64url'] as const) {
      const encoded = Buffer.from(`${before}${secret}\n`).toString(encoding);
      const masked = new SecretMask([secret]).apply(encoded);
      expect(masked).toMatch(/^[A-Za-z0-9]{0,8}\*{4}[A-Za-z0-9=]{0,4}$/);
    }
  });
});

describe('base64 in lines', () => {
  const long = 'github_pat_11ABCDEFG0abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
  const broken = (text: string, width: number) =>
    Buffer.from(text)
      .toString('base64')
      .match(new RegExp(`.{1,${width}}`, 'g'))
      ?.join('\n');

  it.each([76, 64])('of %i characters is recognized', (width) => {
    expect(new SecretMask([long]).apply(`x\n${broken(long, width)}\ny`)).toBe('x\n****\ny');
  });

  it.each([
    [long, 76],
    [long, 64],
    ['hunter2-hunter2', 76],
    ['hunter2-hunter2', 64],
  ])('is recognized wherever a longer string puts %s into lines of %i characters', (secret, width) => {
    const mask = new SecretMask([secret]);
    for (let before = 0; before < 2 * width; before++) {
      const text = `${broken('u'.repeat(before) + secret + '\n', width)}`;
      // What is left of the secret is less than a byte at its beginning and its end.
      const shown = mask.apply(text).replaceAll('\n', '').split('****').join('');
      expect(shown.length).toBeLessThanOrEqual(Math.ceil((before * 4) / 3) + 4);
    }
  });
});

describe('the bytes in hex', () => {
  const secret = 'pä€s w0rd/hunter2-hunter2-hunter2-hunter2';
  const bytes = (...args: [string, ...string[]]) => printed(secret, args);

  it.each([
    ['od', ['sh', '-c', 'printf %s "$S" | od -An -v -tx1 -w64']],
    ['Python', ['python3', '-c', 'import os; print(os.environb[b"S"].hex())']],
    ['Python in upper case', ['python3', '-c', 'import os; print(os.environb[b"S"].hex().upper())']],
    ['Python with colons', ['python3', '-c', 'import os; print(os.environb[b"S"].hex(":"))']],
    ['Python percent-encoded', ['python3', '-c', 'import os; print("%" + os.environb[b"S"].hex("%").upper())']],
    ['lines', ['python3', '-c', 'import os, textwrap; print("\\n".join(textwrap.wrap(os.environb[b"S"].hex(), 60)))']],
  ] as const)('of %s are recognized', (_program, args) => {
    const text = bytes(...(args as unknown as [string, ...string[]])); // a tuple of the list above
    expect(text).toMatch(/[0-9a-fA-F]{2}/);
    expect(new SecretMask([secret]).apply(`<${text.trim()}>`)).toBe('<****>');
  });

  it('of a short secret are left alone', () => {
    const text = Buffer.from('hunter2').toString('hex');
    expect(new SecretMask(['hunter2']).apply(text)).toBe(text);
  });
});

describe('the forms', () => {
  const textsOf = (secret: string) => new Set([...secretForms([secret])].map(({ text }) => text));

  it('of a plain secret are few', () => {
    expect(textsOf('0123456789abcdef').size).toBeLessThanOrEqual(16);
  });

  it('of a long secret are limited', () => {
    const secret = Array.from({ length: 20_000 }, (_, index) => `"${index}" /é`).join('\n');
    const total = [...textsOf(secret)].reduce((sum, { length }) => sum + length, 0);
    expect(total).toBeLessThan(60 * secret.length);
    expect(new SecretMask([secret]).apply(`a ${secret.split('\n').at(-1)} b`)).toBe('a **** b');
  });

  it('of every line have room before those of base64 in lines', () => {
    const line = (index: number) => `${'key='.repeat(15)}"${index}"`;
    const secret = Array.from({ length: 60 }, (_, index) => line(index)).join('\n');
    expect(new SecretMask([secret]).apply(`${encodeURIComponent(line(59)).toLowerCase()}`)).toBe('****');
  });

  it('are masked in chunks as in one piece', () => {
    const text = printed(secrets['with quotes and signs'], [
      'python3',
      '-c',
      'import json, os, urllib.parse; s = os.environ["S"]; print(s, [s], json.dumps(s), urllib.parse.quote(s))',
    ]);
    const whole = new SecretMask([secrets['with quotes and signs']]).apply(text);
    expect(whole).toBe(`**** ['****'] "****" ****\n`);
    for (let size = 1; size < 40; size++) {
      const mask = new SecretMask([secrets['with quotes and signs']]);
      const pieces = text.match(new RegExp(`[^]{1,${size}}`, 'gu')) ?? [];
      expect(pieces.map((piece) => mask.push(piece)).join('') + mask.end()).toBe(whole);
    }
  });

  it('match the output of Python, whatever the secret', () => {
    const characters = (index: number) =>
      Array.from({ length: 6 }, (_, place) => ((index * 7919 + place * 104_729) % 0x2fff) + 1);
    const awkward = Array.from({ length: 200 }, (_, index) =>
      String.fromCodePoint(...characters(index)).replaceAll('\n', '-'),
    );
    const program =
      'import json, sys, urllib.parse\nfor s in json.load(sys.stdin): print("\\n".join([json.dumps(s), ascii(s), str(s.encode()), urllib.parse.quote(s), urllib.parse.quote_plus(s)]))';
    const lines = execFileSync('python3', ['-c', program], { input: JSON.stringify(awkward), encoding: 'utf8' })
      .trimEnd()
      .split('\n');
    awkward.forEach((secret, index) => {
      for (const line of lines.slice(index * 5, index * 5 + 5))
        expect(new SecretMask([secret]).apply(line)).toMatch(/^b?["']?\*{4}["']?$/);
    });
  });
});
