// Blocks are tasks that run other tasks; the numbers of these are in the settings of the block, below `control`. Tasks in
// branches, items and passes have no stage, which would cost as much as the task itself.

//# beginBlock: own readItems
// Evaluates a block once, before its first attempt; returns what is wrong with its values, or null.
@NonCPS
String beginBlock(Map task) {
  Map control = task.get('control')
  if (control.get('choose') != null) control.put('tasks', own(task.get('frame'), control.get('choose')))
  if (control.get('fields') != null) return readItems(task)
  return null
}

//# blockFrame: forgetOutputs? pathInside
// The frame of the tasks in a block: it shares the values around it.
@NonCPS
Map blockFrame(Map task) {
  Map outer = task.get('frame')
  task.get('control').put('isCut', false)
  for (id in (task.get('control').get('shared') ?: [])) forgetOutputs(outer, id)
  return outer + [parent: outer, path: pathInside(outer, task.get('id')), isInBlock: true]
}

//# forgetOutputs: value
// Forgets what a task returned, before it may run again.
@NonCPS
void forgetOutputs(Map frame, String id) {
  Map fields = frame.get('outputs').remove(id) ?: [:]
  for (field in fields.values()) {
    Map total = frame.get('total')
    total.put('bytes', total.get('bytes') - value(frame, field.name).getBytes('UTF-8').length)
    frame.get('texts').remove(field.name)
  }
}

//# ownFrame
// A frame with its own values, which are at first those around it: of an item or a pass. No other task sees them.
@NonCPS
Map ownFrame(Map outer, String path) {
  Map own = [parent: outer, path: path, outputs: [:], names: [] as Set, texts: [:], total: [bytes: outer.get('total').get('bytes')], problems: []]
  own.get('outputs').putAll(outer.get('outputs'))
  own.get('names').addAll(outer.get('names'))
  own.get('texts').putAll(outer.get('texts'))
  Map frame = [:]
  frame.putAll(outer)
  frame.putAll(own)
  return frame
}

//# runBody: nextTask endScript scriptOf startTask flowTask requireTime
// Runs the tasks of a block one after another. A task that only runs a script has no function of its own between this
// one and its `sh`, because Jenkins saves the rest of each with every step.
void runBody(Map task, Map frame, int first, int last) {
  Map inner = null
  try {
    for (inner = nextTask(task, frame, first, last); inner != null; inner = nextTask(task, frame, inner.get('number') + 1, last)) {
      if (inner.get('isScript')) {
        String problem = endScript(inner, sh(scriptOf(inner)), null)
        if (problem != null) error(problem)
      } else if (frame.get('isFlat')) {
        startTask(inner)
      } else {
        flowTask(inner)
      }
    }
  } catch (Exception failure) {
    if (inner?.get('isScript')) endScript(inner, null, failure)
    throw failure
  }
  if (frame.get('deadline') != null) requireTime(frame)
}

//# nextTask: isCut taskSettings startsDirectly
// The next task of a block with its number, or null.
@NonCPS
Map nextTask(Map task, Map frame, int number, int last) {
  if (number > last || (!frame.get('over').isEmpty() && isCut(task, frame))) return null
  Map next = taskSettings(frame, task.get('control').get('tasks'), number)
  next.put('number', number)
  if (next.get('isScript') && !startsDirectly(frame)) next.remove('isScript')
  return next
}

//# startsDirectly (runScript)
// Whether a task that only runs a script can start without a stage, and nothing keeps it from starting.
@NonCPS
boolean startsDirectly(Map frame) {
  if (!frame.get('isFlat') || frame.get('deadline') != null) return false
  if (frame.get('files')) return false
  Map runs = frame.get('runs')
  return frame.get('isLast') || (!runs.get('isFull') && runs.get('count') < frame.get('maxRuns'))
}

//# scriptOf (runScript): taskPathOf noteScript prepareScript
// Counts and notes a task that only runs a script; returns what `sh` gets.
@NonCPS
Map scriptOf(Map task) {
  Map frame = task.get('frame')
  Map runs = frame.get('runs')
  if (!frame.get('isLast')) runs.put('count', runs.get('count') + 1)
  String path = taskPathOf(task)
  if (frame.get('progress') != null) noteScript(task, path)
  return [label: path, script: prepareScript(task, [:]).get('text'), encoding: 'UTF-8', returnStatus: true]
}

