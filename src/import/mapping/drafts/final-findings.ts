import type { Finding } from '../../finding.ts';
import type { Span } from '../../groovy/syntax.ts';
import type { DraftTask, FlowDraft } from './draft-flow.ts';
import { allTasks } from './walk-tasks.ts';

/**
 * The findings as the finished flow has them: with the ids of their tasks, where some were joined, and by hand where a
 * disabled task keeps them from running.
 */
export function finalFindings(findings: readonly Finding[], flow: FlowDraft): readonly Finding[] {
  // What is in a task with its source alone is reported already, and the task can have the span of its stage.
  const disabled = disabledTasks(flow).filter(({ isSource }) => isSource !== true);
  return withFinalTargets(findings, flow).map((finding) => {
    const around = disabled.find(({ span }) => span.start <= finding.start && span.end >= finding.end);
    if (finding.outcome === 'by hand' || around === undefined) return finding;
    return { ...finding, outcome: 'by hand', message: `it is translated, but the task ${around.id} is disabled` };
  });
}

function withFinalTargets(findings: readonly Finding[], flow: FlowDraft): readonly Finding[] {
  const tasks = allTasks(flow);
  const ids = new Set(tasks.map(({ id }) => id));
  const others = new Set([...flow.inputs.keys(), ...flow.variables.keys(), ...flow.triggers.map(({ id }) => id)]);
  return findings.map((finding) => {
    const { target, ...rest } = finding;
    if (target !== undefined && others.has(target) && !ids.has(target)) return finding;
    if (target === undefined && finding.outcome !== 'by hand') return finding;
    const task = innermost(tasks, finding);
    return task === undefined ? rest : { ...rest, target: task.id };
  });
}

/** The places of the tasks that wait for their author. */
export function disabledPlaces(flow: FlowDraft): readonly Span[] {
  return disabledTasks(flow).map(({ span }) => span);
}

function disabledTasks(flow: FlowDraft): readonly DraftTask[] {
  return allTasks(flow).filter(({ common }) => common.disabled === true);
}

/** The smallest task around a finding; of equals, the inner one. */
function innermost(tasks: readonly DraftTask[], { start, end }: Finding): DraftTask | undefined {
  return tasks
    .filter(({ span }) => span.start <= start && span.end >= end)
    .reduce<DraftTask | undefined>(
      (best, task) => (best === undefined || length(task) <= length(best) ? task : best),
      undefined,
    );
}

const length = ({ span }: DraftTask) => span.end - span.start;
