import { AppError } from '../base/problem/app-error.ts';
import { quoteShort } from '../base/problem/describe-value.ts';
import type { Problem } from '../base/problem/problem.ts';
import type { PlanFacts } from '../language/execution-plan/plan-facts.ts';
import type { FlowKey } from '../language/flow/flow-key.ts';
import type { FlowNeeds, PlaceProblem } from '../language/flow/flow-needs.ts';
import type { Claim } from '../lifecycle/claims.ts';
import { controllerOf, type ExecutionRecord } from '../lifecycle/execution-record.ts';
import { isDown, isDownNow, type ControllerStates } from './controllers/controller-states.ts';
import { choosesController, controllerClaims, type Controller } from './controllers/controller.ts';
import { placeFlow } from './controllers/place-flow.ts';
import type { ExecutionEngine } from './engine.ts';

function controllerDraining(name: string): AppError {
  return new AppError(
    'controller-draining',
    `The controller ${quoteShort(name)} is draining: it accepts no new executions. Ask the operator of Flowgate when it will accept them again.`,
  );
}

/** Where a flow runs. */
export interface EnginePlace {
  readonly engine: ExecutionEngine;
  /** The controller that its record names; undefined for the only one of JENKINS_URL. */
  readonly controller?: string;
  /** What it takes before it is sent there. */
  readonly claims?: readonly Claim[];
  /** The controller that would run it, but is draining or down. */
  readonly insteadOf?: string;
}

/** The engine that runs new executions, with all its controllers. */
export class CurrentEngine {
  /** One for each controller, or a single one. */
  readonly instances: readonly [ExecutionEngine, ...ExecutionEngine[]];

  readonly #states: ControllerStates;

  constructor(instances: readonly [ExecutionEngine, ...ExecutionEngine[]], states: ControllerStates) {
    this.instances = instances;
    this.#states = states;
  }

  get name(): string {
    return this.instances[0].name;
  }

  /** Whether executions run on controllers. */
  get hasControllers(): boolean {
    return this.instances[0].controller !== undefined;
  }

  get downloadsFiles(): boolean {
    return this.instances[0].downloadsFiles;
  }

  /** By their names, of all controllers. */
  get checks(): ExecutionEngine['checks'] {
    const isOne = this.instances.length === 1;
    return Object.fromEntries(
      this.instances.flatMap(({ checks, controller }) =>
        Object.entries(checks).map(([name, check]) => [
          name,
          isOne || controller === undefined ? check : () => this.#checkUnlessDown(controller.name, check),
        ]),
      ),
    );
  }

  /** A probe does not wait for a controller that is known to be down. */
  async #checkUnlessDown(name: string, check: () => Promise<string>): Promise<string> {
    const look = (await this.#states.looks()).get(name);
    if (isDownNow(look)) throw new AppError('jenkins-unavailable', look.reason ?? 'Jenkins cannot be used.');
    return check();
  }

  /** The names of checks of which one suffices: of several controllers, the others go on without one. */
  get alternativeChecks(): readonly string[] {
    return this.instances.length > 1 ? Object.keys(this.checks) : [];
  }

  /** The problems of a plan that only this engine has, wherever it runs. */
  problems(facts: PlanFacts): readonly Problem[] {
    return this.instances[0].problems(facts);
  }

  /**
   * The controller that runs a flow, or why there is none. One that is draining or down is left out if it has a fallback.
   * @throws {AppError} `controller-draining`, `store-unavailable`
   */
  async place(needs: FlowNeeds): Promise<EnginePlace | { readonly problem: PlaceProblem }> {
    const controllers = this.instances.flatMap(({ controller }) => controller ?? []);
    if (!choosesController(controllers)) return { engine: this.instances[0] };
    const placement = placeFlow(controllers, needs);
    if ('problem' in placement) return placement;
    return this.#available(placement.controller);
  }

  async #available(controller: Controller): Promise<EnginePlace> {
    const { name, isDraining = false } = controller;
    const instead = this.#named(controller.fallback ?? '')?.controller;
    const looks = instead === undefined ? undefined : await this.#states.looks();
    if (isDraining || isDown(looks?.get(name))) {
      if (instead !== undefined && instead.isDraining !== true && !isDown(looks?.get(instead.name)))
        return { ...this.#placeOn(instead), insteadOf: name };
      if (isDraining) throw controllerDraining(name);
    }
    return this.#placeOn(controller);
  }

  #placeOn(controller: Controller): EnginePlace {
    const { name } = controller;
    return { engine: this.#named(name) ?? this.instances[0], controller: name, claims: controllerClaims(controller) };
  }

  /** Where an execution runs that needs what only the controller of another one has. */
  placeOf(record: Pick<ExecutionRecord, 'controller'>): EnginePlace {
    const controller = this.#named(controllerOf(record))?.controller;
    if (record.controller === undefined || controller === undefined) return { engine: this.instances[0] };
    return this.#placeOn(controller);
  }

  /**
   * The place of an execution that cannot run on the fallback of its controller: there, it waits.
   * @throws {AppError} `controller-draining`
   */
  placeWithoutFallback({ insteadOf = '' }: Pick<EnginePlace, 'insteadOf'>): EnginePlace {
    const controller = this.#named(insteadOf)?.controller;
    if (controller?.isDraining === true) throw controllerDraining(controller.name);
    return this.placeOf({ controller: insteadOf });
  }

  /** The credentials that namespaces may use where an execution runs. */
  credentialsOf(record: Pick<ExecutionRecord, 'controller'>): readonly string[] {
    return (this.#named(controllerOf(record)) ?? this.instances[0]).credentials;
  }

  /** Removes the copies of a deleted flow. Idempotent. */
  async retire(flow: FlowKey): Promise<void> {
    await Promise.all(this.instances.map((engine) => engine.retire?.(flow)));
  }

  #named(name: string): ExecutionEngine | undefined {
    return this.instances.find(({ controller }) => controller?.name === name);
  }
}
