// Blocks are tasks that run other tasks; the numbers of these are in the settings of the block, below `control`. Tasks in
// branches, items and passes have no stage, which would cost as much as the task itself.

// Members without lines: `blocks`, if a flow has one.

//# blocks

//# taskRuns
// The number of tasks that have run, which is limited.
@Field Map taskRuns = [count: 0]

//# startProblem: taskRuns beginBlock
// Why a task must not start, or null; counts it and evaluates a block. Blocks and calls do not count.
@NonCPS
String startProblem(Map task) {
  String problem = null
  Long max = task.frame.maxRuns
  if (task.control == null && task.isCall == null && !task.frame.isLast) {
    if (taskRuns.count >= max) problem = {{sentences.tooManyRuns}} else taskRuns.count = taskRuns.count + 1
  }
  problem = problem ?: task.valueProblem
  if (problem == null && task.control != null) problem = beginBlock(task)
  return problem == null ? null : {{sentences.taskProblem}}
}

//# beginBlock
//# + runChoice: own
//# + runLoop: readItems
// Evaluates a block once, before its first attempt; returns what is wrong with its values, or null.
@NonCPS
String beginBlock(Map task) {
  Map control = task.control
  if (control.choose != null) control.tasks = own(task.frame, control.choose) //? runChoice
  if (control.fields != null) return readItems(task) //? runLoop
  return null
}

//# blockFrame: pathInside
// The frame of the tasks in a block: it shares the values around it.
@NonCPS
Map blockFrame(Map task) {
  Map outer = task.frame
  task.control.isCut = false
  return outer + [parent: outer, path: pathInside(outer, task.id), isInBlock: true]
}

//# ownFrame
// A frame with its own values, which are at first those around it: of an item or a pass. No other task sees them.
@NonCPS
Map ownFrame(Map outer, String path) {
  Map own = [parent: outer, path: path, outputs: [:], names: [] as Set, texts: [:], total: [bytes: outer.total.bytes], problems: []]
  own.outputs.putAll(outer.outputs)
  own.names.addAll(outer.names)
  own.texts.putAll(outer.texts)
  return outer + own
}

//# runBody: isCut startTask flowTask taskSettings
// Runs the tasks of a block one after another.
void runBody(Map task, Map frame, List numbers) {
  int last = numbers[1]
  for (int number = numbers[0]; number <= last && !isCut(task, frame); number++) {
    if (frame.isFlat) startTask(taskSettings(frame, numbers, number)) else flowTask(taskSettings(frame, numbers, number))
  }
  requireTime(frame) //? requireTime
}

//# startTask: runTask
// Runs a task without a stage.
Object startTask(Map task) {
  requireTime(task.frame) //? requireTime
  if (task.runs == false) skipTask(task) //? skipTask
  if (task.runs == false) return //? skipTask
  if (task.onFailure != null) tolerateTask(task) else runTask(task) //? tolerateTask
  runTask(task) //? !tolerateTask
}

//# isCut: hasEnded
// Whether the block must end early, because a branch around it is being stopped and Jenkins lost its interrupt.
@NonCPS
boolean isCut(Map task, Map frame) {
  boolean ends = hasEnded(frame)
  if (ends) task.control.isCut = true
  return ends
}

//# hasEnded
// Whether branches around a task are being stopped. Final tasks run nevertheless.
@NonCPS
boolean hasEnded(Map frame) {
  for (Map outer = frame; outer != null && !outer.isLast; outer = outer.parent) if (outer.group?.isOver) return true
  return false
}

//# atHome
// Runs steps in the workspace; branches start elsewhere.
Object atHome(Map task, Closure steps) {
  if (task.frame.home == null) return steps()
  return dir(task.frame.home) {
    steps()
  }
}

//# inNode
// A task that another agent runs, in the workspace there.
@NonCPS
Map inNode(Map task) {
  return task.frame.home == null ? task : task + [frame: task.frame + [home: null]]
}

//# runWithin: limitedBlock isStop requireTime callSteps
// Runs an attempt of a block within its timeout, which is the reason for any failure after it.
void runWithin(Map task) {
  Map limited = limitedBlock(task)
  try {
    callSteps(limited ?: task)
  } catch (Exception failure) {
    if (limited != null && !isStop(failure)) requireTime(limited.frame)
    throw failure
  }
}

//# limitedBlock: limitFrame wholeSeconds
// The task with a frame that ends with its timeout; null if less time is left around it.
@NonCPS
Map limitedBlock(Map task) {
  Double seconds = task.timeout
  Long limit = wholeSeconds(seconds)
  Map frame = task.frame + [:]
  limitFrame(frame, seconds, {{sentences.taskTimedOut}}.toString())
  return task.frame.deadline != null && task.frame.deadline <= frame.deadline ? null : task + [frame: frame]
}

//# runSequence: runBody blockFrame
void runSequence(Map task) {
  runBody(task, blockFrame(task), task.control.tasks)
}

//# runChoice: runBody blockFrame
// Runs the tasks that were chosen when the block began, if any.
void runChoice(Map task) {
  if (task.control.tasks != null) runBody(task, blockFrame(task), task.control.tasks)
}

//# nextRun: scripts
// The next number of a script, of a marked message, or of a folder.
@NonCPS
int nextRun() {
  int number = scripts.count
  scripts.count = number + 1
  return number
}

//# printedRun: taskPathOf markedText
// A message as the log shows it: every line of a task in a block is marked with the number of what printed it.
@NonCPS
String printedRun(Map task, Object message) {
  return task.get('frame').get('isInBlock') ? markedText(taskPathOf(task), message) : message
}

//# markedText: nextRun
@NonCPS
String markedText(String path, Object message) {
  String mark = "{{marks.start}}${nextRun()}{{marks.end}}".toString()
  return "${mark}{{marks.heading}} ${path}\n${mark}${message.toString().replace('\n', '\n' + mark)}".toString()
}
