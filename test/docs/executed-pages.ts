import { rmSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampleOf } from '../support/nightly.ts';
import { openPublicAddress, type PublicAddress } from '../support/public-address.ts';
import { temporaryFolder } from '../support/redis.ts';
import type { GatewayWithWorker } from '../support/running-gateway.ts';
import { fencedBlocks, readProjectFile } from './pages.ts';
import { comparable, runPage, stepsOf } from './run-page.ts';

/** The pages whose commands run flows, with the flows that must be stored before. */
const pages: readonly { readonly path: string; readonly stored: readonly string[] }[] = [
  { path: 'docs/tutorial/first-flow.md', stored: [] },
  { path: 'docs/how-to/run-flows.md', stored: fencedBlocks(readProjectFile('README.md'), 'yaml').slice(0, 1) },
  { path: 'docs/how-to/try-the-examples.md', stored: [] },
  { path: 'docs/how-to/start-flows-with-triggers.md', stored: [] },
];

export interface GatewayOfPages {
  /** @param recordings the folder of `FLOWGATE_ROSBAG_URL` */
  start(publicUrl: string, recordings: string): Promise<GatewayWithWorker>;
  /** Rewrites a flow before it is used. */
  rewrite?(flow: string): string;
  /** How many pages are tried outside of a nightly run; all by default. */
  readonly count?: number;
}

/** One suite for the stand-in and a real controller: the commands of the pages print what the pages show. */
export function executedPages({ start, rewrite = (flow) => flow, count = pages.length }: GatewayOfPages): void {
  const tried = new Set(sampleOf(pages, count));
  describe.each(pages.map((page) => ({ ...page, isTried: tried.has(page) })))('$path', ({ path, stored, isTried }) => {
    const page = readProjectFile(path);
    const steps = stepsOf(page).map((step, index) => ({ ...step, index }));
    let running: GatewayWithWorker;
    let address: PublicAddress;
    let folder: string;
    let printed: readonly string[];

    beforeAll(async () => {
      if (!isTried) return;
      folder = temporaryFolder();
      address = await openPublicAddress();
      running = await start(address.url, `file://${folder}/recordings`);
      address.serve(running.gateway.app as RequestListener);
      for (const flow of stored) await running.store(rewrite(flow));
      printed = await runPage(page, { folder, url: address.url, rewrite });
    }, 300_000);
    afterAll(async () => {
      if (!isTried) return;
      await address.close();
      await running.stop();
      rmSync(folder, { recursive: true, force: true });
    });

    test.runIf(isTried)('has its steps', () => {
      expect(steps.length).toBeGreaterThan(6);
    });

    test.runIf(isTried).each(steps.filter(({ output }) => output !== undefined))(
      'prints what it says: $commands',
      ({ output = '', index }) => {
        expect(comparable(printed[index] ?? '')).toBe(comparable(output));
      },
    );
  });
}
