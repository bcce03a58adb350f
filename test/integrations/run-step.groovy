// Runs steps of integrations/jenkins as pipelines would: `sh` runs for real, the other steps note how they are called.
// Reads one JSON request a line: the file of the step, its options, the environment of the build, and for `sh` a folder
// and variables. ABORT_AT is the number of the `sleep` at which the build is aborted. Answers each with one JSON line.
import groovy.json.JsonOutput
import groovy.json.JsonSlurper
import org.jenkinsci.plugins.workflow.steps.FlowInterruptedException

class Ended extends RuntimeException {
  Ended(String message) { super(message) }
}

class Drain extends Thread {
  final InputStream stream
  String text
  Drain(InputStream stream) { this.stream = stream; start() }
  void run() { text = stream.getText('UTF-8') }
}

// The same loader, so that the step and this file share the classes of Jenkins.
ClassLoader loader = getClass().classLoader
Map<String, Class> parsed = [:]

Map runStep(Object step, Map request) {
  Map env = request.env
  StringBuilder stdout = new StringBuilder()
  StringBuilder stderr = new StringBuilder()
  int sleeps = 0
  def called = { String name, Object argument -> stdout.append(name + ' ' + JsonOutput.toJson(argument) + '\n') }
  def metaClass = new ExpandoMetaClass(step.class, false, true)
  metaClass.sh = { Map argument ->
    ProcessBuilder builder = new ProcessBuilder('sh', '-c', argument.script.toString())
    if (request.folder) builder.directory(new File(request.folder))
    if (request.variables) {
      builder.environment().clear()
      builder.environment().putAll(request.variables)
    }
    Process run = builder.redirectInput(new File('/dev/null')).start()
    List<Drain> drains = [new Drain(run.inputStream), new Drain(run.errorStream)]
    int status = run.waitFor()
    drains*.join()
    stdout.append(drains[0].text)
    stderr.append(drains[1].text)
    called('sh', [label: argument.label, status: status])
    argument.returnStatus ? status : null
  }
  metaClass.junit = { Map argument -> called('junit', argument) }
  metaClass.sarif = { Map argument -> [sarif: argument] }
  metaClass.recordIssues = { Map argument -> called('recordIssues', argument) }
  metaClass.echo = { String message -> called('echo', message) }
  metaClass.string = { Map argument -> argument }
  metaClass.withCredentials = { List bindings, Closure body ->
    called('withCredentials', bindings)
    bindings.each { env[it.variable] = request.secret }
    def result = body()
    bindings.each { env.remove(it.variable) }
    result
  }
  metaClass.sleep = { Map argument ->
    called('sleep', argument)
    sleeps++
    if (sleeps == (env.ABORT_AT ?: 0)) throw new FlowInterruptedException()
    Thread.sleep(20)
  }
  metaClass.unstable = { String message -> called('unstable', message) }
  metaClass.error = { String message ->
    called('error', message)
    throw new Ended(message)
  }
  metaClass.initialize()
  step.metaClass = metaClass
  step.binding.setVariable('env', env)
  StringWriter printed = new StringWriter()
  step.binding.setVariable('out', new PrintWriter(printed, true))
  int status = 0
  try {
    def returned = step.call(request.options)
    stdout.append('returned ' + (returned instanceof Map ? JsonOutput.toJson(returned) : returned) + '\n')
  } catch (Ended ended) {
    status = 1
  } catch (FlowInterruptedException aborted) {
    status = 143
  } catch (Throwable failure) {
    StringWriter text = new StringWriter()
    failure.printStackTrace(new PrintWriter(text))
    stderr.append(text.toString())
    status = 1
  }
  return [status: status, stdout: stdout.toString() + printed, stderr: stderr.toString()]
}

System.in.withReader('UTF-8') { reader ->
  PrintStream answers = new PrintStream(new FileOutputStream(FileDescriptor.out), true, 'UTF-8')
  reader.eachLine { line ->
    Map request = new JsonSlurper().parseText(line)
    Class step = parsed.computeIfAbsent(request.file) { new GroovyShell(loader).parse(new File(it)).class }
    answers.println(JsonOutput.toJson(runStep(step.newInstance(), request)))
  }
}
