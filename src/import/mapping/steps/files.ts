import type { Expression } from '../../groovy/syntax.ts';
import { constantOf } from '../constant-of.ts';
import type { ByHand } from '../draft-task.ts';
import { addLiteral } from '../literal-text.ts';
import type { Mapping, Step, StepHandler } from '../mapping.ts';
import type { Mapped, Scope } from '../scope.ts';
import { shellWordOf } from '../shell-of.ts';
import { textOf } from '../text-of.ts';
import { pathArgument } from './path-argument.ts';
import { constant, flag, isByHand, mapped, stepId, text } from './reading.ts';
import { shellTask, withoutContainer } from './shell-task.ts';
import { entriesOf, otherArguments } from './to-step.ts';

const archiveArtifacts: StepHandler = (step, scope, mapping) => {
  const known = ['artifacts', 'excludes', 'allowEmptyArchive', 'fingerprint', 'onlyIfSuccessful', 'caseSensitive'];
  const other = otherArguments(step, [...known, 'defaultExcludes', 'followSymlinks']);
  if (other !== undefined) return other;
  const { differs: excludes } = excluded(step, scope);
  return keep(step.named.get('artifacts'), step, scope, mapping, [
    ...(flag(step, 'allowEmptyArchive', scope, false) === true
      ? []
      : ['a pattern that matches no file does not fail the build']),
    ...excludes,
    ...(flag(step, 'fingerprint', scope, false) === false ? [] : ['no fingerprints are recorded']),
    ...(flag(step, 'onlyIfSuccessful', scope, false) === false ? [] : ['files are kept whatever the result']),
    ...(flag(step, 'caseSensitive', scope, true) === true ? [] : ['patterns are case-sensitive']),
  ]);
};

function excluded(step: Step, scope: Scope): { readonly differs: readonly string[] } {
  if (!step.named.has('excludes') || constant(step, 'excludes', scope) === '') return { differs: [] };
  return { differs: ['files that it excludes are kept too'] };
}

const junit: StepHandler = (step, scope, mapping) => {
  const known = [
    'allowEmptyResults',
    'checksName',
    'healthScaleFactor',
    'keepLongStdio',
    'keepProperties',
    'keepTestNames',
    'skipMarkingBuildUnstable',
    'skipOldReports',
    'skipPublishingChecks',
    'stdioRetention',
    'testDataPublishers',
    'testResults',
  ];
  return (
    otherArguments(step, known) ??
    keep(step.named.get('testResults'), step, scope, mapping, [
      'test results are kept as files and not evaluated, so failed tests do not make the build unstable',
    ])
  );
};

const publishHTML: StepHandler = (step, scope, mapping) => {
  const target = entriesOf(step.named.get('target')) ?? step.named;
  const folder = target.get('reportDir');
  const path = folder === undefined ? undefined : constantOf(folder, scope);
  if (typeof path !== 'string' || path === '') return { byHand: 'the folder of its report is not constant' };
  const files = `${path.replace(/(?<!\/)\/+$/, '')}/**`;
  return keepPatterns([files], step, scope, mapping, ['the report is kept as files, without a page in the console']);
};

/** `step([$class: 'ArtifactArchiver', ...])`: the older form of steps. */
const step: StepHandler = (older, scope, mapping) => {
  const entries = entriesOf(older.named.get('delegate'));
  const kind = entries?.get('$class');
  const name = kind?.kind === 'literal' ? String(kind.value).replace(/^.*\./, '') : '';
  const handler = Object.hasOwn(olderSteps, name) ? olderSteps[name] : undefined;
  if (entries === undefined || handler === undefined)
    return { byHand: `the import does not know the build step ${name}`.trimEnd() };
  const named = new Map([...entries].filter(([key]) => key !== '$class'));
  return handler({ ...older, positional: [], named }, scope, mapping);
};

const olderSteps: Readonly<Record<string, StepHandler>> = {
  ArtifactArchiver: archiveArtifacts,
  JUnitResultArchiver: junit,
};

/** Keeps the files of Ant patterns that are separated by commas. */
function keep(
  patterns: Expression | undefined,
  given: Step,
  scope: Scope,
  mapping: Mapping,
  differs: readonly string[],
): Mapped | ByHand {
  if (patterns === undefined) return { byHand: 'it specifies no files' };
  const written = textOf(patterns, scope);
  if (isByHand(written)) return written;
  const items = written.text.split(',').map((item) => item.trim());
  return keepPatterns(
    items.filter((item) => item !== ''),
    given,
    scope,
    mapping,
    [...written.differs, ...differs],
  );
}

