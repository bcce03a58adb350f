// How many tasks an execution with blocks may run: items and passes repeat them.

//# taskRuns (blocks)
// The numbers of tasks and of blocks that have run, which are limited, and `isFull` if one was not allowed to.
@Field Map taskRuns = [count: 0, blocks: 0]

//# requireStart (blocks): startProblem
// Fails if a task must not start.
void requireStart(Map task) {
  String problem = startProblem(task)
  if (problem != null) error(problem)
}

//# startProblem: isCounted limitProblem beginBlock
// Why a task must not start, or null; counts it and evaluates a block. Calls do not count.
@NonCPS
String startProblem(Map task) {
  boolean skips = task.get('runs') == false
  boolean counts = skips || task.get('isCall') == null
  if (counts && !isCounted(task, skips || task.get('control') == null ? 'count' : 'blocks')) return limitProblem(task)
  String problem = task.get('valueProblem')
  if (problem == null && task.get('control') != null) problem = beginBlock(task)
  return problem == null ? null : {{sentences.taskProblem}}
}

//# isCounted (blocks): taskRuns
// Counts a task, unless no further one may run.
@NonCPS
boolean isCounted(Map task, String kind) {
  Map runs = taskRuns
  if (task.get('frame').get('isLast')) return true
  if (runs.get(kind) >= task.get('frame').get('maxRuns')) runs.put('isFull', true)
  if (!runs.get('isFull')) runs.put(kind, runs.get(kind) + 1)
  return !runs.get('isFull')
}

//# limitProblem (blocks): taskRuns
// Why a task fails once no further one may run, or null.
@NonCPS
String limitProblem(Map task) {
  if (!taskRuns.get('isFull') || task.get('frame').get('isLast')) return null
  Long max = task.get('frame').get('maxRuns')
  String problem = {{sentences.tooManyRuns}}
  return {{sentences.taskProblem}}
}

//# requireRuns (blocks): limitProblem
// A failure because no further task may run is not tolerated.
void requireRuns(Map task) {
  String problem = limitProblem(task)
  if (problem != null) error(problem)
}
