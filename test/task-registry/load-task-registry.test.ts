import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Task } from '../../src/flow/flow.ts';
import type { TaskContext } from '../../src/flow/task-types.ts';
import { loadTaskRegistry } from '../../src/task-registry/load-task-registry.ts';
import { outsideTaskFolder, ownTaskFolder } from '../../src/task-registry/task-folder.ts';

const fixtures = join(import.meta.dirname, '..', 'fixtures', 'task-folders');
const context: TaskContext = { prefix: 'ACME', vendor: 'acme', inputs: [], variableNames: [], typeOf: () => undefined };

function taskOf(properties: Task['properties']): Task {
  return { id: 'one', type: 'any', disabled: false, allowFailure: false, outputSchema: {}, properties };
}

describe('loadTaskRegistry', () => {
  it('takes types from outside, in TypeScript and JavaScript, by adding two files', async () => {
    const folders = ['side-by-side', 'apart'].map((name) => outsideTaskFolder(join(fixtures, name)));
    const registry = await loadTaskRegistry({ folders, vendor: 'acme' });
    expect(registry.names).toEqual(['dev.acme.plugin.example.Greet', 'dev.acme.plugin.example.Sleep', 'dev.acme.plugin.example.Wait']);
    const wait = registry.find('dev.acme.plugin.example.Sleep')!;
    expect(wait.name).toBe('dev.acme.plugin.example.Wait');
    expect(wait.render(wait.view(taskOf({ seconds: 2 }), context))).toBe("sleep(time: 2, unit: 'SECONDS')");
    const greet = registry.find('dev.acme.plugin.example.Greet')!;
    expect(greet.view(taskOf({ name: '{{ inputs.user_name }}' }), context)).toEqual({
      greeting: { code: '"Hello ${USER_NAME}"', names: ['USER_NAME'] },
    });
  });

  it('loads what Flowgate brings itself', async () => {
    const registry = await loadTaskRegistry({ folders: [ownTaskFolder()], vendor: 'vendor' });
    expect(registry.names).toContain('dev.vendor.plugin.script.shell.Script');
  });
});
