import type { Argument, Call, Expression, Statement } from '../../groovy/syntax.ts';
import { allStatements, callsIn, expressionsIn } from '../../groovy/walk.ts';
import { nameOf } from '../context/construct-of.ts';

/**
 * Whether Jenkins could end the run at a statement, or would run what follows in another environment: then the run must not
 * go on where a flow cannot express it. Anything that nobody knows could; what only tells, shows or computes could not.
 */
export function canStop(statement: Statement): boolean {
  switch (statement.kind) {
    case 'expression':
      return stopsIn(statement.expression);
    case 'declaration':
      return statement.value !== undefined && stopsIn(statement.value);
    case 'assignment':
      return changesRun(statement) || stopsIn(statement.target) || stopsIn(statement.value);
    case 'if':
      return stopsIn(statement.condition) || [...statement.then, ...(statement.otherwise ?? [])].some(canStop);
    case 'try':
      return [...statement.body, ...statement.catches.flatMap(({ body }) => body), ...(statement.finally ?? [])].some(
        canStop,
      );
    case 'control':
      return controlStops(statement);
    case 'definition':
      return false;
    case 'unreadable':
      return true;
  }
}

/** Whether statements mean to end the run, as `error` and `input` do: what only may fail does not count. */
export function isDecisive(statements: readonly Statement[]): boolean {
  return allStatements(statements).some(
    (statement) =>
      (statement.kind === 'control' && ['throw', 'assert'].includes(statement.word)) ||
      callsIn(statement).some((name) => deciding.has(name)),
  );
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

const deciding = words('error input lock milestone waitForQualityGate waitUntil');

/** Steps that only tell something, or change how a log or a build looks. */
const telling = words(
  `echo print println sleep unstable properties library emailext mail hipchatSend mattermostSend office365ConnectorSend
  rocketSend slackSend slackUploadFile telegramSend discordSend dingtalk googlechatnotification githubNotify
  bitbucketStatusNotify updateGitlabCommitStatus setGitHubPullRequestStatus addBadge addInfoBadge addWarningBadge addErrorBadge
  addHtmlBadge addShortText addSummary createSummary buildName buildDescription zulipSend jiraSendBuildInfo
  jiraSendDeploymentInfo fingerprint cleanWs deleteDir Mailer ExtendedEmailPublisher`,
);

/** Steps that show results; with a threshold, they decide. */
const showing = words(
  `publishHTML recordIssues publishIssues scanForIssues recordCoverage publishCoverage allure plot cobertura jacoco
  HtmlPublisher CoberturaPublisher JacocoPublisher AllureReportPublisher`,
);
const threshold = /fail|gate|threshold|unstable|unhealthy|buildStatus/i;

/** Steps that only return a value, whatever they find. */
const asking = words('isUnix pwd fileExists findFiles tool');

/** Steps at which nothing ends but what is inside of them. */
const around = words(
  `script stage node dir ws withEnv withCredentials timestamps ansiColor wrap container podTemplate retry timeout catchError
  warnError parallel sshagent configFileProvider gitlabCommitStatus steps`,
);

/** Methods of Groovy's strings, numbers, lists and maps. */
const computing = words(
  `trim split tokenize replace replaceAll replaceFirst contains containsKey containsValue startsWith endsWith equals
  equalsIgnoreCase matches substring indexOf lastIndexOf length size join collect collectEntries find findAll any every each
  eachWithIndex add addAll put putAll remove get keySet values entrySet sort unique reverse first last take drop min max sum
  plus minus intdiv abs round format capitalize padLeft padRight stripIndent stripMargin readLines parseText info debug warn`,
);

function stopsIn(expression: Expression): boolean {
  switch (expression.kind) {
    case 'call':
      return callStops(expression);
    case 'closure':
      return expression.body.some(canStop);
    case 'template':
      return expression.parts.some((part) => typeof part !== 'string' && stopsIn(part));
    case 'property':
    case 'unary':
      return stopsIn(expression.of);
    case 'index':
      return stopsIn(expression.of) || stopsIn(expression.index);
    case 'list':
      return expression.items.some(stopsIn);
    case 'map':
      return expression.entries.some(({ key, value }) => stopsIn(key) || stopsIn(value));
    case 'binary':
      return stopsIn(expression.left) || stopsIn(expression.right);
    case 'conditional':
      return [expression.condition, expression.then, expression.otherwise].some(stopsIn);
    case 'new':
      return inArguments(expression.arguments);
    case 'unreadable':
      return true;
    case 'literal':
    case 'name':
      return false;
  }
}

function callStops(call: Call): boolean {
  const { of, name, arguments: given } = call;
  if (of !== undefined) {
    const isComputing = computing.has(name) || /^(?:get|is|has|to|as)[A-Z]/.test(name);
    return !isComputing || stopsIn(of) || inArguments(given);
  }
  if (telling.has(name) || name.endsWith('Notifier')) return decidesIn(given);
  if (asking.has(name)) return inArguments(given);
  if (showing.has(name)) return given.some((argument) => threshold.test(argument.name ?? '')) || decidesIn(given);
  if (name === 'step') return !isTelling(given) || decidesIn(given);
  if (!around.has(name)) return true;
  const hasBody = given.some(({ value }) => value.kind === 'closure' || value.kind === 'map');
  return (!hasBody && name !== 'stage') || inArguments(given);
}

/** A message whose value is unknown is not told, and nothing else is missing. */
const decidesIn = (given: readonly Argument[]): boolean =>
  given
    .flatMap(({ value }) => expressionsIn(value))
    .some((part) => (part.kind === 'call' && deciding.has(part.name)) || (part.kind === 'closure' && stopsIn(part)));

const inArguments = (given: readonly Argument[]): boolean =>
  given.some(({ key, value }) => stopsIn(value) || (key !== undefined && stopsIn(key)));

/** `step([$class: 'Mailer', ...])`. */
function isTelling([first]: readonly Argument[]): boolean {
  if (first?.value.kind !== 'map') return false;
  const { entries } = first.value;
  const kind = entries.find(({ key }) => key.kind === 'literal' && key.value === '$class')?.value;
  const name = kind?.kind === 'literal' ? String(kind.value).replace(/^.*\./, '') : '';
  if (showing.has(name)) return !entries.some(({ key }) => key.kind !== 'literal' || threshold.test(String(key.value)));
  return telling.has(name) || /Notifier$|CommitStatus/.test(name);
}

/** A result that is not good, and variables that later scripts read. */
function changesRun({ target, value }: Extract<Statement, { kind: 'assignment' }>): boolean {
  const name = nameOf(target);
  if (name?.startsWith('env.') === true) return true;
  if (target.kind === 'index' && nameOf(target.of) === 'env') return true;
  if (name !== 'currentBuild.result') return false;
  return value.kind !== 'literal' || !['SUCCESS', 'UNSTABLE', null].includes(value.value as string | null);
}

function controlStops({ word, value, bodies }: Extract<Statement, { kind: 'control' }>): boolean {
  if (['return', 'throw', 'break', 'continue', 'assert'].includes(word)) return true;
  // What leaves a loop does not leave the run.
  const inside = bodies.flat().filter((one) => one.kind !== 'control' || !['break', 'continue'].includes(one.word));
  return (value !== undefined && stopsIn(value)) || inside.some(canStop);
}
