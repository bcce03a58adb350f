import { describe, expect, test } from 'vitest';
import { parseExpression, parseGroovy } from '../../../src/import/groovy/parse-groovy.ts';
import { maxDepth, maxNesting } from '../../../src/import/groovy/token-reader.ts';
import { printGroovy } from './print-groovy.ts';
import { snippets } from './snippets.ts';

describe('parseGroovy', () => {
  test.each(snippets)('reads $source', ({ source, tree }) => {
    const file = parseGroovy(source);
    expect(file.problems).toEqual([]);
    expect(printGroovy(file)).toBe(tree);
  });

  test.each(snippets)('reads it with other line ends and a byte order mark: $source', ({ source, tree }) => {
    expect(printGroovy(parseGroovy(`\ufeff${source.replaceAll('\n', '\r\n')}\r\n`))).toBe(tree);
  });

  test('reads a declarative pipeline', () => {
    const file = parseGroovy(pipeline);
    expect(file.problems).toEqual([]);
    expect(printGroovy(file)).toBe(
      `pipeline({ -> agent({ -> label("linux")}); options({ -> timeout("time": 1, "unit": "HOURS")}); ` +
        `stages({ -> stage("Make", { -> when({ -> expression({ -> (&& params.RUN (==~ env.BRANCH_NAME "release.*"))})}); ` +
        `steps({ -> sh("script": <"make " params.TARGET " -j" N>, "returnStdout": true); ` +
        `script({ -> def x = sh("a"); echo((?: x "none"))})})})})})\n@Library(value: "tools")`,
    );
  });

  test('keeps comments with their marks', () => {
    const { comments, text } = parseGroovy('#!groovy\nfoo(/* a */ "// ${b /* c */}") // d\n/* e\n*/ // f');
    expect(comments.map((comment) => comment.text)).toEqual([
      '#!groovy',
      '/* a */',
      '/* c */',
      '// d',
      '/* e\n*/',
      '// f',
    ]);
    expect(comments.map(({ start, end }) => text.slice(start, end))).toEqual(comments.map((comment) => comment.text));
  });

  test('gives offsets in the source', () => {
    const text = '  stage("a ${b.c}") {\n    sh \'d\'\n  } // e';
    const [statement] = parseGroovy(text).statements;
    expect(text.slice(statement?.start, statement?.end)).toBe('stage("a ${b.c}") {\n    sh \'d\'\n  }');
  });

  test('tells a value of several statements, which is computed at once, from a closure', () => {
    expect(printGroovy(parseGroovy('x = "${a; b}"; y = "${-> a}"'))).toBe('(= x <{ -> a; b}.call()>); (= y <{ -> a}>)');
  });

  test('tells the name of a method from an expression that is called', () => {
    expect(printGroovy(parseGroovy('foo(); (foo ?: b)(); a[0](); "b c" 1; a."${b}" c'))).toBe(
      'foo(); (?: foo b).call(); a[0].call(); b c(1); a."<b>"(c)',
    );
  });
});

