/** What is sent to commits, by execution, so that only changes are sent. Methods throw AppError `store-unavailable`. */
export interface SentStatuses {
  /**
   * Notes that a state is being sent.
   * @param word the word of the forge
   * @returns the word that was noted before; undefined if none is known
   */
  swap(executionId: string, word: string): Promise<string | undefined>;
}
