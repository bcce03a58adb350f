import { expect, it } from 'vitest';
import { leavesNoState } from '../../../../src/import/mapping/scripts/simple-command.ts';

it.each([
  'make',
  'make -j4 test > build.log 2>&1',
  './gradlew build --stacktrace',
  'mvn -B -Dx=y clean verify | tee log.txt',
  'CI=true npm ci',
  'docker build -t "app:{{ inputs.VERSION }}" .',
  'docker tag app {{ inputs.REGISTRY }}/app',
  "grep -q 'cd x; exit' file",
  'echo "$(git rev-parse HEAD)"',
  'rm -rf target/*',
  '"${MAVEN_HOME}/bin/mvn" verify',
  '[ ! -f done ]',
])('%s leaves nothing behind', (command) => {
  expect(leavesNoState(command)).toBe(true);
});

it.each([
  '',
  'cd build',
  'cd build && make',
  'make; exit 0',
  'export A=1',
  'A=1',
  'set +e',
  '. ./env.sh',
  'source env.sh',
  'exec make',
  'test -f x && make',
  'make || true',
  '! make',
  'make &',
  'make &> log',
  'cat <<E',
  'trap "rm x" EXIT',
  'read line < file',
  '$COMMAND',
  '{{ inputs.command }} --version',
  'eval "$(ssh-agent)"',
  'echo ${A:=1}',
  'echo `date`',
  'echo $(cd x; echo "y")',
  'echo $? ',
  'make # all',
  'make\nmake test',
  'f() { make; }',
  'if true; then make; fi',
  '(cd x)',
  'for f in *; do echo; done',
  'printf -v A x',
  'command cd x',
  "echo 'a",
  'nvm use 18',
])('%s may leave something behind', (command) => {
  expect(leavesNoState(command)).toBe(false);
});
