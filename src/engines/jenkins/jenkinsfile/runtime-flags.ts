/**
 * The features of a flow for which functions, or lines of functions, of the runtime (`templates/runtime`) and of the
 * programs on agents (`templates/agent`) are printed. Few: whatever the frame or the task shows while the flow runs
 * needs no flag.
 */
export const runtimeFlags = {
  notes: 'The build belongs to an execution of Flowgate, which reads notes of its progress.',
  blocks: 'A flow has blocks: tasks that run other tasks, also at the same time.',
  segments: 'The build may begin after the first task, or end at a task that waits.',
  secrets: 'A flow has secret inputs, which Jenkins masks.',
  outputs: 'A task returns outputs.',
  endings: 'A flow has error or final tasks, or leaves something for another build: more happens after its tasks.',
  limits: 'A task has a timeout, or is within one.',
  systemNames: 'A value has a name that shells, programs or Jenkins use.',
  stopScript: 'A task has a script that runs when it is stopped.',
  local: 'The local engine runs the program, not Jenkins.',
} as const;