function keepPatterns(
  patterns: readonly string[],
  { call, name }: Step,
  scope: Scope,
  mapping: Mapping,
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
  return mapped([shellTask(content, call, stepId(mapping, scope, name), scope)], [...differs, ...named]);
}

/** An Ant pattern as `outputFiles` writes it: a folder with `/` after it is all that it contains. */
function outputPattern(pattern: string): string | undefined {
  const path = pattern.replace(/^(?:\.\/)+/, '').replace(/\/$/, '/**');
  const isInside = !path.startsWith('/') && !path.split('/').includes('..');
  return isInside && /^(?:[\w .*?/@+=,~#%&:$()-]|\{\{ [\w.-]+ \}\})+$/.test(path) ? path : undefined;
}

const stash: StepHandler = (step_, scope, mapping) => {
  const other = otherArguments(step_, ['name', 'includes', 'excludes', 'allowEmpty', 'useDefaultExcludes']);
  if (other !== undefined) return other;
  const name = text(step_, 'name', scope);
  if (name === undefined) return { byHand: 'its name is computed' };
  stashesOf(mapping).set(name, { place: placeOf(scope), end: step_.call.end });
  const includes = step_.named.get('includes');
  // After an approval, another build goes on in an empty workspace with the files that were kept.
  if (includes !== undefined && /\binput\b/.test(mapping.source)) {
    const kept = keep(includes, step_, scope, mapping, ['its files are kept with the execution', oneWorkspace]);
    if (!isByHand(kept)) return kept;
  }
  return mapped([], [oneWorkspace]);
};

const oneWorkspace =
  'the tasks of a flow share one workspace, so nothing is copied, and files that change or go in between are not restored';

const unstash: StepHandler = (step_, scope, mapping) => {
  const other = otherArguments(step_, ['name']);
  if (other !== undefined) return other;
  const name = text(step_, 'name', scope);
  const stashed = name === undefined ? undefined : stashesOf(mapping).get(name);
  if (stashed === undefined) return { byHand: 'no stash with its name was mapped before it' };
  if (stashed.place !== placeOf(scope))
    return { byHand: 'its files are in the workspace of another agent or folder, and a flow does not copy them' };
  if (/\b(?:deleteDir|cleanWs)\b/.test(mapping.source.slice(stashed.end, step_.call.start)))
    return { byHand: 'the workspace is emptied before it, and a flow keeps no copy of its files' };
  return mapped([], [oneWorkspace]);
};

/** Where the stashes of a job have their files, by their names. */
const stashes = new WeakMap<Mapping, Map<string, Stash>>();

interface Stash {
  readonly place: string;
  /** The end of its step in the source. */
  readonly end: number;
}

function stashesOf(mapping: Mapping): Map<string, Stash> {
  const known = stashes.get(mapping) ?? new Map<string, Stash>();
  stashes.set(mapping, known);
  return known;
}

const placeOf = ({ workspace, workerGroup, folder }: Scope) =>
  JSON.stringify([workspace ?? workerGroup ?? '', folder?.path ?? '']);

const writeFile: StepHandler = (given, scope, mapping) => {
  const other = otherArguments(given, ['file', 'text', 'encoding']);
  if (other !== undefined) return other;
  const encoding = constant(given, 'encoding', scope);
  if (given.named.has('encoding') && !/^(?:utf-?8)?$/i.test(String(encoding)))
    return { byHand: 'a task writes files in UTF-8' };
  const [file, content] = [given.named.get('file'), given.named.get('text')];
  if (file === undefined || content === undefined) return { byHand: 'it has no file or no text' };
  const path = shellWordOf(file, scope);
  if (isByHand(path)) return path;
  const written = contentOf(content, path.text, scope);
  if (isByHand(written)) return written;
  const folder =
    path.text.includes('/') || path.text.includes('{{') ? [`mkdir -p -- "$(dirname ${pathArgument(path.text)})"`] : [];
  const script = [...folder, written.text].join('\n');
  const task = shellTask({ script }, given.call, stepId(mapping, scope, 'write-file'), withoutContainer(scope));
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
  return isByHand(word) ? word : { text: `printf '%s' ${word.text} > ${file}`, differs: word.differs };
}

export const fileHandlers: Readonly<Record<string, StepHandler>> = {
  archiveArtifacts,
  junit,
  publishHTML,
  step,
  stash,
  unstash,
  writeFile,
};
