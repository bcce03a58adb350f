// Runs the step of integrations/jenkins as a pipeline would: `sh` runs for real, the other steps print how they are called.
import groovy.json.JsonOutput
import groovy.json.JsonSlurper

def step = new GroovyShell().parse(new File(args[0]))
def options = new JsonSlurper().parseText(args[1])
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
step.metaClass.unstable = { String message -> called('unstable', message) }
step.metaClass.error = { String message ->
  called('error', message)
  throw new Ended(message)
}

try {
  println('returned ' + step.call(options))
} catch (Ended ended) {
  System.exit(1)
}
