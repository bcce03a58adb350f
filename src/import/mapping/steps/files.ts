import { ownEntry } from '../../../base/text/own-entry.ts';
import type { Expression } from '../../groovy/syntax.ts';
import { taskIdIn, type JobMapping, type Mapped, type Scope } from '../context/job-mapping.ts';
import type { ByHand } from '../drafts/draft-flow.ts';
import { shellWordOf } from '../scripts/shell-of.ts';
import { onAgent, pathArgument, shellTask } from '../scripts/shell-task.ts';
import { addLiteral, textOf } from '../values/texts.ts';
import { constantOf } from '../values/values.ts';
import {
  classIn,
  constant,
  constantEntries,
  constantText,
  flag,
  mapped,
  mapStep,
  type Step,
  type StepConstruct,
  type StepHandler,
  type StepTable,
} from './step.ts';

const archiveArtifacts: StepHandler = (step, scope) => {
  const excludes = step.named.has('excludes') && constant(step, 'excludes', scope) !== '';
  return keep(step.named.get('artifacts'), step, scope, [
    ...(flag(step, 'allowEmptyArchive', scope, false) === true
      ? []
      : ['a pattern that matches no file does not fail the build']),
    ...(excludes ? ['files that it excludes are kept too'] : []),
    ...(flag(step, 'fingerprint', scope, false) === false ? [] : ['no fingerprints are recorded']),
    ...(flag(step, 'onlyIfSuccessful', scope, false) === false ? [] : ['files are kept whatever the result']),
    ...(flag(step, 'caseSensitive', scope, true) === true ? [] : ['patterns are case-sensitive']),
  ]);
};

const junit: StepHandler = (step, scope) =>
  keep(step.named.get('testResults'), step, scope, [
    'test results are kept as files and not evaluated, so failed tests do not make the build unstable',
  ]);

const publishHTML: StepHandler = (step, scope) => {
  const target = constantEntries(step.named.get('target')) ?? step.named;
  const folder = target.get('reportDir');
  const path = folder === undefined ? undefined : constantOf(folder, scope);
  if (typeof path !== 'string' || path === '') return { byHand: 'the folder of its report is not constant' };
  const files = `${path.replace(/(?<!\/)\/+$/, '')}/**`;
  return keepPatterns([files], step, scope, ['the report is kept as files, without a page in the console']);
};

/** `step([$class: 'ArtifactArchiver', ...])`: the older form of steps. */
const step: StepHandler = (older, scope) => {
  const entries = constantEntries(older.named.get('delegate'));
  const name = classIn(entries);
  const construct = ownEntry(olderSteps, name);
  if (entries === undefined || construct === undefined)
    return { byHand: `the import does not know the build step ${name}`.trimEnd() };
  const named = new Map([...entries].filter(([key]) => key !== '$class'));
  return mapStep(construct, { ...older, positional: [], named }, scope);
};

/** Keeps the files of Ant patterns that are separated by commas. */
function keep(
  patterns: Expression | undefined,
  given: Step,
  scope: Scope,
  differs: readonly string[],
): Mapped | ByHand {
  if (patterns === undefined) return { byHand: 'it specifies no files' };
  const written = textOf(patterns, scope);
  if ('byHand' in written) return written;
  const items = written.text.split(',').map((item) => item.trim());
  return keepPatterns(
    items.filter((item) => item !== ''),
    given,
    scope,
    [...written.differs, ...differs],
  );
}

function keepPatterns(
  patterns: readonly string[],
  { call, name }: Step,
  scope: Scope,
  differs: readonly string[],
): Mapped | ByHand {
  const { folder } = scope;
  const outputFiles = patterns.map((pattern) =>
    outputPattern(folder === undefined ? pattern : `${folder.path}/${pattern}`),
  );
  if (outputFiles.length === 0 || outputFiles.includes(undefined))
    return { byHand: 'a flow keeps only files in the workspace, by patterns with * and ?' };
  const content = { outputFiles: outputFiles.filter((pattern) => pattern !== undefined) };
  const named = folder === undefined ? [] : [`the names of the files start with ${folder.path}/`];
  return mapped([shellTask(content, call, taskIdIn(scope, name), scope)], [...differs, ...named]);
}

