// Branches and items: a window of them runs at the same time. The state of each is a character of one string, because
// Jenkins saves each object of a pipeline with every step.

//# openGroup: blockFrame
// The frame of an attempt, in which all branches are to run, or the items that have not succeeded.
@NonCPS
Map openGroup(Map task) {
  Map control = task.get('control')
  String before = control.get('fields') == null ? null : control.get('states')
  control.put('states', (before ?: ''.padLeft(control.get('total'), '.')).replace('-', '.'))
  int open = control.get('states').replace('+', '').length()
  Map frame = blockFrame(task)
  frame.put('isFlat', true)
  frame.put('group', [next: 0, width: control.get('concurrency') == null ? open : Math.min(open as long, control.get('concurrency') as long)])
  return frame
}

//# runGroup: runMembers runParallel
// Runs the open branches or items; returns a stop, or null. As many parallel branches as run at the same time each take
// the next one, because each keeps a part of the pipeline's state.
Exception runGroup(Map task, Map frame) {
  try {
    if (frame.get('group').get('width') < 2) runMembers(task, frame) else runParallel(task, frame)
  } catch (Exception failure) {
    if (!frame.get('group').get('isOver')) throw failure
  }
  return frame.get('group').get('stop')
}

//# runParallel: workerFolder runMembers
// When Jenkins ends a step, it ends all processes that were started in the same folder. So each worker has its own, and
// scripts change to the workspace, `home`.
void runParallel(Map task, Map frame) {
  if (frame.get('home') == null) frame.put('home', pwd())
  Map branches = [failFast: task.get('control').get('failFast') ? true : false]
  for (int number = 1; number <= frame.get('group').get('width'); number++) {
    branches.put(number.toString(), { dir(workerFolder(frame)) { runMembers(task, frame) } })
  }
  parallel(branches)
}

//# workerFolder: nextRun
@NonCPS
String workerFolder(Map frame) {
  return "${frame.get('home')}/.flowgate/branches/${nextRun()}".toString()
}

//# runMembers: nextMember runInFolder? runMember endMember
// Runs open branches or items as long as there are any. A failure goes on only if it ends the others.
void runMembers(Map task, Map frame) {
  for (int index = nextMember(task, frame); index >= 0; index = nextMember(task, frame)) {
    try {
      if (task.get('control').get('ownWorkspaces')) runInFolder(task, frame, index) else runMember(task, frame, index)
      endMember(task, frame, index, null)
    } catch (Exception failure) {
      if (endMember(task, frame, index, failure)) throw failure
    }
  }
}

//# nextMember: hasEnded limitProblem timeoutMessage
// The index of the next open branch or item, or -1.
@NonCPS
int nextMember(Map task, Map frame) {
  Map group = frame.get('group')
  if (!group.get('isOver') && hasEnded(frame)) task.get('control').put('isCut', true)
  if (group.get('isOver') || task.get('control').get('isCut') || limitProblem(task) != null) return -1
  if (frame.get('deadline') != null && timeoutMessage(frame) != null) return -1
  int index = task.get('control').get('states').indexOf('.', group.get('next'))
  group.put('next', index < 0 ? task.get('control').get('states').length() : index + 1)
  return index
}

//# runMember: runBody itemFrame takeResults
void runMember(Map task, Map frame, int index) {
  int first = task.get('control').get('tasks')[0]
  if (task.get('control').get('fields') == null) {
    runBody(task, frame, first + index, first + index)
  } else {
    Map inner = itemFrame(task, frame, index)
    runBody(task, inner, first, task.get('control').get('tasks')[1])
    takeResults(task, inner, index)
  }
}

//# runInFolder: nextRun runMember
// Runs a branch or an item in a folder of its own.
void runInFolder(Map task, Map frame, int index) {
  dir("${frame.get('home') == null ? '' : frame.get('home') + '/'}.flowgate/branches/${nextRun()}") {
    deleteDir()
    try {
      runMember(task, frame + [home: null], index)
    } finally {
      deleteDir()
    }
  }
}

//# endMember: isStop endGroup hasEnded noteItems
// Notes how a branch or an item ended; returns whether its failure ends the others. They are marked as ended first,
// because Jenkins interrupts them in the same way as the whole build.
@NonCPS
boolean endMember(Map task, Map frame, int index, Exception failure) {
  Map control = task.get('control')
  Map group = frame.get('group')
  if (failure != null && isStop(failure)) {
    if (!group.get('isOver')) group.put('stop', failure)
    endGroup(frame)
    return true
  }
  if (failure == null && hasEnded(frame)) return false
  String states = control.get('states')
  control.put('states', states.substring(0, index) + (failure == null ? '+' : '-') + states.substring(index + 1))
  if (control.get('fields') != null && frame.get('progress') != null) noteItems(control, frame)
  boolean ends = failure != null && control.get('failFast')
  if (ends) endGroup(frame)
  return ends
}

//# endGroup
@NonCPS
void endGroup(Map frame) {
  frame.get('group').put('isOver', true)
  frame.get('over').put('any', true)
}

//# failedMembers
// Which branches or items have failed, in a sentence; null if none has.
@NonCPS
String failedMembers(Map task, String what) {
  String states = task.get('control').get('states')
  int failed = states.replaceAll('[^-]', '').length()
  if (failed == 0) return null
  String[] all = task.get('control').get('labels').split('\n', -1)
  List shown = []
  for (int index = states.indexOf('-'); index >= 0 && shown.size() < 10; index = states.indexOf('-', index + 1)) shown.add(all[index])
  String labels = shown.join(', ')
  if (failed > shown.size()) labels = {{sentences.moreLabels}}
  String problem = {{sentences.someFailed}}
  return {{sentences.taskProblem}}
}

//# runBranches: openGroup runGroup requireTime limitProblem failedMembers
// Runs tasks at the same time.
void runBranches(Map task) {
  Map frame = openGroup(task)
  Exception stop = runGroup(task, frame)
  if (stop != null) throw stop
  if (frame.get('deadline') != null) requireTime(frame)
  String problem = limitProblem(task) ?: failedMembers(task, 'branches')
  if (problem != null) error(problem)
}
