/** Begins every key: one hash tag, so that one atomic step can change all keys, on a cluster too. */
export const keyRoot = '{flowgate}';
