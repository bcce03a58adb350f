import type { CallOptions, PipelineStep } from './jenkins-gateway.ts';
import { JenkinsError } from './jenkins-error.ts';
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
  const frames = [...dump.matchAll(/^Thread #\d+.*\n\s+at (.*)$/gm)].map(([, frame = '']) => plainText(frame));
  return frames.length === 0 ? undefined : frames.map(stepOf);
}

/** @param frame `DSL.sh(awaiting process completion)`, `DSL.stage(Native Method)`, or a line of Groovy */
function stepOf(frame: string): PipelineStep {
  const [, name, status] = /^DSL\.(\w+)\((.*)\)$/.exec(frame) ?? [];
  return { name, status: status === 'Native Method' ? undefined : status };
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