/** An Ant pattern as `outputFiles` writes it: a folder with `/` after it is all that it contains. */
function outputPattern(pattern: string): string | undefined {
  const path = pattern.replace(/^(?:\.\/)+/, '').replace(/\/$/, '/**');
  const isInside = !path.startsWith('/') && !path.split('/').includes('..');
  return isInside && /^(?:[\w .*?/@+=,~#%&:$()-]|\{\{ [\w.-]+ \}\})+$/.test(path) ? path : undefined;
}

const stash: StepHandler = (given, scope) => {
  const name = constantText(given, 'name', scope);
  if (name === undefined) return { byHand: 'its name is computed' };
  stashesOf(scope.job).set(name, { place: placeOf(scope), end: given.call.end });
  const includes = given.named.get('includes');
  // After an approval, another build goes on in an empty workspace with the files that were kept.
  if (includes !== undefined && /\binput\b/.test(scope.job.source)) {
    const kept = keep(includes, given, scope, ['its files are kept with the execution', oneWorkspace]);
    if (!('byHand' in kept)) return kept;
  }
  return mapped([], [oneWorkspace]);
};

const oneWorkspace =
  'the tasks of a flow share one workspace, so nothing is copied, and files that change or go in between are not restored';

const unstash: StepHandler = (given, scope) => {
  const name = constantText(given, 'name', scope);
  const stashed = name === undefined ? undefined : stashesOf(scope.job).get(name);
  if (stashed === undefined) return { byHand: 'no stash with its name was mapped before it' };
  if (stashed.place !== placeOf(scope))
    return { byHand: 'its files are in the workspace of another agent or folder, and a flow does not copy them' };
  if (/\b(?:deleteDir|cleanWs)\b/.test(scope.job.source.slice(stashed.end, given.call.start)))
    return { byHand: 'the workspace is emptied before it, and a flow keeps no copy of its files' };
  return mapped([], [oneWorkspace]);
};

/** Where the stashes of a job have their files, by their names. */
const stashes = new WeakMap<JobMapping, Map<string, Stash>>();

interface Stash {
  readonly place: string;
  /** The end of its step in the source. */
  readonly end: number;
}

function stashesOf(job: JobMapping): Map<string, Stash> {
  const known = stashes.get(job) ?? new Map<string, Stash>();
  stashes.set(job, known);
  return known;
}

const placeOf = ({ workspace, workerGroup, folder }: Scope) =>
  JSON.stringify([workspace ?? workerGroup ?? '', folder?.path ?? '']);

const writeFile: StepHandler = (given, scope) => {
  const encoding = constant(given, 'encoding', scope);
  if (given.named.has('encoding') && !/^(?:utf-?8)?$/i.test(String(encoding)))
    return { byHand: 'a task writes files in UTF-8' };
  const [file, content] = [given.named.get('file'), given.named.get('text')];
  if (file === undefined || content === undefined) return { byHand: 'it has no file or no text' };
  const path = shellWordOf(file, scope);
  if ('byHand' in path) return path;
  const written = contentOf(content, path.text, scope);
  if ('byHand' in written) return written;
  const folder =
    path.text.includes('/') || path.text.includes('{{') ? [`mkdir -p -- "$(dirname ${pathArgument(path.text)})"`] : [];
  const script = [...folder, written.text].join('\n');
  const task = shellTask({ script }, given.call, taskIdIn(scope, 'write-file'), onAgent(scope));
  return mapped([task], [...path.differs, ...written.differs]);
};

/**
 * The command that writes exactly a text to a file.
 * @param file its path as a word of the shell
 */
function contentOf(
  content: Expression,
  file: string,
  scope: Scope,
): { text: string; differs: readonly string[] } | ByHand {
  const value = constantOf(content, scope);
  const literal = typeof value === 'string' ? addLiteral('', value) : undefined;
  if (literal !== undefined && literal.includes('\n') && literal.endsWith('\n') && !/^END$/m.test(literal))
    return { text: `cat > ${file} <<'END'\n${literal}END`, differs: [] };
  if (literal !== undefined)
    return { text: `printf '%s' '${literal.replaceAll("'", String.raw`'\''`)}' > ${file}`, differs: [] };
  const word = shellWordOf(content, scope);
  return 'byHand' in word ? word : { text: `printf '%s' ${word.text} > ${file}`, differs: word.differs };
}

const archiver: StepConstruct = {
  main: 'artifacts',
  arguments:
    'artifacts excludes allowEmptyArchive fingerprint onlyIfSuccessful caseSensitive defaultExcludes followSymlinks',
  map: archiveArtifacts,
};

const testResults: StepConstruct = {
  main: 'testResults',
  arguments:
    'allowEmptyResults checksName healthScaleFactor keepLongStdio keepProperties keepTestNames skipMarkingBuildUnstable ' +
    'skipOldReports skipPublishingChecks stdioRetention testDataPublishers testResults',
  map: junit,
};

const olderSteps: StepTable = { ArtifactArchiver: archiver, JUnitResultArchiver: testResults };

export const fileSteps: StepTable = {
  archiveArtifacts: archiver,
  junit: testResults,
  publishHTML: { main: 'target', map: publishHTML },
  step: { main: 'delegate', map: step },
  stash: { main: 'name', arguments: 'name includes excludes allowEmpty useDefaultExcludes', map: stash },
  unstash: { main: 'name', arguments: 'name', map: unstash },
  writeFile: { arguments: 'file text encoding', map: writeFile },
};
