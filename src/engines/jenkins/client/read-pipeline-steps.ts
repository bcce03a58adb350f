import { JenkinsError } from './jenkins-error.ts';
import type { CallOptions, PipelineStep } from './jenkins-gateway.ts';
import type { JenkinsRequests } from './jenkins-requests.ts';

/** As `JenkinsGateway.pipelineSteps`: from the page that the workflow-cps plugin provides for each build. */
export async function readPipelineSteps(
  requests: JenkinsRequests,
  build: string,
  { signal }: CallOptions,
): Promise<readonly PipelineStep[] | undefined> {
  try {
    const page = await requests.get({ path: `${build}/threadDump/`, signal });
    return innermostSteps(page.bytes.toString('utf8'));
  } catch (error) {
    if (error instanceof JenkinsError && (error.kind === 'not-found' || error.kind === 'forbidden')) return undefined;
    throw error;
  }
}

export function innermostSteps(page: string): readonly PipelineStep[] | undefined {
  const dump = /<pre[^>]*>([^]*?)<\/pre>/.exec(page)?.[1];
  if (dump === undefined) return undefined;
  const threads = [...dump.matchAll(/^Thread #\d+.*\n((?:\s+at .*(?:\n|$))+)/gm)].map(([, frames = '']) => frames);
  return threads.length === 0 ? undefined : threads.map(stepOf);
}

/** @param frames `at DSL.sh(awaiting process completion)`, `at DSL.stage(Native Method)`, or lines of Groovy */
function stepOf(frames: string): PipelineStep {
  const [, innermost = ''] = /^\s+at (.*)/.exec(frames) ?? [];
  const [, name, status] = /^DSL\.(\w+)\((.*)\)$/.exec(plainText(innermost)) ?? [];
  return {
    name,
    status: status === 'Native Method' ? undefined : status,
    isWithoutExecutor: /^\s+at DSL\.node\(.*neither running nor scheduled/m.test(frames),
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
