import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { reportOf } from '../../../import/report/import-report.ts';
import { parseDuration } from '../../../language/flow/duration.ts';
import { flowName } from '../../../language/flow/flow-key.ts';
import type { ExitStatus } from '../exit-status.ts';
import { writeWhole } from '../files/write-whole.ts';
import { loadLanguage } from '../flows/load-language.ts';
import type { FlowFile } from '../flows/read-flow-file.ts';
import { reportContext } from '../problems/report-context.ts';
import { writeReportFiles } from '../problems/report-formats.ts';
import { UsageError, type Terminal } from '../terminal.ts';
import { Controller, withController } from './controller.ts';
import { FlowKeys } from './flow-key-for.ts';
import { importFormats, readReportChoice, type ReportChoice } from './import-formats.ts';
import type { ImportCommandOptions } from './import-options.ts';
import { Importer, type ImportedJob, type ImporterOptions } from './importer.ts';
import { controllerJob, controllerJobs, jobsAt, namedJobs, type JobSource } from './job-source.ts';
import { readMappingFile } from './mapping-file.ts';

type Options = ImportCommandOptions;

/**
 * Imports, audits or compares jobs.
 * @param read the only argument, if it is a file and was read already
 * @throws {UsageError}
 */
export async function runImport(
  words: readonly string[],
  options: Options,
  terminal: Terminal,
  read?: FlowFile,
): Promise<ExitStatus> {
  const { audit, compare, 'run-both': runBoth } = options;
  if ([audit !== undefined, compare, runBoth].filter(Boolean).length > 1)
    throw new UsageError('use one of --audit, --compare and --run-both.');
  if ((words.length === 0) === (audit === undefined)) throw new UsageError('specify either jobs or --audit.');
  const reports = readReportChoice(options.report);
  const isController = audit !== undefined && /^https?:\/\//i.test(audit);
  return withController(new Controller(isController ? audit : options.controller, terminal), async (controller) => {
    const importer = new Importer({
      language: await loadLanguage(terminal.environment),
      rules: options.mapping === undefined ? {} : await readMappingFile(options.mapping, terminal),
      repository: repositoryOf(options),
      keys: new FlowKeys(options),
      controller,
    });
    if (audit !== undefined) {
      const { auditJobs } = await import('./audit-jobs.ts');
      const sources = isController ? controllerJobs('', controller) : jobsAt(audit, terminal);
      return auditJobs(sources, { importer, reports }, terminal);
    }
    if (compare || runBoth) return proveJob(words, options, { importer, controller }, terminal);
    return importJobs(namedJobs(words, { controller, read }, terminal), { importer, reports, ...options }, terminal);
  });
}

/** @throws {UsageError} for a revision without a repository */
function repositoryOf({ repository: url, revision: branch }: Options): ImporterOptions['repository'] {
  if (url === undefined && branch !== undefined) throw new UsageError('--revision needs --repository.');
  return url === undefined ? undefined : { url, ...(branch !== undefined && { branch }) };
}

/** Compares a job of a controller with its flow. @throws {UsageError} if there is no such job */
async function proveJob(
  [name = '', ...others]: readonly string[],
  options: Options,
  { importer, controller }: { readonly importer: Importer; readonly controller: Controller },
  terminal: Terminal,
): Promise<ExitStatus> {
  if (others.length > 0) throw new UsageError('--compare and --run-both need one job.');
  const timeout = parseDuration(options.timeout ?? '30m');
  if (timeout === undefined) throw new UsageError('--timeout must be a duration, such as 90s, 30m or 2h.');
  const { found, imported } = await importer.import(controllerJob(name, controller.jobs));
  if (imported === undefined) throw new UsageError(`${name} cannot be compared: ${found.note ?? 'it has no flow'}.`);
  const { key, result } = imported;
  if (options.compare) {
    const { compareStages } = await import('./compare-stages.ts');
    return compareStages({ name, flow: result.flow }, controller.jobs, terminal);
  }
  const { runBoth } = await import('./run-both.ts');
  const { openConnection } = await import('../gateway/open-connection.ts');
  const deps = { jobs: controller.jobs, connection: openConnection(options, terminal) };
  return runBoth({ name, key, result, values: options, isForced: options.force, timeout }, deps, terminal);
}

interface ImportChoice extends Pick<Options, 'out' | 'force'> {
  readonly importer: Importer;
  readonly reports: ReportChoice;
}

/** Imports jobs; prints the flow of one, or writes those of all to a folder. */
async function importJobs(
  sources: AsyncIterable<JobSource>,
  { importer, reports, out, force }: ImportChoice,
  terminal: Terminal,
): Promise<ExitStatus> {
  const { stdout, stderr } = terminal;
  const jobs: ImportedJob[] = [];
  let isAnyKept = false;
  for await (const source of sources) {
    const job = await importer.import(source);
    jobs.push(job);
    const { found, imported } = job;
    if (imported === undefined) {
      if (found.kind !== 'folder') stderr.writeMessage(`${found.name}: ${found.note ?? 'there is nothing to import'}.`);
    } else if (out !== undefined) {
      const { key, result } = imported;
      const files = { [`${flowName(key)}.yaml`]: result.flow, [`${flowName(key)}.test.yaml`]: result.test };
      for (const [file, text] of Object.entries(files))
        isAnyKept = !(await writeNew(join(out, file), text, { isForced: force }, terminal)) || isAnyKept;
    }
  }
  const results = jobs.flatMap(({ imported }) => imported?.result ?? []);
  if (out === undefined && results.length > 1)
    throw new UsageError('several flows need a folder for the results; use --out.');
  if (out === undefined && results[0] !== undefined) stdout.writeDocument(results[0].flow);
  const context = reportContext(terminal);
  const shown = results.map(reportOf);
  (out === undefined ? stderr : stdout).write(importFormats[reports.printed](shown, context));
  await writeReportFiles(reports.files, (format) => importFormats[format](shown, context), terminal);
  if (jobs.some(({ found, imported }) => imported === undefined && found.kind !== 'folder') || results.length === 0)
    return 2;
  return isAnyKept || results.some(({ coverage }) => coverage.byHand > 0) ? 1 : 0;
}

/**
 * Writes a file in a folder that is created if necessary, and says so. Keeps a file with another content, which somebody may
 * have finished by hand, unless it is forced.
 * @returns whether the file has the content
 * @throws {UsageError} if it cannot be written
 */
async function writeNew(
  file: string,
  text: string,
  { isForced }: { readonly isForced: boolean },
  { workingDirectory, stderr }: Terminal,
): Promise<boolean> {
  const existing = await readFile(resolve(workingDirectory, file), 'utf8').catch(() => undefined);
  if (existing === text) return true;
  if (existing !== undefined && !isForced) {
    stderr.writeMessage(`kept ${file}, which is different; --force replaces it.`);
    return false;
  }
  await writeWhole(file, text, workingDirectory, { makesFolder: true });
  stderr.write(`wrote ${file}\n`);
  return true;
}
