import type { JobImportService } from '../../services/flows/job-import-service.ts';
import { callerOf } from '../identity/require-identity.ts';
import type { OperationHandlers } from '../operation.ts';

/** Flows from jobs of Jenkins. */
export function jobImportHandlers(imports: JobImportService) {
  return {
    importJenkinsfile: async (request, response) => {
      const { source, namespace = 'imported', id = 'job', mapping = {} } = request.body;
      response.json(await imports.import({ text: source, key: { namespace, id }, rules: mapping }, callerOf(response)));
    },
  } satisfies Partial<OperationHandlers>;
}
