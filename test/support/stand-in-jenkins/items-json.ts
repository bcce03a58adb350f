import { neverStarts } from './build-plan.ts';
import {
  displayNameOf,
  isDisabled,
  parametersOf,
  type ParameterDefinition,
  type StandInFolder,
  type StandInJob,
} from './items.ts';
import type { StandInBuild } from './stand-in-build.ts';
import type { StandInQueue, StandInQueueItem } from './stand-in-queue.ts';

/** What Jenkins returns for its items at `api/json`; members are computed only on request. */

export function folderJson(folder: StandInFolder, url: string): object {
  const path = new URL(url).pathname.replace(/\/$/, '');
  return {
    _class: 'com.cloudbees.hudson.plugins.folder.Folder',
    name: folder.name,
    url,
    get displayName() {
      return displayNameOf(folder);
    },
    get jobs() {
      const origin = new URL(url).origin;
      return [...folder.items.values()].map((item) =>
        item.kind === 'folder'
          ? folderJson(item, `${origin}${path}/job/${encodeURIComponent(item.name)}/`)
          : jobJson(item, origin),
      );
    },
  };
}

export function jobJson(job: StandInJob, origin: string): object {
  const newest = (): StandInBuild[] => [...job.builds.values()].toSorted((a, b) => b.number - a.number);
  return {
    _class: 'org.jenkinsci.plugins.workflow.job.WorkflowJob',
    name: job.name,
    url: `${origin}${job.path}/`,
    get displayName() {
      return displayNameOf(job);
    },
    get buildable() {
      return !isDisabled(job);
    },
    get disabled() {
      return isDisabled(job);
    },
    nextBuildNumber: job.nextBuildNumber,
    get builds() {
      return newest()
        .slice(0, 100)
        .map((build) => buildJson(build, origin));
    },
    get property() {
      return [
        {
          _class: 'hudson.model.ParametersDefinitionProperty',
          parameterDefinitions: parametersOf(job).map(definitionJson),
        },
      ];
    },
  };
}

function definitionJson({ type, name, defaultValue, choices }: ParameterDefinition): object {
  const value = choices[0] ?? defaultValue;
  return {
    _class: `hudson.model.${type}`,
    defaultParameterValue: { _class: 'hudson.model.StringParameterValue', value },
    name,
    type,
  };
}

export function buildJson(build: StandInBuild, origin: string): object {
  return {
    _class: 'org.jenkinsci.plugins.workflow.job.WorkflowRun',
    number: build.number,
    url: `${origin}${build.job.path}/${build.number}/`,
    building: build.building,
    inProgress: build.building && !neverStarts(build),
    result: build.result,
    timestamp: build.startedAt,
    duration: build.duration,
    estimatedDuration: -1,
    description: build.description,
    queueId: build.queueId,
    get actions() {
      return [
        ...requestActions(build),
        { _class: 'jenkins.metrics.impl.TimeInQueueAction' },
        {},
        ...abortActions(build),
        {},
      ];
    },
    get artifacts() {
      return [...build.artifacts.keys()].map((path) => ({
        displayPath: path,
        fileName: path.split('/').at(-1),
        relativePath: path,
      }));
    },
  };
}

export function queueItemJson(item: StandInQueueItem, origin: string): object {
  const left = item.build !== undefined || item.cancelled;
  const seconds = Math.max(0, item.startsAt - Date.now()) / 1000;
  return {
    _class: left ? 'hudson.model.Queue$LeftItem' : 'hudson.model.Queue$WaitingItem',
    actions: requestActions(item),
    blocked: false,
    buildable: false,
    id: item.id,
    inQueueSince: item.since,
    stuck: false,
    task: {
      _class: 'org.jenkinsci.plugins.workflow.job.WorkflowJob',
      name: item.job.name,
      url: `${origin}${item.job.path}/`,
    },
    url: `queue/item/${item.id}/`,
    why: left ? null : `In the quiet period. Expires in ${seconds.toFixed(1)} sec`,
    ...(left && { cancelled: item.cancelled, executable: executableJson(item.build, origin) }),
  };
}

