import { loadConfiguration } from '../../src/base/config/load-configuration.ts';
import { loadTaskRegistry } from '../../src/language/task-loader/load-task-registry.ts';
import { ownTaskFolder } from '../../src/language/task-loader/task-folder.ts';

const { settings } = await loadTaskRegistry({ folders: [ownTaskFolder()], vendor: 'vendor' });

/**
 * The environment variables that the configuration reads, found by loading it from an environment that records its
 * reads, and those that task modules declare.
 */
export function settingNames(): readonly string[] {
  const names = new Set<string>(settings.keys());
  const environment = new Proxy<Record<string, string>>(
    {},
    {
      get: (_target, name) => {
        names.add(String(name));
        return undefined;
      },
    },
  );
  loadConfiguration(environment);
  return [...names].toSorted();
}
