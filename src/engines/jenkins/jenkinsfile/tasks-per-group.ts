/**
 * How many consecutive tasks of a section share a method, `task_group_<number of the first>`, which returns the settings
 * of each. In the sandbox, every call of a function takes longer the more methods a script has.
 */
export const tasksPerGroup = 25;