export function queueJson(queue: StandInQueue, origin: string): object {
  const nodeWaits = [...queue.nodeWaits].map(([id, build]) => nodeWaitJson(id, build));
  return {
    _class: 'hudson.model.Queue',
    items: [...queue.waiting().map((item) => queueItemJson(item, origin)), ...nodeWaits],
  };
}

/** A waiting item is part of the build; its address is relative to that of Jenkins. */
function nodeWaitJson(id: number, build: StandInBuild): object {
  const task = {
    _class: 'org.jenkinsci.plugins.workflow.support.steps.ExecutorStepExecution$PlaceholderTask',
    url: `${build.job.path.slice(1)}/${build.number}/`,
  };
  return {
    _class: 'hudson.model.Queue$BuildableItem',
    actions: [],
    blocked: false,
    buildable: true,
    id,
    stuck: true,
    task,
    url: `queue/item/${id}/`,
    why: 'Waiting for next available executor',
  };
}

// However many there are.
const shownIdle = 10;

/** Agents with what runs on them: a pipeline has a special executor from start to end. */
export function computersJson(
  builds: readonly StandInBuild[],
  { running, idleExecutors }: Pick<StandInQueue, 'running' | 'idleExecutors'>,
  origin: string,
): object {
  const oneOffExecutors = builds
    .filter((build) => build.building)
    .map((build) => ({ currentExecutable: buildJson(build, origin) }));
  const onAgent = builds.filter((build) => build.building && build.plan.agent === 'offline');
  const executorOf = (build: StandInBuild) => ({
    currentExecutable: { number: build.number, url: `${origin}${build.job.path}/${build.number}/` },
    idle: false,
  });
  const idle = Array.from({ length: Math.min(shownIdle, idleExecutors) }, () => ({
    currentExecutable: null,
    idle: true,
  }));
  const builtIn = {
    _class: 'hudson.model.Hudson$MasterComputer',
    displayName: 'Built-In Node',
    assignedLabels: [{ name: 'built-in' }],
    executors: [...[...running].filter((build) => !onAgent.includes(build)).map(executorOf), ...idle],
    offline: false,
    temporarilyOffline: false,
    offlineCauseReason: '',
    oneOffExecutors,
  };
  const agent = {
    _class: 'hudson.slaves.SlaveComputer',
    displayName: 'agent-1',
    assignedLabels: [{ name: 'agent-1' }],
    executors: onAgent.map(executorOf),
    offline: true,
    temporarilyOffline: false,
    offlineCauseReason: 'Connection was broken',
    oneOffExecutors: [],
  };
  const computer = onAgent.length === 0 ? [builtIn] : [builtIn, agent];
  const totalExecutors = running.size + Math.min(shownIdle, idleExecutors);
  return { _class: 'hudson.model.ComputerSet', busyExecutors: running.size, totalExecutors, computer };
}

function executableJson(build: StandInBuild | undefined, origin: string): object | null {
  return build === undefined
    ? null
    : {
        _class: 'org.jenkinsci.plugins.workflow.job.WorkflowRun',
        number: build.number,
        url: `${origin}${build.job.path}/${build.number}/`,
      };
}

function abortActions({ abortedBy }: StandInBuild): readonly object[] {
  if (abortedBy === undefined) return [];
  const cause = {
    _class: 'jenkins.model.CauseOfInterruption$UserInterruption',
    shortDescription: `Aborted by ${abortedBy}`,
  };
  return [{ _class: 'jenkins.model.InterruptedBuildAction', causes: [cause] }];
}

function requestActions({
  parameters,
  user,
}: {
  readonly parameters: ReadonlyMap<string, string>;
  readonly user: string;
}): readonly object[] {
  const cause = {
    _class: 'hudson.model.Cause$UserIdCause',
    shortDescription: `Started by user ${user}`,
    userId: user,
    userName: user,
  };
  return [
    {
      _class: 'hudson.model.ParametersAction',
      parameters: [...parameters].map(([name, value]) => ({
        _class: 'hudson.model.StringParameterValue',
        name,
        value,
      })),
    },
    { _class: 'hudson.model.CauseAction', causes: [cause] },
  ];
}
