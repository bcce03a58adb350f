// The step of action.yml. It calls the command line of the release file, which runs the flow and writes the outputs.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const { env } = process;
const report = join(env.RUNNER_TEMP, `flowgate-${randomUUID()}.json`);

const input = (name) => (env[`INPUT_${name.toUpperCase()}`] ?? '').trim();
const lines = (name) =>
  input(name)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

try {
  process.exitCode = await run();
  reportEnd();
} catch (error) {
  fail(input('flow'), error.message);
  process.exitCode = 1;
}

/** Runs the command, and returns its exit status. */
async function run() {
  const values = {};
  const words = ['run', '--follow', '--stop-on-interrupt', '--server', input('server')];
  const option = (name, value) => words.push(`--${name}=${value}`);
  // Every user of the machine can see command lines, so values are in the environment.
  lines('inputs').forEach((line, index) => {
    const [name, value] = pair('inputs', line);
    values[`FLOWGATE_VALUE_${index}`] = value;
    option('input-env', `${name}=FLOWGATE_VALUE_${index}`);
  });
  for (const line of lines('inputs-from-env')) option('input-env', line);
  for (const line of lines('files')) option('file', line);
  for (const line of lines('labels')) option('label', line);
  if (input('revision') !== '') option('revision', input('revision'));
  if (input('fail-on-warning') === 'true') words.push('--strict');
  option('idempotency-key', idempotencyKey());
  option('report', `github=${env.GITHUB_OUTPUT}`);
  option('report', `json=${report}`);
  const program = [
    '--yes',
    `--package=${input('release') || ownRelease()}`,
    '--',
    'flowgate',
    ...words,
    '--',
    input('flow'),
  ];

  // The log of a flow is not from this workflow: what looks like a command in it must not be one.
  const token = randomUUID();
  process.stdout.write(`::stop-commands::${token}\n`);
  // In a process group, so that a cancelled job reaches the command behind npx.
  const child = spawn('npx', program, {
    env: { ...env, ...values, FLOWGATE_TOKEN: input('token') },
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true,
  });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.kill(-child.pid, signal));
  const status = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
  process.stdout.write(`::${token}::\n`);
  return status;
}

/** Differs for each attempt of each step of a job, also in the jobs of a matrix. */
function idempotencyKey() {
  const { GITHUB_RUN_ID, GITHUB_RUN_ATTEMPT, RUNNER_TRACKING_ID, GITHUB_ACTION } = env;
  return ['github', GITHUB_RUN_ID, GITHUB_RUN_ATTEMPT, RUNNER_TRACKING_ID ?? randomUUID(), GITHUB_ACTION].join('-');
}

function pair(name, line) {
  const end = line.indexOf('=');
  if (end < 1) throw new Error(`The input ${name} has a line that is not name=value.`);
  return [line.slice(0, end), line.slice(end + 1)];
}

/** The URL of the file of the release that this action is part of. */
function ownRelease() {
  const { GITHUB_ACTION_REPOSITORY: repository, GITHUB_ACTION_REF: ref = '', GITHUB_SERVER_URL: server } = env;
  if (!repository)
    throw new Error('Set the input release to the path or URL of a release file: flowgate-flowgate-<version>.tgz.');
  return `${server}/${repository}/releases/download/${ref}/flowgate-flowgate-${ref.replace(/^v/, '')}.tgz`;
}

/** Writes the summary of the step, and an annotation unless the execution succeeded. */
function reportEnd() {
  if (!existsSync(report)) return fail(input('flow'), 'The flow was not started; the log of this step has the reason.');
  const { id, namespace, flowId, state, reason = '', outputs = {} } = JSON.parse(readFileSync(report, 'utf8'));
  const url = new URL(`ui/executions/${id}`, `${input('server').replace(/\/*$/, '')}/`).href;
  const rows = Object.entries(outputs).map(
    ([name, value]) => `| ${plain(name)} | ${plain(typeof value === 'string' ? value : JSON.stringify(value))} |\n`,
  );
  const table = rows.length === 0 ? '' : `\n| output | value |\n|---|---|\n${rows.join('')}`;
  const text = `### ${namespace}/${flowId}: ${state}\n\n[Execution ${id}](${url})\n\n${plain(reason)}\n${table}`;
  if (env.GITHUB_STEP_SUMMARY) appendFileSync(env.GITHUB_STEP_SUMMARY, text);
  if (state !== 'SUCCESS')
    fail(`${namespace}/${flowId} ${state}`, `${reason} ${url}`, state === 'WARNING' ? 'warning' : 'error');
}

function fail(title, message, level = 'error') {
  const data = (text) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  const property = (text) => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
  process.stdout.write(`::${level} title=${property(title)}::${data(message)}\n`);
}

/** Text of a flow without a meaning in Markdown or HTML. */
function plain(text) {
  return text.replaceAll(/[^\p{L}\p{N} .,:/-]/gu, (character) => `&#${character.codePointAt(0)};`);
}
