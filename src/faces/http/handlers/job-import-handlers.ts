import type { JobImportService } from '../../../abilities/flows/job-import-service.ts';
import { callerOf } from '../identity/require-identity.ts';
import type { OperationHandlers } from '../operation.ts';
import { bodyTooLarge } from '../request/body-problem.ts';
import type { BodyLimits } from '../request/read-body.ts';

/** Flows from jobs of Jenkins. */
export function jobImportHandlers(imports: JobImportService, { flowBytes }: BodyLimits) {
  return {
    importJenkinsfile: async (request, response) => {
      const { source, namespace = 'imported', id = 'job', mapping = {} } = request.body;
      if (Buffer.byteLength(source) > flowBytes) throw bodyTooLarge('The source', flowBytes);
      response.json(await imports.import({ text: source, key: { namespace, id }, rules: mapping }, callerOf(response)));
    },
  } satisfies Partial<OperationHandlers>;
}
