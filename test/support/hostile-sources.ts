/**
 * Small sources of jobs that an import must not compute in full: each would fill any memory, or take any time, with joined
 * constants, methods, axes, or nesting.
 */
export const hostileSources: Readonly<Record<string, string>> = {
  'doubled in templates': node(chain(28, (name) => `"\${${name}}\${${name}}"`)),
  'doubled with def': node(chain(28, (name) => `"\${${name}}\${${name}}"`, 'def ')),
  'doubled by a sum': node(chain(28, (name) => `"" + ${name} + ${name}`)),
  'multiplied strings': node(chain(28, (name) => `${name} * 64`)),
  'joined lists': node(`a0 = ['x', 'y']\n${chain(28, (name) => `${name} + ${name}`)}\nfor (i in a28) { echo i }`),
  'multiplied lists': node(`a0 = ['x']\n${chain(10, (name) => `${name} * 100`)}\nfor (i in a10) { echo i }`),
  'lists of doubled strings': node(
    `${chain(16, (name) => `"\${${name}}\${${name}}"`)}\ndef l = [${repeated(200, 'a15')}]\nfor (i in l) { echo i }`,
  ),
  'doubled in environment': pipeline(
    `environment {\na0 = "x"\n${lines(28, (n) => `a${n + 1} = "\${a${n}}\${a${n}}"`)}\n}`,
    'sh "echo ${a28}"',
  ),
  'doubled in the environment of a stage': `pipeline { agent any\nstages { stage('S') {\nenvironment {\na0 = "x"\n${lines(28, (n) => `a${n + 1} = "\${a${n}}\${a${n}}"`)}\n}\nsteps { sh "echo \${a28}" } } } }`,
  'doubled in env': node(
    `env.a0 = 'x'\n${lines(28, (n) => `env.a${n + 1} = "\${env.a${n}}\${env.a${n}}"`)}\nsh "echo \${env.a28}"`,
  ),
  'doubled in withEnv': node(
    `${lines(28, (n) => `withEnv(["a${n + 1}=\${a${n}}\${a${n}}"]) {`).replace('${a0}${a0}', 'xx')}\nsh "echo \${a28}"\n${'}'.repeat(28)}`,
  ),
  'doubled in defaults of parameters': `${chain(28, (name) => `"\${${name}}\${${name}}"`, 'def ')}\n${pipeline("parameters { string(name: 'P', defaultValue: a28) }", "sh 'make'")}`,
  'doubled in choices': `${chain(28, (name) => `"\${${name}}\\n\${${name}}"`, 'def ')}\n${pipeline("parameters { choice(name: 'P', choices: a28) }", "sh 'make'")}`,
  'doubled in cron': `${chain(28, (name) => `"\${${name}}\\n\${${name}}"`, 'def ')}\n${pipeline('triggers { cron(a28) }', "sh 'make'")}`,
  'doubled in conditions': `${chain(28, (name) => `"\${${name}}\${${name}}"`, 'def ')}\n${pipeline("parameters { string(name: 'P') }", 'script { if (params.P == a28) { sh "make" } }')}`,
  'doubled in names of stages': node(`${chain(28, (name) => `"\${${name}}\${${name}}"`)}\nstage(a28) { sh 'make' }`),
  'doubled in folders': node(`${chain(28, (name) => `"\${${name}}\${${name}}"`)}\ndir(a28) { sh 'make' }`),
  'doubled in an image': node(
    `${chain(28, (name) => `"\${${name}}\${${name}}"`)}\ndocker.image(a28).inside { sh 'make' }`,
  ),
  'doubled in stages of two steps each': node(
    `${chain(14, (name) => `"\${${name}}\${${name}}"`)}\n${'sh "echo ${a14}"\n'.repeat(5_000)}`,
  ),
  'what differs, doubled': `${pipeline('', `script {\ndef x0 = "\${env.BRANCH_NAME}"\ndef y0 = "\${env.GIT_URL}"\n${lines(28, (n) => `def x${n + 1} = "\${x${n}}\${y${n}}"\ndef y${n + 1} = "\${y${n}}\${x${n}}"`)}\necho x28\n}`)}`,
  'reasons in reasons': pipeline(
    `environment {\na0 = foo()\n${lines(8_000, (n) => `a${n + 1} = "\${a${n}}"`)}\n}`,
    "sh 'make'",
  ),
  'values that call each other': methods(
    8,
    (n, inner) => `def f${n}(x) { "${`\${${inner}}`.repeat(50)}" }`,
    'sh "${f8(\'a\')}"',
    'x',
  ),
  'values with a large argument': `def f1(x) { "${'${x}'.repeat(100)}" }\ndef f2(x) { "${'${f1(x)}'.repeat(100)}" }\ndef f3(x) { "${'${f2(x)}'.repeat(100)}" }\nnode { echo f3([${repeated(20_000, '1')}]) }`,
  'values of values': `def f(x) { "\${x}\${x}" }\nnode { sh "\${${'f('.repeat(40)}'a'${')'.repeat(40)}}" }`,
  'steps that call each other': methods(
    8,
    (n, inner) => `def f${n}(x) {\n${`${inner}\n`.repeat(20)}}`,
    "f8('a')",
    "sh 'make'",
  ),
  'a method that calls itself': 'def f() { f()\nf() }\nnode { f() }',
  'methods in a circle': 'def f() { g() }\ndef g() { f() }\nnode { f()\ng() }',
  'a matrix of many cells': matrix(10, 20, ''),
  'a matrix of many excludes': matrix(
    2,
    20,
    `excludes { exclude { ${lines(12, (n) => `axis { name 'A${n}'\nvalues ${repeated(20, "'v'")} }`)} } }`,
  ),
  'a matrix that excludes others': matrix(
    8,
    20,
    `excludes { exclude { ${lines(8, (n) => `axis { name 'A${n}'\nnotValues 'v0' }`)} } }`,
  ),
  'a long sum': node(`def a = 'x'\nsh "x" + ${repeated(60_000, 'a', '+')}`),
  'a long sum of names': node(`echo ${repeated(60_000, 'a', '+')}`),
  'a long chain of calls': node(`a${'.b()'.repeat(40_000)}`),
  'a long chain of properties': node(`echo a${'.b'.repeat(60_000)}`),
  'a long chain of indexes': node(`echo a${'[0]'.repeat(60_000)}`),
  'a long chain of ternaries': node(`echo ${'a ? b : '.repeat(20_000)}c`),
  'a long chain of else': node(`${"if (a) { sh 'x' } else ".repeat(10_000)}{ sh 'y' }`),
  'a long condition': pipeline(
    "parameters { string(name: 'P') }",
    `script { if (${repeated(20_000, "params.P == 'a'", ' && ')}) { sh 'x' } }`,
  ),
  'many signs': node(`echo ${'!'.repeat(100_000)}a`),
  'many minus signs': node(`echo ${'- '.repeat(60_000)}1`),
  'deep parentheses': node(`echo ${'('.repeat(60_000)}1${')'.repeat(60_000)}`),
  'deep lists': node(`echo ${'['.repeat(60_000)}1${']'.repeat(60_000)}`),
  'deep maps': node(`echo ${'[a:'.repeat(40_000)}1${']'.repeat(40_000)}`),
  'deep closures': node(`${'a {'.repeat(40_000)}${'}'.repeat(40_000)}`),
  'deep templates': node(`echo ${'"${'.repeat(40_000)}1${'}"'.repeat(40_000)}`),
  'deep blocks': node(`${"dir('a') {".repeat(20_000)}sh 'x'${'}'.repeat(20_000)}`),
  'deep stages': `pipeline { agent any\nstages { ${"stage('a') { stages { ".repeat(8_000)}${'} }'.repeat(8_000)} } }`,
  'deep parallel': node(`${'parallel a: {'.repeat(15_000)}${'}'.repeat(15_000)}`),
  'deep try': node(`${'try {'.repeat(20_000)}sh 'x'${'} finally { sh "y" }'.repeat(5_000)}`),
  'deep when': `pipeline { agent any\nstages { stage('a') { when { ${'not {'.repeat(30_000)}branch 'x'${'}'.repeat(30_000)} }\nsteps { sh 'x' } } } }`,
  'unclosed strings': node(`sh "${'${"'.repeat(40_000)}`),
  'unclosed brackets': '({['.repeat(60_000),
  'closing brackets': ')}]'.repeat(60_000),
  'many spaces in a script': node(`sh '''a${' '.repeat(200_000)}b'''`),
  'many lines in a script': node(`sh '''a${'\n'.repeat(200_000)}b'''`),
  'many quotes in a script': node(`sh '''${'"'.repeat(200_000)}'''`),
  'many dollars in a script': node(`sh '''${'$('.repeat(100_000)}'''`),
  'many braces in a script': node(`sh '''${'{{ '.repeat(80_000)}'''`),
  'many backslashes in a script': node(`sh '''${'\\\\'.repeat(100_000)}{{'''`),
  'many backslashes before values': node(`def a = 'x'\ndef b = "${'\\\\'.repeat(60_000)}c\${a}"\necho b`),
  'a folder of many slashes': node(`dir('${'/'.repeat(200_000)}a') { sh 'x' }`),
  'artifacts in many slashes': pipeline('', `archiveArtifacts artifacts: '${'/'.repeat(200_000)}a'`),
  'a name of many dashes': node(`stage('${'-'.repeat(200_000)}a') { sh 'x' }`),
  'many here-documents': node(`sh '''${'cat <<A\n'.repeat(25_000)}'''`),
  'many stars in a pattern': pipeline('', `archiveArtifacts artifacts: '${'**/'.repeat(60_000)}'`),
  'a pattern that backtracks': pipeline(
    "parameters { string(name: 'P') }",
    "script { if (params.P ==~ /(a+)+b/) { sh 'x' } }",
  ),
  'many variables': node(lines(20_000, (n) => `def a${n} = 1`)),
  'many assignments': node(lines(20_000, (n) => `a${n} = 1`)),
  'many tasks with many variables': pipeline(
    '',
    `withEnv([${repeatedWith(300, (n) => `'V${n}=${'x'.repeat(90)}'`)}]) {\n${"sh 'a b && c'\n".repeat(4_000)}}`,
  ),
  'many tasks with a long prelude': node(
    `${lines(100, () => `withEnv(["PATH=/x${'y'.repeat(900)}:\${env.PATH}"]) {`)}\n${"sh 'a'\n".repeat(8_000)}${'}'.repeat(100)}`,
  ),
  'many comments': `${'/* a */'.repeat(35_000)}node { sh 'x' }`,
  'many lines of comments': `${'//\n'.repeat(80_000)}node { sh 'x' }`,
  'many labels': node('a: '.repeat(60_000)),
  'many signs of a sum': node(`echo ${'+'.repeat(200_000)}`),
  'many regular expressions': node(`${'/a/ '.repeat(50_000)}`),
  'many casts': node(`echo ${'(int) '.repeat(40_000)}1`),
  'many annotations': '@Library("a") '.repeat(15_000),
  'many semicolons': ';'.repeat(250_000),
  'a number of many digits': node(`sleep ${'9'.repeat(200_000)}\nretry(${'9'.repeat(200)}) { sh 'x' }`),
  'a name of many letters': node(`${'a'.repeat(200_000)} 'x'`),
  'escapes of a name': node(`stage('${'\\u0041'.repeat(30_000)}') { sh 'x' }`),
  'zero bytes': '\0'.repeat(200_000),
  'half characters': node(`sh '${'\ud800'.repeat(50_000)}'`),
  'deep elements': `<flow-definition>${'<a>'.repeat(60_000)}${'</a>'.repeat(60_000)}</flow-definition>`,
  'entities in entities': `<?xml version="1.0"?><!DOCTYPE p [<!ENTITY a0 "x">${lines(28, (n) => `<!ENTITY a${n + 1} "&a${n};&a${n};">`)}]><project><description>&a28;</description></project>`,
  'many attributes': `<project ${lines(20_000, (n) => `a${n}="x"`)}></project>`,
};

/** A file that is not read within the limits, in any of the forms of `hostileSources`. */
function node(body: string): string {
  return `node {\n${body}\n}`;
}

function pipeline(directives: string, steps: string): string {
  return `pipeline {\nagent any\n${directives}\nstages { stage('S') { steps {\n${steps}\n} } }\n}`;
}

/** Variables `a0` to `aN`, each made of the one before it, and a script with the last one. */
function chain(length: number, next: (name: string) => string, word = ''): string {
  const all = lines(length, (n) => `${word}a${n + 1} = ${next(`a${n}`)}`);
  return `${word}a0 = "x"\n${all}\n${word === '' ? `sh "echo \${a${length}}"` : ''}`;
}

function methods(depth: number, method: (n: number, inner: string) => string, use: string, innermost: string): string {
  return `${lines(depth, (n) => method(n + 1, n === 0 ? innermost : `f${n}(x)`))}\nnode { ${use} }`;
}

function matrix(axes: number, values: number, excludes: string): string {
  const axis = (n: number) => `axis { name 'A${n}'\nvalues ${repeatedWith(values, (value) => `'v${value}'`)} }`;
  return `pipeline { agent none\nstages { stage('M') { matrix {\nagent any\naxes { ${lines(axes, axis)} }\n${excludes}\nstages { stage('S') { steps { sh 'x' } } } } } } }`;
}

function lines(count: number, line: (n: number) => string): string {
  return Array.from({ length: count }, (_, n) => line(n)).join('\n');
}

function repeated(count: number, text: string, separator = ', '): string {
  return Array.from({ length: count }, () => text).join(separator);
}

function repeatedWith(count: number, text: (n: number) => string): string {
  return Array.from({ length: count }, (_, n) => text(n)).join(', ');
}
