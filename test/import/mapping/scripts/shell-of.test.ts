import { describe, expect, test } from 'vitest';
import { shellOf, shellWordOf } from '../../../../src/import/mapping/scripts/shell-of.ts';
import { exampleScope, expressionOf } from '../mapping-setup.ts';

const scope = exampleScope();
const data = (name: string) =>
  `quotes, $ and ; in the value of ${name} have no meaning, but Jenkins lets the shell read them`;

describe('a script', () => {
  test.each([
    [String.raw`'echo $HOME "a\tb" \\n'`, 'echo $HOME "a\tb" \\n'],
    ['"make \\"${params.VERSION}\\""', 'make "{{ inputs.VERSION }}"', data('params.VERSION')],
    ['"make \'v ${params.VERSION}\'"', `make 'v '"{{ inputs.VERSION }}"`, data('params.VERSION')],
    ['"make ${params.DEPLOY} ${params.TO}"', 'make {{ inputs.DEPLOY }} {{ inputs.TO }}'],
    ['"docker pull ${IMAGE}:1"', 'docker pull "{{ variables.IMAGE }}":1'],
    ['"make ${env.FLAGS}"', 'make {{ variables.FLAGS }}'],
    ['"echo ${QUOTE} x"', "echo it's x"],
    ['"echo \\${X} \\$Y ${TAG}"', 'echo ${X} $Y {{ variables.TAG }}', data('TAG')],
    ['"echo \\"${env.BUILD}\\""', 'echo "${BUILD}"', data('env.BUILD')],
    ['"echo ${WORKSPACE}/x"', 'echo ${WORKSPACE}/x'],
    ['"rm ${params.VERSION}"', 'rm {{ inputs.VERSION }}', data('params.VERSION')],
    ["'make ' + params.TO", 'make {{ inputs.TO }}'],
    ["'docker inspect -f {{.State}} x'", String.raw`docker inspect -f \{{.State}} x`],
    [
      "'echo $branch ${branch}x \\'$branch\\' \"\\\\$branch\"'",
      `echo {{ inputs.branch }} {{ inputs.branch }}x '$branch' "\\$branch"`,
    ],
    ["'echo $((branch + $branch))'", 'echo $((branch + ${BRANCH}))'],
    ["'echo $branches'", 'echo $branches'],
    ['"""cat <<EOF\n${params.VERSION}\nEOF\n"""', 'cat <<EOF\n{{ inputs.VERSION }}\nEOF\n', data('params.VERSION')],
    ['"echo # ${params.VERSION}"', 'echo # {{ inputs.VERSION }}'],
    ['"cat <<\'EOF\'\\n${IMAGE}\\nEOF"', "cat <<'EOF'\nregistry.example/app\nEOF"],
  ])('%s becomes %s', (groovy, script, ...differs) => {
    expect(shellOf(expressionOf(groovy), scope)).toEqual({ text: script, differs });
  });

  test('says what Jenkins sets differently', () => {
    expect(shellOf(expressionOf("'echo $BUILD_NUMBER $HOME'"), scope)).toEqual({
      text: 'echo $BUILD_NUMBER $HOME',
      differs: ['BUILD_NUMBER counts the builds of the flow, and is set only on Jenkins'],
    });
    expect(shellOf(expressionOf('"x \\"${env.OTHER}\\""'), scope)).toEqual({
      text: 'x "${OTHER}"',
      differs: ['OTHER must be set on the agent', data('env.OTHER')],
    });
  });

  test.each([
    [
      '"cat <<\'EOF\'\\n${params.VERSION}\\nEOF"',
      'the value of params.VERSION is in a here-document with a quoted delimiter, where a flow cannot insert values',
    ],
    [
      '"echo \\$((${params.VERSION} + 1))"',
      'the value of params.VERSION is in shell arithmetic, where a flow cannot insert values',
    ],
    ['"echo \\$${params.TO}"', 'a flow cannot contain $ before the value of params.TO'],
    ['"echo ${version()}"', 'it calls version()'],
    ['"echo ${currentBuild.result}"', 'the value of currentBuild.result is not known'],
    ['script', 'the value of script is not known'],
  ])('%s is by hand: %s', (groovy, why) => {
    expect(shellOf(expressionOf(groovy), scope)).toEqual({ byHand: why });
  });
});

test.each([
  ["'build/out'", 'build/out'],
  ["'a b$c'", '"a b\\$c"'],
  ['"out/${params.VERSION}"', '"out/{{ inputs.VERSION }}"'],
  ['env.WORKSPACE', '"${WORKSPACE}"'],
  ["''", '""'],
])('%s is the shell word %s', (groovy, word) => {
  expect(shellWordOf(expressionOf(groovy), scope)).toEqual({ text: word, differs: [] });
});
