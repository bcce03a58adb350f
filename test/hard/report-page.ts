import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { packageRoot } from '../../src/config/package-root.ts';
import type { HardPart, PartReport } from './hard-part.ts';

const page = join(packageRoot(), 'bench', 'HARD.md');

const head = `# Results of the hard suite

Written by \`npm run test:hard\`; each part says when it ran last, and on what. Its figures are those of one machine.
`;

/** Writes the section of a part to bench/HARD.md and replaces an older one; the other parts keep theirs. */
export function writeSection(part: HardPart, report: PartReport): void {
  const old = existsSync(page) ? readFileSync(page, 'utf8') : head;
  writeFileSync(page, withSection(old, sectionOf(part, report)));
}

/** Replaces the section with the same heading, or appends it. */
function withSection(old: string, section: string): string {
  const heading = section.slice(0, section.indexOf('\n'));
  const [top = '', ...sections] = old.split(/^(?=## )/m);
  const others = sections.map((each) => each.trimEnd());
  const place = others.findIndex((each) => each === heading || each.startsWith(`${heading}\n`));
  others.splice(place === -1 ? others.length : place, place === -1 ? 0 : 1, section.trimEnd());
  return `${top.trimEnd()}\n\n${others.join('\n\n')}\n`;
}

function sectionOf({ name, description }: HardPart, { checks, failures, figures, skipped }: PartReport): string {
  const when = `${new Date().toISOString().slice(0, 10)}, Node.js ${process.versions.node}, ${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}`;
  const rows = figures.map(([label, value]) => `| ${inCell(label)} | ${inCell(value)} |`);
  const lines = [
    `## ${name}`,
    '',
    description,
    '',
    `${when}: ${checks.length - failures.length} passed, ${failures.length} failed.`,
  ];
  if (rows.length > 0) lines.push('', '| | |', '|---|---|', ...rows);
  const failed = failures.map(
    (check) => `- failed: ${check.name}: ${inCell(check.failure?.split('\n')[0] ?? '').slice(0, 300)}`,
  );
  const left = skipped.map((reason) => `- skipped: ${reason}`);
  if (failed.length + left.length > 0) lines.push('', ...failed, ...left);
  return lines.join('\n');
}

function inCell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}
