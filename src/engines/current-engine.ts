import type { PlanFacts } from '../execution-plan/plan-facts.ts';
import { controllerOf, defaultController, type ExecutionRecord } from '../execution/record/execution-record.ts';
import type { FlowKey } from '../language/flow/flow-key.ts';
import type { FlowNeeds, PlaceProblem } from '../language/flow/flow-needs.ts';
import type { Problem } from '../problem/problem.ts';
import { placeFlow } from './controllers/place-flow.ts';
import type { ExecutionEngine } from './engine.ts';

/** Where a flow runs. */
export interface EnginePlace {
  readonly engine: ExecutionEngine;
  /** The controller that its record names; undefined for the only one of JENKINS_URL. */
  readonly controller?: string;
}

/** The engine that runs new executions, with all its controllers. */
export class CurrentEngine {
  /** One for each controller, or a single one. */
  readonly instances: readonly [ExecutionEngine, ...ExecutionEngine[]];

  constructor(instances: readonly [ExecutionEngine, ...ExecutionEngine[]]) {
    this.instances = instances;
  }

  get name(): string {
    return this.instances[0].name;
  }

  get downloadsFiles(): boolean {
    return this.instances[0].downloadsFiles;
  }

  /** By their names, of all controllers. */
  get checks(): ExecutionEngine['checks'] {
    return Object.fromEntries(this.instances.flatMap(({ checks }) => Object.entries(checks)));
  }

  /** The problems of a plan that only this engine has, wherever it runs. */
  problems(facts: PlanFacts): readonly Problem[] {
    return this.instances[0].problems(facts);
  }

  /** The controller that runs a flow, or why there is none. */
  place(needs: FlowNeeds): EnginePlace | { readonly problem: PlaceProblem } {
    const controllers = this.instances.flatMap(({ controller }) => controller ?? []);
    if (controllers.length === 0 || this.#isOnlyOwn) return { engine: this.instances[0] };
    const placement = placeFlow(controllers, needs);
    if ('problem' in placement) return placement;
    const { name } = placement.controller;
    return { engine: this.#named(name) ?? this.instances[0], controller: name };
  }

  /** The credentials that namespaces may use where an execution runs. */
  credentialsOf(record: Pick<ExecutionRecord, 'controller'>): readonly string[] {
    return (this.#named(controllerOf(record)) ?? this.instances[0]).credentials;
  }

  /** Removes the copies of a deleted flow. Idempotent. */
  async retire(flow: FlowKey): Promise<void> {
    await Promise.all(this.instances.map((engine) => engine.retire?.(flow)));
  }

  /** Whether there are no others than the controller of JENKINS_URL, which records need not name. */
  get #isOnlyOwn(): boolean {
    return this.instances.length === 1 && this.instances[0].controller?.name === defaultController;
  }

  #named(name: string): ExecutionEngine | undefined {
    return this.instances.find(({ controller }) => controller?.name === name);
  }
}
