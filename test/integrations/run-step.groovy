// Runs a step of integrations/jenkins as a pipeline would: `sh` runs for real, the other steps print how they are called.
// Arguments: the file of the step, its options as JSON, and the environment of the build as JSON. ABORT_AT is the number
// of the `sleep` at which the build is aborted.
import groovy.json.JsonOutput
import groovy.json.JsonSlurper
import org.jenkinsci.plugins.workflow.steps.FlowInterruptedException

// The same loader, so that the step and this file share the classes of Jenkins.
def step = new GroovyShell(getClass().classLoader).parse(new File(args[0]))
def options = new JsonSlurper().parseText(args[1])
def env = args.length > 2 ? new JsonSlurper().parseText(args[2]) : [:]
int sleeps = 0
def called = { String name, Object argument -> println(name + ' ' + JsonOutput.toJson(argument)) }

class Ended extends RuntimeException {
  Ended(String message) { super(message) }
}

step.metaClass.sh = { Map argument ->
  def run = new ProcessBuilder('sh', '-c', argument.script).inheritIO().start()
  int status = run.waitFor()
  called('sh', [label: argument.label, status: status])
  argument.returnStatus ? status : null
}
step.metaClass.junit = { Map argument -> called('junit', argument) }
step.metaClass.sarif = { Map argument -> [sarif: argument] }
step.metaClass.recordIssues = { Map argument -> called('recordIssues', argument) }
step.binding.setVariable('env', env)
step.metaClass.echo = { String message -> called('echo', message) }
step.metaClass.string = { Map argument -> argument }
step.metaClass.withCredentials = { List bindings, Closure body ->
  called('withCredentials', bindings)
  String token = System.getenv('SECRET_TOKEN')
  bindings.each { env[it.variable] = token }
  def result = body()
  bindings.each { env.remove(it.variable) }
  result
}
step.metaClass.sleep = { Map argument ->
  called('sleep', argument)
  sleeps++
  if (sleeps == (env.ABORT_AT ?: 0)) throw new FlowInterruptedException()
  Thread.sleep(100)
}
step.metaClass.unstable = { String message -> called('unstable', message) }
step.metaClass.error = { String message ->
  called('error', message)
  throw new Ended(message)
}

try {
  def returned = step.call(options)
  println('returned ' + (returned instanceof Map ? JsonOutput.toJson(returned) : returned))
} catch (Ended ended) {
  System.exit(1)
} catch (FlowInterruptedException aborted) {
  System.exit(143)
}
