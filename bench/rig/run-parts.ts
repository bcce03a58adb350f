import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { packageRoot } from '../../src/base/config/package-root.ts';
import { messageOf } from '../../src/base/problem/message-of.ts';
import { inCell, markdownTable, PartReport, type Part } from './part.ts';

export interface RunOptions {
  /** Its name in bench. */
  readonly page: string;
  /** Its text above the sections. */
  readonly head: string;
  /** Whether a run of some parts replaces their sections; a run of all parts always does. */
  readonly keepsParts: boolean;
  /** By default, the words on the command line. */
  readonly args?: readonly string[];
  /** Called at the end. */
  readonly close?: () => Promise<void>;
}

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** Runs the named parts, by default all, writes their sections and exits. */
export async function runParts(
  parts: readonly Part[],
  { page, head, keepsParts, args = process.argv.slice(2), close }: RunOptions,
): Promise<never> {
  const named = parts.filter(({ name }) => args.includes(name));
  const words = args.filter((word) => !parts.some(({ name }) => name === word));
  if (named.length === 0 && words.length > 0) {
    print(`Unknown part ${words.join(', ')}; the parts are ${parts.map(({ name }) => name).join(', ')}`);
    await close?.();
    process.exit(1);
  }
  let [passed, failed, skipped] = [0, 0, 0];
  for (const part of named.length > 0 ? named : parts) {
    const report = await runPart(part, words);
    if (named.length === 0 || keepsParts) writeSection(join(packageRoot(), 'bench', page), head, part, report);
    passed += report.checks.length - report.failures.length;
    failed += report.failures.length;
    skipped += report.skipped.length;
  }
  await close?.();
  print(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  process.exit(failed > 0 ? 1 : 0); // even if connections are still open
}

async function runPart(part: Part, words: readonly string[]): Promise<PartReport> {
  print(`${part.name}: ${part.description}`);
  const report = new PartReport(print);
  const start = performance.now();
  await part
    .run(report, words)
    .then(() => report.check('runs to its end'))
    .catch((error: unknown) =>
      report.check('runs to its end', error instanceof Error ? (error.stack ?? error.message) : messageOf(error)),
    );
  report.figure('took', `${((performance.now() - start) / 1000).toFixed(0)} s`);
  return report;
}

/** Writes the section of a part and replaces an older one; the other parts keep theirs. */
function writeSection(page: string, head: string, part: Part, report: PartReport): void {
  const section = sectionOf(part, report);
  const heading = section.slice(0, section.indexOf('\n'));
  const [, ...sections] = (existsSync(page) ? readFileSync(page, 'utf8') : '').split(/^(?=## )/m);
  const others = sections.map((each) => each.trimEnd());
  const place = others.findIndex((each) => each === heading || each.startsWith(`${heading}\n`));
  others.splice(place === -1 ? others.length : place, place === -1 ? 0 : 1, section);
  writeFileSync(page, `${head.trimEnd()}\n\n${others.join('\n\n')}\n`);
}

/** Load increases ratios too, so each section says how busy the machine was. */
function sectionOf({ name, title = name, description }: Part, report: PartReport): string {
  const { checks, failures, figures, skipped, blocks } = report;
  const when = `${new Date().toISOString().slice(0, 10)}, Node.js ${process.versions.node}, ${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}`;
  const problems = [
    ...failures.map((check) => `- failed: ${check.name}: ${inCell(firstLine(check.failure ?? '')).slice(0, 300)}`),
    ...skipped.map((reason) => `- skipped: ${reason}`),
  ];
  return [
    `## ${title}`,
    description,
    `${when}: ${checks.length - failures.length} passed, ${failures.length} failed.`,
    ...(figures.length > 0 ? [markdownTable(' | ', figures)] : []),
    ...blocks,
    ...(problems.length > 0 ? [problems.join('\n')] : []),
  ].join('\n\n');
}

/** The first line of a failure, without the folder of the clone. */
function firstLine(failure: string): string {
  return (failure.split('\n')[0] ?? '').replaceAll(`${packageRoot()}/`, '');
}
