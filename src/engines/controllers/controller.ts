import type { Configuration, JenkinsConfiguration } from '../../base/config/configuration.ts';
import { poolOf, type Claim, type PoolName } from '../../lifecycle/claims.ts';
import { defaultController } from '../../lifecycle/execution-record.ts';

/** One of several servers that run executions of an engine, with what it takes (docs/how-to/use-several-controllers.md). */
export interface Controller {
  readonly name: string;
  /** Patterns for the namespaces whose flows it runs. */
  readonly namespaces: readonly string[];
  /** The labels of tasks that only it can run. */
  readonly workerGroups: readonly string[];
  /** The controller that gets new executions while this one is unreachable or draining. */
  readonly fallback?: string;
  /** Whether it only finishes what it has. */
  readonly isDraining?: boolean;
  /** How many builds it runs at once; no limit by default. */
  readonly maxBuilds?: number;
}

/** A controller that runs Jenkins. */
export interface JenkinsController extends Controller, JenkinsConfiguration {}

/** The controller of JENKINS_URL, which takes what no other one does. */
export function ownController({ jenkins }: Pick<Configuration, 'jenkins'>): readonly JenkinsController[] {
  return jenkins === undefined ? [] : [{ ...jenkins, name: defaultController, namespaces: [], workerGroups: [] }];
}

/** Whether there are others than the controller of JENKINS_URL, which records need not name. */
export function choosesController(controllers: readonly Pick<Controller, 'name'>[]): boolean {
  return controllers.some(({ name }) => name !== defaultController);
}

/** What an execution takes before it is sent to a controller with a limit. */
export function controllerClaims({ name, maxBuilds }: Pick<Controller, 'name' | 'maxBuilds'>): readonly Claim[] {
  return maxBuilds === undefined ? [] : [{ pool: controllerPool(name), permits: 1, size: maxBuilds }];
}

export function controllerPool(name: string): PoolName {
  return poolOf('controller', name);
}

/** Whether it takes what no other controller does. */
export function isGeneral({ namespaces, workerGroups }: Controller): boolean {
  return namespaces.length === 0 && workerGroups.length === 0;
}
