import { defineCommand } from '../declaration/command-declaration.ts';
import { listOptions } from '../declaration/list-options.ts';
import { gatewayOptions } from '../gateway/gateway-options.ts';

export const auditCommand = defineCommand({
  summary: 'list the audit trail, newest first',
  description: 'Lists actions that were performed or denied, in the namespaces that you may read.',
  options: {
    namespace: { value: 'NAMESPACE', completion: 'namespace', summary: 'only actions in this namespace' },
    actor: { value: 'ID', summary: 'only actions of this user' },
    action: { value: 'ACTION', summary: 'only this action, such as runFlow, stopExecution or updateFlow' },
    ...listOptions,
    ...gatewayOptions,
  },
  examples: [
    { line: 'flowgate audit --namespace robotics --action updateFlow', does: 'List who changed flows of a namespace' },
  ],
  run: async ({ options }, terminal) => (await import('../actions/audit.ts')).listAudit(options, terminal),
});