describe('what cannot be read', () => {
  test.each([
    ['a()\nfoo bar )\nb()', 'a(); ???; b()', ['`)` is not expected.']],
    ['a {\n  b(\n  c()\n}\nd()', 'a({ -> ???}); d()', ['Expected `)`, found `}`.']],
    ['a { b ( } \nc', 'a({ -> ???}); c', ['`}` is not expected.']],
    ["a 'b\nc", '???; c', ['The string does not end on its line.']],
    ['a """b', '???', ['The string does not end.']],
    ["a '\\d'\nb", '???; b', ['The string contains an invalid escape.']],
    ['a "$"\nb', '???; b', ['A `$` in a string needs a name or `{` behind it, or a `\\` in front of it.']],
    ['a "${b', '???', ['Nothing closes this `{`.', 'The file ends too early.']],
    ['a {\n  b', 'a({ -> b})', ['Nothing closes this `{`.']],
    ['a { x ->\n  b', 'a({x -> b})', ['Nothing closes this `{`.']],
    ['a }\nb', 'a; ???; b', ['`}` is not expected.']],
    ['return sh "a"\nb', '???; b', ['`a` is not expected.']],
    ['a = [1, b: 2]\nc', '???; c', ['A list cannot contain keys.']],
    ['{ a }\nb', '???; b', ['A block needs a label, and a closure parameters.']],
    ['a 12345678901234567890\nb', '???; b', ['The number is too large.']],
    ['try { a }\nb', '???; b', ['Expected `catch` or `finally`.']],
    ['a # b\nc', '???; c', ['`#` is not expected.']],
    ['new int[1, 2]', '???', ['Expected the size of an array.']],
    ['new 1', '???', ['Expected a type.']],
    ['def 1', '???', ['Expected a name.']],
    ['if (a', '???', ['Expected `)`, but the file ends.']],
  ])('%j', (source, tree, messages) => {
    const file = parseGroovy(source);
    expect(printGroovy(file)).toBe(tree);
    expect(file.problems.map(({ message }) => message)).toEqual(messages);
  });

  test('is one problem, at the place where the reading ended', () => {
    const text = 'foo {\n  bar(a b)\n}';
    expect(parseGroovy(text).problems).toEqual([{ message: 'Expected `)`, found `b`.', start: 14, end: 15 }]);
  });

  test('does not hide what follows it, or what is around it', () => {
    expect(printGroovy(parseGroovy('a {\n  b { c ( d\n  }\n  e()\n}\nf'))).toBe('a({ -> b({ -> ???}); e()}); f');
  });
});

describe('limits', () => {
  test.each([
    ...['(', '{', '[', '"${'].map((unit) => [unit, 100_000] as const),
    ...['!', 'a(', 'a{b->', 'a?', 'if(a)', '"${(', 'try{', '({[', 'switch(a){case b:', 'a.', 'a+', 'a '].map(
      inTenThousands,
    ),
    ...[')', '}', '"', "'", '/a', 'a<', 'x.<\n', '\\', '(a)', '@a ', 'a:'].map(inTenThousands),
  ])('%j is read to its end %i times', (unit, count) => {
    const { problems, statements } = parseGroovy(unit.repeat(count));
    expect(problems.length).toBeGreaterThan(0);
    expect(depthOf(statements)).toBeLessThan(2 * maxDepth);
  });

  test('nesting', () => {
    const nested = (depth: number): string => `a = ${'['.repeat(depth)}${']'.repeat(depth)}`;
    expect(parseGroovy(nested(maxNesting - 1)).problems).toEqual([]);
    expect(parseGroovy(nested(maxNesting)).problems).toMatchObject([
      { message: 'The nesting is deeper than 200 levels.' },
    ]);
  });

  test('chains', () => {
    expect(parseGroovy('a' + '.b'.repeat(maxDepth - 10)).problems).toEqual([]);
    expect(parseGroovy('a' + '.b'.repeat(maxDepth + 10)).problems).toMatchObject([
      { message: 'The expression is deeper than 1000 levels.' },
    ]);
  });
});

describe('parseExpression', () => {
  test('reads an expression over several lines', () => {
    expect(parseExpression('a\n&& b')).toMatchObject({ kind: 'binary', operator: '&&', start: 0, end: 6 });
  });

  test.each(['', 'a b', 'a +', '{ ( }', 'if (a) b'])('%j is unreadable', (text) => {
    expect(parseExpression(text)).toEqual({ kind: 'unreadable', start: 0, end: text.length });
  });
});

const pipeline = `@Library('tools') _
pipeline {
  agent { label 'linux' }
  options { timeout(time: 1, unit: 'HOURS') }
  stages {
    stage('Make') {
      when { expression { params.RUN && env.BRANCH_NAME ==~ /release.*/ } }
      steps {
        sh script: "make \${params.TARGET} -j$N",
           returnStdout: true
        script { def x = sh 'a'; echo x ?: 'none' }
      }
    }
  }
}
`;

function inTenThousands(unit: string): readonly [string, number] {
  return [unit, 10_000];
}

/** How deep the objects of a tree nest; without recursion. */
function depthOf(root: unknown): number {
  let level: unknown[] = [root];
  for (let depth = 0; ; depth++) {
    if (level.length === 0) return depth;
    level = level.flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []));
  }
}
