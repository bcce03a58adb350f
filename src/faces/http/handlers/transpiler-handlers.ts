import type { Conversion, JenkinsfileService } from '../../../abilities/flows/jenkinsfile-service.ts';
import { AppError } from '../../../base/problem/app-error.ts';
import type { JsonObject } from '../../../base/text/json-value.ts';
import { didYouMean } from '../../../base/text/nearest-word.ts';
import { flowSchema } from '../../../language/task-types/flow-schema.ts';
import type { TaskRegistry } from '../../../language/task-types/task-registry.ts';
import { testSchema } from '../../../language/test-files/test-schema.ts';
import { callerOf } from '../identity/require-identity.ts';
import type { AnyRequest, OperationHandlers, OperationResponse } from '../operation.ts';
import { flowKey } from '../request/request-values.ts';
import { negotiate } from '../response/negotiate.ts';
import { convertibilityOnWire } from '../response/wire-flow.ts';

/** Conversion of flows to Jenkinsfiles, and the task types. */
export function transpilerHandlers(jenkinsfiles: JenkinsfileService, taskTypes: TaskRegistry) {
  let schema: JsonObject | undefined;
  return {
    checkConversion: async (request, response) => {
      response.json(convertibilityOnWire(await jenkinsfiles.check(request.body, callerOf(response))));
    },

    convertToJenkins: async (request, response) => {
      sendConversion(request, response, await jenkinsfiles.convert(request.body, callerOf(response)));
    },

    getJenkinsfile: async (request, response) => {
      sendConversion(
        request,
        response,
        await jenkinsfiles.ofRevision(flowKey(request), callerOf(response), request.query.revision),
      );
    },

    getFlowSchema: (_request, response) => {
      response.json((schema ??= flowSchema(taskTypes)));
    },

    getTestSchema: (_request, response) => {
      response.json(testSchema);
    },

    listTaskTypes: (_request, response) => {
      response.json({ plugins: taskTypes.types.map(({ documentation }) => documentation) });
    },

    getTaskType: (request, response) => {
      const name = request.params.type;
      const type = taskTypes.find(name);
      if (type === undefined)
        throw new AppError(
          'task-type-not-found',
          `The task type ${JSON.stringify(name)} was not found.${didYouMean(name, taskTypes.names)} GET /transpiler/plugins lists all task types.`,
        );
      response.json(type.documentation);
    },
  } satisfies Partial<OperationHandlers>;
}

function sendConversion(
  request: AnyRequest,
  response: OperationResponse<'convertToJenkins'>,
  { jenkinsfile, warnings }: Conversion,
): void {
  const mediaType = negotiate(request, response, ['text/plain', 'application/json']);
  if (mediaType === 'application/json') response.json({ jenkinsfile, warnings });
  else response.type('text/plain').send(jenkinsfile);
}
