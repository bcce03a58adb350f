import type { FlowsApi } from '../flows/open-flows.ts';
import type { Ability } from '../parts/ability.ts';
import type { Parts } from '../parts/parts.ts';
import type { RecordsApi } from '../records/open-records.ts';
import { ArtifactService } from './artifact-service.ts';
import { ExecutionFiles } from './execution-files.ts';
import { FileService } from './file-service.ts';
import { KeptFiles } from './kept-files.ts';

export type FilesApi = ReturnType<typeof openFiles>['api'];

/** The files that executions get, keep and leave. */
export function openFiles(
  parts: Parts,
  { flows, executions }: Pick<FlowsApi, 'flows'> & Pick<RecordsApi, 'executions'>,
) {
  const { settings, ports, files, engines, now } = parts;
  const { agentUrl } = settings;
  const needsAgentUrl = engines.current?.downloadsFiles !== false;
  return {
    api: {
      files: new FileService({ ...files, flows, limit: settings.limits.uploadBytes, now }),
      executionFiles: new ExecutionFiles({ ...ports, ...files, agentUrl, needsAgentUrl }),
      keptFiles: new KeptFiles({ ...ports, engines }),
      artifacts: new ArtifactService({ executions, engines, archive: ports.archive }),
    },
  } satisfies Ability;
}
