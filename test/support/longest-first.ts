import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The suites that take longest on two cores, longest first. */
export const longestSuites: readonly string[] = [
  'test/console/every-page.test.ts',
  'test/engines/agreement/jenkins-segments.test.ts',
  'test/base/masking/secret-forms.test.ts',
  'test/main.test.ts',
  'test/engines/agreement/tasks.test.ts',
  'test/engines/local/executors/killed-gateway.test.ts',
  'test/console/sign-in.test.ts',
  'test/store/executions/redis-gone.test.ts',
  'test/faces/cli/completion/shells.test.ts',
  'test/faces/http/api-token-scope.test.ts',
  'test/engines/agreement/known-flows.test.ts',
  'test/engines/jenkins/jenkinsfile/builds/kept-files.test.ts',
  'test/store/redis/redis-groups.test.ts',
  'test/console/lists.test.ts',
  'test/engines/local/shell/leftovers.test.ts',
  'test/engines/agreement/segments.test.ts',
  'test/tasks/python-script.test.ts',
  'test/store/executions/hanging-controller.test.ts',
  'test/tasks/hostile-arguments.test.ts',
  'test/console/flow-source.test.ts',
  'test/store/executions/killed-workers.test.ts',
  'test/store/migrations/open-executions.test.ts',
  'test/composition/open-tracing.test.ts',
  'test/abilities/keep/archive/archive.test.ts',
  'test/engines/jenkins/jenkinsfile/builds/values.test.ts',
  'test/engines/local/executors/killed-segments.test.ts',
  'test/console/log.test.ts',
  'test/console/execution.test.ts',
  'test/abilities/notify/killed-notifier.test.ts',
  'test/store/executions/controller-changes.test.ts',
  'test/console/gateway-away.test.ts',
  'test/integrations/github-action.test.ts',
  'test/faces/http/documentation/help-site.test.ts',
  'test/docs/served-pages.test.ts',
  'test/console/flow-editing.test.ts',
  'test/docs/repository-page.test.ts',
  'test/faces/http/documentation/api-page.test.ts',
  'test/clients/python-client.test.ts',
  'test/engines/agreement/output-files.test.ts',
  'test/console/long-names.test.ts',
  'test/console/flow-tabs.test.ts',
  'test/console/waits.test.ts',
  'test/console/run-form.test.ts',
  'test/tasks/rosbag-load.test.ts',
];

/**
 * Starts the longest suites first, so that none of them is alone at the end, and the fast layer last. On a new machine
 * Vitest knows no durations. A process that changes between layers would be started again, so layers are not mixed.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(suites: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- it is not that of an array
    const sorted = await super.sort(suites);
    return sorted.toSorted((one, other) => this.#place(one) - this.#place(other));
  }

  #place({ moduleId, project }: TestSpecification): number {
    if (project.name === 'fast') return longestSuites.length + 1;
    const place = longestSuites.findIndex((suite) => moduleId.endsWith(`/${suite}`));
    return place === -1 ? longestSuites.length : place;
  }
}