//# endScript (runScript): statusProblem noteScriptEnd
// Notes the end of a task that only runs a script, by the status of the script or a failure of Jenkins; returns why it
// has failed, or null.
@NonCPS
String endScript(Map task, Object status, Exception failure) {
  if (task.get('hasEnded')) return null
  task.put('hasEnded', true)
  String problem = status == null || status == 200 ? null : statusProblem(task, status)
  if (task.get('line') != null) noteScriptEnd(task, problem, failure)
  return problem
}

//# startTask: requireTime isCounted skipTask? tolerateTask? runTask
// Runs a task without a stage.
void startTask(Map task) {
  if (task.get('frame').get('deadline') != null) requireTime(task.get('frame'))
  if (task.get('runs') == false && isCounted(task, 'count')) skipTask(task)
  else if (task.get('onFailure') != null) tolerateTask(task)
  else runTask(task)
}

//# isCut: hasEnded
// Whether the block must end early, because a branch around it is being stopped and Jenkins lost its interrupt.
@NonCPS
boolean isCut(Map task, Map frame) {
  boolean ends = hasEnded(frame)
  if (ends) task.get('control').put('isCut', true)
  return ends
}

//# hasEnded
// Whether branches around a task are being stopped. Final tasks run nevertheless.
@NonCPS
boolean hasEnded(Map frame) {
  if (frame.get('over').isEmpty()) return false
  for (Map outer = frame; outer != null && !outer.get('isLast'); outer = outer.get('parent')) if (outer.get('group')?.get('isOver')) return true
  return false
}

//# atHome (blocks)
// Runs steps in the workspace; branches start elsewhere.
Object atHome(Map task, Closure steps) {
  if (task.get('frame').get('home') == null) return steps()
  return dir(task.get('frame').get('home')) {
    steps()
  }
}

//# inNode (blocks)
// A task that another agent runs, in the workspace there.
@NonCPS
Map inNode(Map task) {
  return task.get('frame').get('home') == null ? task : task + [frame: task.get('frame') + [home: null]]
}

//# runWithin: limitedBlock callSteps isStop requireTime
// Runs an attempt of a block within its timeout, which is the reason for any failure after it.
void runWithin(Map task) {
  Map limited = limitedBlock(task)
  try {
    callSteps(limited ?: task)
  } catch (Exception failure) {
    if (limited != null && !isStop(failure)) requireTime(limited.get('frame'))
    throw failure
  }
}

//# limitedBlock: wholeSeconds limitFrame
// The task with a frame that ends with its timeout; null if less time is left around it.
@NonCPS
Map limitedBlock(Map task) {
  Double seconds = task.get('timeout')
  Long limit = wholeSeconds(seconds)
  Map frame = task.get('frame') + [:]
  limitFrame(frame, seconds, {{sentences.taskTimedOut}}.toString())
  return task.get('frame').get('deadline') != null && task.get('frame').get('deadline') <= frame.get('deadline') ? null : task + [frame: frame]
}

//# runSequence: runBody blockFrame
void runSequence(Map task) {
  runBody(task, blockFrame(task), task.get('control').get('tasks')[0], task.get('control').get('tasks')[1])
}

//# runChoice: runBody blockFrame
// Runs the tasks that were chosen when the block began, if any.
void runChoice(Map task) {
  if (task.get('control').get('tasks') != null) runBody(task, blockFrame(task), task.get('control').get('tasks')[0], task.get('control').get('tasks')[1])
}

//# nextRun: scripts
// The next number of a script, of a marked message, or of a folder.
@NonCPS
int nextRun() {
  Map before = scripts
  int number = before.get('count')
  before.put('count', number + 1)
  return number
}

//# printedRun (blocks): markedText taskPathOf
// A message as the log shows it: every line of a task in a block is marked with the number of what printed it.
@NonCPS
String printedRun(Map task, Object message) {
  return task.get('frame').get('isInBlock') ? markedText(taskPathOf(task), message) : message
}

//# markedText (blocks): nextRun
@NonCPS
String markedText(String path, Object message) {
  String mark = "{{marks.start}}${nextRun()}{{marks.end}}".toString()
  return "${mark}{{marks.heading}} ${path}\n${mark}${message.toString().replace('\n', '\n' + mark)}".toString()
}
