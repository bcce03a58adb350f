import type { Schema } from '../../api-client/operation-types.ts';
import { defineCommand, type Commands } from '../declaration/command-declaration.ts';
import { formatOption, listOptions } from '../declaration/common-words.ts';
import { gatewayCommand } from '../gateway/gateway-command.ts';
import { printResult, printTable } from '../print-result.ts';
import { localTime } from '../terminal-text.ts';

type AuditEntry = Schema<'AuditEntry'>;

const storeVariables = {
  FLOWGATE_DATA: 'the data folder of the server; default: ./data',
  REDIS_URL: 'the Redis of the server, if it does not run its own',
} as const;

/** Administer a server. */
export const serverCommands = {
  audit: gatewayCommand({
    summary: 'list the audit trail, newest first',
    description: 'Lists actions that were performed or denied, in the namespaces that you may read.',
    options: {
      namespace: { value: 'NAMESPACE', completion: 'namespace', summary: 'only actions in this namespace' },
      actor: { value: 'ID', summary: 'only actions of this user' },
      action: { value: 'ACTION', summary: 'only this action, such as runFlow, stopExecution or updateFlow' },
      ...listOptions,
    },
    examples: {
      'flowgate audit --namespace robotics --action updateFlow': 'List who changed the flows of a namespace',
    },
    run: async ({ options, connection }, terminal) => {
      const { namespace, actor } = options;
      const action = options.action as Schema<'AuditAction'> | undefined; // the gateway checks it
      const read = (page: object) =>
        connection.client.GET('/audit', { params: { query: { namespace, actor, action, ...page } } });
      printTable(await connection.list('entries', read, options, terminal), auditColumns, options, terminal);
    },
  }),

  system: gatewayCommand({
    summary: 'print the state of a server',
    description:
      'Prints the versions of a server, whether Redis and Jenkins are available, and how many executions it has.',
    options: formatOption,
    rejected: 2,
    exit: { 0: 'the server is ready', 1: 'the server is not ready' },
    examples: { 'flowgate system': 'Check whether the server works' },
    run: async ({ options, connection: { client, body, url } }, terminal) => {
      const system = await body(client.GET('/system'), ['status', 'version', 'checks']);
      printResult(system, systemLines(system, url), options, terminal);
      return system.status === 'ready' ? 0 : 1;
    },
  }),

  controllers: gatewayCommand({
    summary: 'list the Jenkins controllers of a server',
    description: 'Lists the controllers that run executions, with their state and how many executions each has.',
    options: formatOption,
    rejected: 2,
    exit: { 0: 'no controller is down', 1: 'a controller is down' },
    examples: { 'flowgate controllers': 'Check which controllers work' },
    run: async ({ options, connection: { client, body } }, terminal) => {
      const { controllers } = await body(client.GET('/controllers'), ['controllers']);
      if (controllers.length > 0) printTable(controllers, controllerColumns, options, terminal);
      else printResult(controllers, ['Executions do not run on Jenkins controllers.'], options, terminal);
      return controllers.some(({ state }) => state === 'down') ? 1 : 0;
    },
  }),

  whoami: gatewayCommand({
    summary: 'print who you are on a server, and what you may do',
    description: 'Prints the user that your token or user id identifies on the server, and your rights in namespaces.',
    options: formatOption,
    rejected: 2,
    exit: { 0: 'you are authenticated', 1: 'you are not authenticated' },
    examples: { 'flowgate whoami --context prod': 'Check a token' },
    run: async ({ options, connection: { client, body, url } }, terminal) => {
      const you = await body(client.GET('/whoami'), ['identifiedBy', 'rights']);
      const { subject, reason, identifiedBy, rights } = you;
      const lines = [
        `${subject ?? `unknown${reason === undefined ? '' : `: ${reason}`}`} (${identifiedBy}) on ${url}`,
        ...rights.map((grant) => `  ${grant.rights.join(', ')} in ${grant.namespaces.join(', ')}`),
      ];
      printResult(you, lines, options, terminal);
      return subject === undefined ? 1 : 0;
    },
  }),

  backup: defineCommand({
    summary: 'back up a server to a file',
    description: `
Writes everything that the server stores to a file that only you can read: flows with all revisions, executions that have
ended with their logs and artifacts, uploads, the audit trail, tokens and webhook keys. The server can be running or
stopped. Run the command as the same user as the server, with the same environment variables.

The file does not contain the key that seals secrets. Keep FLOWGATE_KEY, or the file key in the data folder, in another
place.`,
    arguments: { FILE: { summary: 'the file to write, or - for standard output', completion: 'file' } },
    exit: { 2: 'the store is not available, or the file cannot be written', 130: 'interrupted; no file was written' },
    environment: storeVariables,
    examples: {
      'flowgate backup flowgate-2026-01-31.backup': 'Write a backup to a file',
      'flowgate backup - | ssh backups "cat > flowgate.backup"': 'Store the backup on another machine',
    },
    run: async ({ args }, terminal) => (await import('../backup/make-backup.ts')).makeBackup(args.FILE, terminal),
  }),

  restore: defineCommand({
    summary: 'restore a server from a backup',
    description: `
Checks a backup and writes it to an empty store. The server must be stopped. After an interrupted restore, the server does
not start until you run the restore again. Executions that were active when the backup was made get the state KILLED and
are never started again.`,
    arguments: { FILE: { summary: 'a backup file, or - for standard input', completion: 'file' } },
    options: {
      replace: { summary: 'delete everything in the store first' },
      yes: { summary: 'skip the confirmation of --replace' },
      'other-key': {
        summary: 'restore a backup made with another key, without the webhook keys that it seals',
      },
    },
    exit: { 2: 'the backup is damaged, another key is set, or the store contains data or is in use' },
    environment: {
      ...storeVariables,
      FLOWGATE_KEY: 'the key with which the backup was made, unless it is in the data folder',
    },
    examples: {
      'flowgate restore flowgate-2026-01-31.backup': 'Restore a backup to an empty store',
      'flowgate restore flowgate.backup --replace': 'Go back to a backup',
    },
    run: async ({ args, options }, terminal) =>
      (await import('../backup/make-backup.ts')).restoreFromBackup(args.FILE, options, terminal),
  }),

  serve: defineCommand({
    summary: 'start the server',
    description: `
Starts the server and runs it until SIGTERM or Ctrl-C. Environment variables configure it;
docs/reference/configuration.md lists them.`,
    environment: {
      PORT: 'the port; default: 3000',
      REDIS_URL: 'the Redis to use; by default, the server starts its own',
    },
    examples: { 'flowgate serve': 'Start the server' },
    run: async (_input, terminal) => terminal.serve(),
  }),
} satisfies Commands;

