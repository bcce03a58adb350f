import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { SecretMask } from '../../src/base/masking/secret-mask.ts';
import { bold, type Cell, type Part } from '../rig/part.ts';
import { cpuTimeOf } from '../rig/statistics.ts';
import { heldGoal } from './measure-loop.ts';

interface MaskingCase {
  readonly name: string;
  readonly secrets: readonly string[];
  readonly text: string;
}

const textLength = 8_000_000;
const repeated = (piece: string, length = textLength): string => piece.repeat(Math.ceil(length / piece.length));
const list = (length: number, item: (index: number) => string) => Array.from({ length }, (_, index) => item(index));
const ordinary = list(
  100_000,
  (line) => `2026-01-02T03:04:05 INFO compiled src/module-${line}.ts in ${line % 97} ms\n`,
);
const near = 'x'.repeat(90_000);
const token = 'ghp_0123456789abcdefghijABCDEFGHIJ0123456789';

const cases: readonly MaskingCase[] = [
  { name: 'a token; an ordinary log', secrets: ['s3cr3t-t0ken-0123456789'], text: ordinary.join('') },
  {
    name: '20 tokens; an ordinary log',
    secrets: list(20, (index) => `ghp_${index}aB3dE5fG7hI9jK1lM3n`),
    text: ordinary.join(''),
  },
  { name: 'a short secret; an ordinary log', secrets: ['7'], text: ordinary.join('') },
  { name: '90,000 × x and a y; only x', secrets: [`${near}y`], text: repeated('x') },
  { name: 'the same and xxx; only x', secrets: [`${near}y`, 'xxx'], text: repeated('x') },
  {
    name: '200 secrets that begin with each other; only x',
    secrets: list(200, (index) => 'x'.repeat(50 * index + 3)),
    text: repeated('x'),
  },
  {
    name: '200 secrets that differ at their ends; their beginning',
    secrets: list(200, (index) => `${'ab'.repeat(2500)}${String.fromCodePoint(0x4e00 + index)}`),
    text: repeated('ab'),
  },
  {
    name: '200 secrets that differ at their beginnings; their ends',
    secrets: list(200, (index) => `${String.fromCodePoint(0x4e00 + index)}${'ab'.repeat(2500)}`),
    text: repeated('ab'),
  },
  {
    name: '90,000 × NUL; base64 in lines',
    secrets: [`${'\0'.repeat(90_000)}y`],
    text: repeated(`${'A'.repeat(76)}\n`),
  },
  {
    name: '90,000 × NUL; base64 in words and lines',
    secrets: [`${'\0'.repeat(90_000)}y`],
    text: repeated(`A A AA A+A ${'A'.repeat(40)} " +\n`),
  },
  {
    name: '4 kB; its base64 in other lines, with an indent',
    secrets: [token.repeat(90)],
    text: repeated(
      list(
        300,
        (line) =>
          `    ${Buffer.from(token.repeat(20))
            .toString('base64')
            .slice(line, line + 76)}\n`,
      ).join(''),
    ),
  },
  {
    name: '1 MiB of lines with characters to escape; the same',
    secrets: list(11, (secret) => list(200, (line) => `"${secret} ${line}${`é<'\\n`.repeat(40)}`).join('\n')),
    text: repeated(`é<'\\n`),
  },
];

/** Masks ordinary and hostile secrets. */
export const masking: Part = {
  name: 'masking',
  title: 'Masking',
  description: `CPU time to prepare the search for the secrets of an execution, and to mask a text of 8 MB; the goal is that no secrets
make it slower than 1 MB/s, and that it blocks the event loop for at most ${heldGoal} ms, in wall-clock time, which includes other
programs.`,
  run: async (report) => {
    await measure(cases[0]!); // warms up
    const rows = [];
    for (const each of cases) rows.push(await measure(each));
    report.table('secrets; text | preparation (ms) | speed (MB/s) | blocks the loop (ms) | memory (MB)', rows);
  },
};

async function measure({ name, secrets, text }: MaskingCase): Promise<readonly Cell[]> {
  const before = process.memoryUsage().arrayBuffers;
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const mask = new SecretMask(secrets);
  const preparation = await cpuTimeOf(() => mask.prepare());
  const memory = process.memoryUsage().arrayBuffers - before;
  const time = await cpuTimeOf(() => mask.applyInTurns(text));
  await pause(5);
  delay.disable();
  const megabytes = Math.max(0, memory) / 1e6;
  return [
    name,
    preparation.toFixed(0),
    bold(text.length / 1000 / time, 1),
    (delay.max / 1e6).toFixed(0),
    megabytes.toFixed(0),
  ];
}
