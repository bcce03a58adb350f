import { ownEntry } from '../../base/text/own-entry.ts';
import { callAt, mapAt, statementOf } from '../groovy/make-tree.ts';
import type { Call } from '../groovy/syntax.ts';
import { simpleName, textAt, unknownCall, type ConfigElement } from './config-element.ts';
import type { PostCondition } from './pipeline.ts';

/** Reads the publishers, which run after the steps whatever became of them, in the order in which they run. */
export function readPublishers(publishers: ConfigElement | undefined): readonly PostCondition[] {
  return (publishers?.children ?? [])
    .flatMap((element) => {
      const { start, end } = element;
      return readPublisher(element).map(({ conditions, calls }) =>
        conditions.map((condition) => ({ condition, steps: calls.map(statementOf), start, end })),
      );
    })
    .flat();
}

interface Publisher {
  readonly conditions: readonly string[];
  readonly calls: readonly Call[];
}

function readPublisher(element: ConfigElement): readonly Publisher[] {
  const name = simpleName(element.name);
  if (name === 'BuildTrigger') return readBuildTrigger(element);
  if (name === 'WsCleanup') return [{ conditions: ['cleanup'], calls: [readCleanup(element)] }];
  return [{ conditions: ['always'], calls: [ownEntry(readers, name)?.(element) ?? unknownCall(element)] }];
}

const readers: Readonly<Record<string, (element: ConfigElement) => Call>> = {
  ArtifactArchiver: (element) =>
    callAt(element, 'archiveArtifacts', {
      artifacts: textAt(element, 'artifacts') ?? '',
      excludes: textAt(element, 'excludes'),
      allowEmptyArchive: trueAt(element, 'allowEmptyArchive'),
      onlyIfSuccessful: trueAt(element, 'onlyIfSuccessful'),
      fingerprint: trueAt(element, 'fingerprint'),
      defaultExcludes: falseAt(element, 'defaultExcludes'),
      caseSensitive: falseAt(element, 'caseSensitive'),
    }),
  JUnitResultArchiver: (element) =>
    callAt(element, 'junit', {
      testResults: textAt(element, 'testResults') ?? '',
      allowEmptyResults: trueAt(element, 'allowEmptyResults'),
      keepLongStdio: trueAt(element, 'keepLongStdio'),
    }),
  Mailer: readMailer,
};

/** As pipelines call it: the step `mail` sends always, and this one only after failures and the first success. */
function readMailer(element: ConfigElement): Call {
  const settings = mapAt(element, {
    $class: 'Mailer',
    recipients: textAt(element, 'recipients') ?? '',
    notifyEveryUnstableBuild: textAt(element, 'dontNotifyEveryUnstableBuild') !== 'true',
    sendToIndividuals: textAt(element, 'sendToIndividuals') === 'true',
  });
  return callAt(element, 'step', {}, settings);
}

/** The result from which on the other jobs are started, and the results that are as good. */
const thresholds: Readonly<Record<string, readonly string[]>> = {
  SUCCESS: ['success'],
  UNSTABLE: ['success', 'unstable'],
  FAILURE: ['success', 'unstable', 'failure'],
};

function readBuildTrigger(element: ConfigElement): readonly Publisher[] {
  const jobs = (textAt(element, 'childProjects') ?? '').split(',').map((job) => job.trim());
  const conditions = ownEntry(thresholds, textAt(element, 'threshold', 'name') ?? 'SUCCESS');
  if (conditions === undefined) return [{ conditions: ['always'], calls: [unknownCall(element)] }];
  const calls = jobs.filter((job) => job !== '').map((job) => callAt(element, 'build', { job, wait: false }));
  return [{ conditions, calls }];
}

/** Without conditions and patterns it deletes the whole workspace, as the step without arguments does. */
function readCleanup(element: ConfigElement): Call {
  const isPlain = element.children.every(
    ({ name, children, text }) =>
      children.length === 0 && (text.trim() === '' || text.trim() === ownEntry(cleanupDefaults, name)),
  );
  return isPlain ? callAt(element, 'cleanWs', {}) : unknownCall(element);
}

const cleanupDefaults: Readonly<Record<string, string>> = {
  deleteDirs: 'false',
  skipWhenFailed: 'false',
  cleanWhenSuccess: 'true',
  cleanWhenUnstable: 'true',
  cleanWhenFailure: 'true',
  cleanWhenNotBuilt: 'true',
  cleanWhenAborted: 'true',
  notFailBuild: 'false',
  cleanupMatrixParent: 'false',
  disableDeferredWipeout: 'false',
};

function trueAt(element: ConfigElement, name: string): true | undefined {
  return textAt(element, name) === 'true' ? true : undefined;
}

function falseAt(element: ConfigElement, name: string): false | undefined {
  return textAt(element, name) === 'false' ? false : undefined;
}