type Controller = Schema<'Controller'>;

const controllerColumns = {
  NAME: ({ name }: Controller) => name,
  STATE: ({ state, draining }: Controller) => (draining && state !== 'draining' ? `${state}, draining` : state),
  RUNNING: ({ running, maxBuilds }: Controller) =>
    maxBuilds === undefined ? `${running}` : `${running} of ${maxBuilds}`,
  OPEN: ({ open }: Controller) => String(open),
  EXECUTORS: ({ executors }: Controller) => (executors === undefined ? '' : `${executors.busy} of ${executors.total}`),
  RUNS: ({ namespaces, workerGroups }: Controller) =>
    [...namespaces, ...workerGroups.map((group) => `worker group ${group}`)].join(', ') || 'everything else',
  FALLBACK: ({ fallback = '' }: Controller) => fallback,
  VERSION: ({ version = '' }: Controller) => version,
  URL: ({ url = '' }: Controller) => url,
  REASON: ({ reason = '' }: Controller) => reason,
};

const auditColumns = {
  TIME: ({ at }: AuditEntry) => localTime(at),
  ACTOR: ({ actor }: AuditEntry) => actor,
  ACTION: ({ action }: AuditEntry) => action,
  TARGET: targetOf,
  OUTCOME: ({ outcome, code }: AuditEntry) => (code === undefined ? outcome : `${outcome}: ${code}`),
};

function targetOf(entry: AuditEntry): string {
  const { namespace = '', flowId, revision, executionId, triggerId, tokenName, detail } = entry;
  const flow =
    flowId === undefined ? namespace : `${namespace}/${flowId}${revision === undefined ? '' : `@${revision}`}`;
  return [flow, triggerId, executionId, detail, tokenName]
    .filter((part) => part !== undefined && part !== '')
    .join(' ');
}

function systemLines(
  { status, version, contract, engine, startedAt, checks, queueDepth, executions = {} }: Schema<'System'>,
  url: string,
): readonly string[] {
  return [
    `${url} is ${status}`,
    `  Flowgate ${version}, API ${contract}, since ${localTime(startedAt)}`,
    ...(engine === undefined ? [] : [`  engine: ${engine}`]),
    ...checks.map((check) =>
      [`  ${check.name}: ${check.ready ? 'ready' : 'not ready'}`, check.version, check.reason]
        .filter((part) => part !== undefined)
        .join(', '),
    ),
    ...(queueDepth === undefined ? [] : [`  queued executions: ${queueDepth}`]),
    ...Object.entries(executions).map(([state, count]) => `  ${state}: ${count}`),
  ];
}
