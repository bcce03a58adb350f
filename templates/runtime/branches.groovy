// Branches and items: a window of them runs at the same time. The state of each is a character of one string, because
// Jenkins saves each object of a pipeline with every step.

//# openGroup: blockFrame
// The frame of an attempt, in which all branches are to run, or the items that have not succeeded.
@NonCPS
Map openGroup(Map task) {
  Map control = task.control
  String before = control.fields == null ? null : control.states
  control.states = (before ?: ''.padLeft(control.total, '.')).replace('-', '.')
  int open = control.states.replace('+', '').length()
  Map frame = blockFrame(task)
  frame.isFlat = true
  frame.group = [next: 0, width: control.concurrency == null ? open : Math.min(open as long, control.concurrency as long)]
  return frame
}

//# runGroup: runMembers runParallel
// Runs the open branches or items; returns a stop, or null. As many parallel branches as run at the same time each take
// the next one, because each keeps a part of the pipeline's state.
Exception runGroup(Map task, Map frame) {
  try {
    if (frame.group.width < 2) runMembers(task, frame) else runParallel(task, frame)
  } catch (Exception failure) {
    if (!frame.group.isOver) throw failure
  }
  return frame.group.stop
}

//# runParallel: runWorker
void runParallel(Map task, Map frame) {
  if (frame.home == null) frame.home = pwd()
  Map branches = [failFast: task.control.failFast ? true : false]
  for (int number = 1; number <= frame.group.width; number++) {
    branches.put(number.toString(), { runWorker(task, frame) })
  }
  parallel(branches)
}

//# runWorker: nextRun runMembers
// When Jenkins ends a step, it ends all processes that were started in the same folder. So each worker has its own, and
// scripts change to the workspace, `home`.
void runWorker(Map task, Map frame) {
  dir("${frame.home}/.flowgate/branches/${nextRun()}") {
    runMembers(task, frame)
  }
}

//# runMembers: nextMember runMember
void runMembers(Map task, Map frame) {
  for (int index = nextMember(task, frame); index >= 0; index = nextMember(task, frame)) {
    runMember(task, frame, index)
  }
}

//# nextMember: hasEnded
// The index of the next open branch or item, or -1.
@NonCPS
int nextMember(Map task, Map frame) {
  Map group = frame.group
  if (!group.isOver && hasEnded(frame)) task.control.isCut = true
  if (group.isOver || task.control.isCut) return -1
  int index = task.control.states.indexOf('.', group.next)
  group.next = index < 0 ? task.control.states.length() : index + 1
  return index
}

//# runMember: runAnyMember endMember
// Runs a branch or an item. A failure goes on only if it ends the others.
void runMember(Map task, Map frame, int index) {
  try {
    if (task.control.ownWorkspaces) runInFolder(task, frame, index) else runAnyMember(task, frame, index) //? runInFolder
    runAnyMember(task, frame, index) //? !runInFolder
    endMember(task, frame, index, null)
  } catch (Exception failure) {
    if (endMember(task, frame, index, failure)) throw failure
  }
}

//# runAnyMember
//# + runLoop: runItem
//# + runBranches: runBranch
//# + runBranches runLoop: runBranch runItem
void runAnyMember(Map task, Map frame, int index) {
  if (task.control.fields == null) runBranch(task, frame, index) else runItem(task, frame, index) //? runLoop runBranches
  runItem(task, frame, index) //? runLoop !runBranches
  runBranch(task, frame, index) //? !runLoop runBranches
}

//# runInFolder: nextRun runAnyMember
// Runs a branch or an item in a folder of its own.
void runInFolder(Map task, Map frame, int index) {
  dir("${frame.home == null ? '' : frame.home + '/'}.flowgate/work/${nextRun()}") {
    deleteDir()
    try {
      runAnyMember(task, frame + [home: null], index)
    } finally {
      deleteDir()
    }
  }
}

//# endMember: isStop hasEnded
//# + note runLoop: noteItems
// Notes how a branch or an item ended; returns whether its failure ends the others. They are marked as ended first,
// because Jenkins interrupts them in the same way as the whole build.
@NonCPS
boolean endMember(Map task, Map frame, int index, Exception failure) {
  Map control = task.control
  Map group = frame.group
  if (failure != null && isStop(failure)) {
    if (!group.isOver) group.stop = failure
    group.isOver = true
    return true
  }
  if (failure == null && hasEnded(frame)) return false
  String states = control.states
  control.states = states.substring(0, index) + (failure == null ? '+' : '-') + states.substring(index + 1)
  if (control.fields != null) noteItems(control) //? runLoop note
  boolean ends = failure != null && control.failFast
  if (ends) group.isOver = true
  return ends
}

//# failedMembers
// Which branches or items have failed, in a sentence; null if none has.
@NonCPS
String failedMembers(Map task, String what) {
  String states = task.control.states
  int failed = states.replaceAll('[^-]', '').length()
  if (failed == 0) return null
  String[] all = task.control.labels.split('\n', -1)
  List shown = []
  for (int index = states.indexOf('-'); index >= 0 && shown.size() < 10; index = states.indexOf('-', index + 1)) shown.add(all[index])
  String labels = shown.join(', ')
  if (failed > shown.size()) labels = {{sentences.moreLabels}}
  String problem = {{sentences.someFailed}}
  return {{sentences.taskProblem}}
}

//# runBranches: openGroup runGroup failedMembers
// Runs tasks at the same time.
void runBranches(Map task) {
  Map frame = openGroup(task)
  Exception stop = runGroup(task, frame)
  if (stop != null) throw stop
  String problem = failedMembers(task, 'branches')
  if (problem != null) error(problem)
}

//# runBranch: startTask taskSettings
void runBranch(Map task, Map frame, int index) {
  List numbers = task.control.tasks
  startTask(taskSettings(frame, numbers, numbers[0] + index))
  requireTime(frame) //? requireTime
}
