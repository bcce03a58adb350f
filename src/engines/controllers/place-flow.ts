import { covers } from '../../access/namespace-pattern.ts';
import { enumerate, quoteShort } from '../../base/problem/describe-value.ts';
import type { FlowNeeds, PlaceProblem } from '../../language/flow/flow-needs.ts';
import { isGeneral, type Controller } from './controller.ts';

/** The controller, or why there is none. */
export type Placement<Each extends Controller> = { readonly controller: Each } | { readonly problem: PlaceProblem };

/** What the choice needs to know of a controller: plain data, which can be sent to a process. */
export function placeOf({ name, namespaces, workerGroups }: Controller): Controller {
  return { name, namespaces, workerGroups };
}

/** Chooses the controller for a flow: by its worker groups, then by its namespace, then the general one. */
export function placeFlow<Each extends Controller>(
  controllers: readonly Each[],
  { namespace, workerGroups }: FlowNeeds,
): Placement<Each> {
  const byGroup = workerGroups.flatMap((needed) =>
    controllers.filter(hasGroup(needed.group)).map((controller) => ({ controller, needed })),
  );
  const [first] = byGroup;
  const other = byGroup.find(({ controller }) => controller !== first?.controller);
  if (first !== undefined && other !== undefined) {
    const places = [first, other].map(
      ({ controller, needed }) => `${needed.of} needs ${quoteShort(controller.name)} (worker group ${needed.group})`,
    );
    const message = `An execution runs on one controller, but ${enumerate(places)}. Move these tasks to a flow of their own, and call it with "separate: true".`;
    return { problem: { code: 'several-controllers', message, group: other.needed.group } };
  }
  const controller = first?.controller ?? byNamespace(controllers, namespace) ?? controllers.find(isGeneral);
  if (controller !== undefined) return { controller };
  const message = `No controller runs flows of the namespace ${quoteShort(namespace)}. Declare one in FLOWGATE_CONTROLLERS.`;
  return { problem: { code: 'no-controller', message } };
}

/** Why no controller can run a flow. */
export function placeProblem(controllers: readonly Controller[], needs: FlowNeeds): PlaceProblem | undefined {
  const placement = placeFlow(controllers, needs);
  return 'problem' in placement ? placement.problem : undefined;
}

/** Whether a controller has a label of an expression such as `bench && arm64`, unless it is negated. */
function hasGroup(expression: string): (controller: Controller) => boolean {
  const labels = new Set([expression, ...[...expression.matchAll(label)].map(([text]) => text)]);
  return ({ workerGroups }) => workerGroups.some((group) => labels.has(group));
}

const label = /(?<![\w.@:/+-])(?<!!\s*)[\w.@:/+-]+/g;

/** The one with the most specific pattern. */
function byNamespace<Each extends Controller>(controllers: readonly Each[], namespace: string): Each | undefined {
  const fits = controllers.flatMap((controller) =>
    controller.namespaces.filter((pattern) => covers(pattern, namespace)).map((pattern) => ({ controller, pattern })),
  );
  return fits.toSorted((one, two) => precision(two.pattern) - precision(one.pattern))[0]?.controller;
}

/** A namespace itself comes before the pattern of the same length, and that before shorter ones. */
function precision(pattern: string): number {
  return pattern === '*' ? 0 : pattern.endsWith('.*') ? pattern.length - 1 : pattern.length + 1;
}
