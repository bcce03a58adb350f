/** The prefix of every key: one hash tag, so that one atomic step can change all keys, even on a cluster. */
export const keyRoot = '{flowgate}';
