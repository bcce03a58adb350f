import { messageOf } from '../../src/problem/message-of.ts';
import { attacks } from './attacks.ts';
import { diskFull } from './disk-full.ts';
import { PartReport, type HardPart } from './hard-part.ts';
import { kills } from './kills.ts';
import { masking } from './masking.ts';
import { mutations } from './mutations.ts';
import { nearLimit } from './near-limit.ts';
import { writeSection } from './report-page.ts';
import { receivers } from './receivers.ts';
import { schemathesis } from './schemathesis.ts';
import { soak } from './soak.ts';
import { storeFull } from './store-full.ts';
import { tenancy } from './tenancy.ts';

const parts: readonly HardPart[] = [
  attacks,
  masking,
  tenancy,
  nearLimit,
  schemathesis,
  mutations,
  kills,
  receivers,
  diskFull,
  storeFull,
  soak,
];

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const named = process.argv.slice(2);
const unknown = named.filter((name) => !parts.some((part) => part.name === name));
if (unknown.length > 0) {
  print(`Unknown part ${unknown.join(', ')}; the parts are ${parts.map(({ name }) => name).join(', ')}`);
  process.exit(1);
}

let [passed, failed, skipped] = [0, 0, 0];
for (const part of parts.filter(({ name }) => named.length === 0 || named.includes(name))) {
  const report = await runPart(part);
  passed += report.checks.length - report.failures.length;
  failed += report.failures.length;
  skipped += report.skipped.length;
}
print(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exit(failed > 0 ? 1 : 0); // even if connections are still open

async function runPart(part: HardPart): Promise<PartReport> {
  print(`${part.name}: ${part.description}`);
  const report = new PartReport(print);
  const start = performance.now();
  await part
    .run(report)
    .catch((error: unknown) =>
      report.check('runs to its end', error instanceof Error ? (error.stack ?? error.message) : messageOf(error)),
    );
  report.figure('took', `${((performance.now() - start) / 1000).toFixed(0)} s`);
  writeSection(part, report); // after each part, so that a hanging part does not lose the results of the others
  return report;
}
