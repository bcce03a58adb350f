import { MissingSecret, type OpenProvider } from './secret-provider.ts';

/** Variables of Flowgate's own environment, apart from its settings. */
export const openEnvProvider: OpenProvider = ({ variable }) => ({
  read: async ({ path }) => {
    const value = variable(path);
    if (value === undefined)
      throw new MissingSecret('the environment of Flowgate has no such variable, or it is a setting');
    return value;
  },
});
