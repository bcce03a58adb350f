import { JenkinsError } from './jenkins-error.ts';
import type { CallOptions, PipelineStep } from './jenkins-gateway.ts';
import type { JenkinsRequests } from './jenkins-requests.ts';

// Several hundred parallel branches.
const maxPageLength = 1024 * 1024;

/** As `JenkinsGateway.pipelineSteps`: from the page that the workflow-cps plugin provides for each build. */
export async function readPipelineSteps(
  requests: JenkinsRequests,
  build: string,
  { signal }: CallOptions,
): Promise<readonly PipelineStep[] | undefined> {
  try {
    const page = await requests.get({ path: `${build}/threadDump/`, signal }, maxPageLength);
    return innermostSteps(page.bytes.toString('utf8'));
  } catch (error) {
    if (error instanceof JenkinsError && (error.kind === 'not-found' || error.kind === 'forbidden')) return undefined;
    throw error;
  }
}

export function innermostSteps(page: string): readonly PipelineStep[] | undefined {
  // The lines of a job's author are in it: each step takes time in proportion to its length.
  const start = page.indexOf('<pre');
  const end = page.indexOf('</pre>', start);
  if (start < 0 || end < 0) return undefined;
  const dump = page.slice(page.indexOf('>', start) + 1, end);
  const threads = [...dump.matchAll(/^Thread #\d+.*\n((?:[ \t]+at .*(?:\n|$))+)/gm)].map(([, frames = '']) => frames);
  return threads.length === 0 ? undefined : threads.map(stepOf);
}

/** @param frames `at DSL.sh(awaiting process completion)`, `at DSL.stage(Native Method)`, or lines of Groovy */
function stepOf(frames: string): PipelineStep {
  const [, innermost = ''] = /^[ \t]+at (.*)/.exec(frames) ?? [];
  const [, name, status] = /^DSL\.(\w+)\((.*)\)$/.exec(plainText(innermost)) ?? [];
  return {
    name,
    status: status === 'Native Method' ? undefined : status,
    isWithoutExecutor: /^[ \t]+at DSL\.node\(.*neither running nor scheduled/m.test(frames),
  };
}

function plainText(html: string): string {
  return html
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#039;', "'")
    .replaceAll('&amp;', '&')
    .trim();
}
