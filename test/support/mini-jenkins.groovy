/*
 * Runs Jenkinsfiles without a Jenkins, with the Groovy that Jenkins embeds: the steps that Flowgate generates are real
 * (scripts run in a shell), and the environment behaves as Jenkins' does: names fold case, an empty value is unset,
 * parameters are expanded. It knows no CPS, no sandbox and no declarative syntax check; a real controller is for those.
 *
 * Reads one JSON request a line and answers each with one JSON line:
 *   {"compile": text}                     -> {"error": null | text}
 *   {"run": text, "workspace", "parameters", "credentials", "previousBuilds": [description], "entersTwice": boolean, "keepsWorkspace": boolean, "abortAfter": ms, "stopsAt": [function]} -> {"result", "description", "descriptions", "stages", "console", "artifacts", "error"}
 */
import groovy.json.JsonOutput
import groovy.json.JsonSlurper
import java.security.CodeSource
import org.codehaus.groovy.control.ClassNodeResolver
import org.codehaus.groovy.control.CompilationUnit
import org.codehaus.groovy.control.CompilerConfiguration
import org.codehaus.groovy.control.Phases
import org.jenkinsci.plugins.pipeline.modeldefinition.Utils
import org.jenkinsci.plugins.workflow.steps.FlowInterruptedException

class Environment {
  final TreeMap<String, String> values = new TreeMap<>(String.CASE_INSENSITIVE_ORDER)

  Environment(Map initial) { initial.each { name, text -> override(name, text) } }

  void override(String name, String text) {
    values.remove(name)
    if (text != null && text != '') values.put(name, text)
  }

  // `$$` is a dollar sign, `$NAME` and `${NAME}` are replaced where the name is known.
  String expand(String text) {
    return text.replaceAll(/\$(\$|[A-Za-z_][A-Za-z0-9_]*|\{[A-Za-z0-9_.]+\})/) { List<String> found ->
      if (found[1] == '$') return '$'
      String name = found[1].startsWith('{') ? found[1][1..-2] : found[1]
      return values.containsKey(name) ? values.get(name) : found[0]
    }
  }

  Object getProperty(String name) {
    return name == 'values' ? values : values.get(name)
  }
}

class Build {
  String description
  // Each description that it had, in their order.
  List<String> descriptions = []
  String result
  Object previousBuild
  Object nextBuild

  void setDescription(String text) {
    description = text
    descriptions.add(text)
  }
}

class Stops {
  // A Jenkinsfile that delivers a stop once where each of these functions starts.
  static String deliverAt(List<String> functions, String text) {
    String all = text
    for (String name in functions) {
      String delivering = all.replaceFirst("(?m)^(\\w+ ${name}\\(.*\\) \\{)\$", "\$1\n  deliverStop('${name}')")
      if (delivering == all) throw new IllegalArgumentException("The Jenkinsfile has no function ${name}")
      all = delivering
    }
    return all
  }
}

// What each branch of a pipeline has for itself.
class Branch {
  Environment environment
  File workspace
  volatile boolean aborted = false
  Throwable failure
}

abstract class JenkinsScript extends Script {
  Map request
  Map report
  PrintWriter console
  List<String> secrets = []
  // As in Jenkins, one branch runs at a time; others go on while it waits for a step.
  final java.util.concurrent.locks.ReentrantLock turn = new java.util.concurrent.locks.ReentrantLock(true)
  final ThreadLocal<Branch> branch = new ThreadLocal<>()
  // Those that do not wait for branches of their own.
  final Set<Branch> running = java.util.concurrent.ConcurrentHashMap.newKeySet()

  // Called by name: Groovy would take an assignment for one of a script variable, which all branches share.
  Environment getEnvironment() { return branch.get().environment }
  void setEnvironment(Environment changed) { branch.get().environment = changed }
  File getWorkspace() { return branch.get().workspace }
  void setWorkspace(File changed) { branch.get().workspace = changed }

  // Groovy would take an assignment from outside for one of a script variable.
  void begin(Map request, Map report, PrintWriter console, Environment environment) {
    this.request = request
    this.report = report
    this.console = console
    Branch first = new Branch(environment: environment, workspace: new File(request.workspace))
    branch.set(first)
    running.add(first)
    turn.lock()
  }

  void abort() { running.each { it.aborted = true } }

  Object parallel(Map bodies) {
    checkAbort()
    Map<String, Closure> branches = new LinkedHashMap(bodies)
    boolean failFast = branches.remove('failFast') ?: false
    Branch outer = branch.get()
    List<Branch> all = branches.collect { new Branch(environment: outer.environment, workspace: outer.workspace) }
    running.addAll(all)
    running.remove(outer)
    List<Thread> threads = [all, branches.values().toList()].transpose().collect { Branch own, Closure body ->
      Thread thread = new Thread({ runBranch(own, body, failFast ? all : []) })
      thread.start()
      // They begin in their order.
      while (thread.alive && !turn.hasQueuedThread(thread)) Thread.sleep(1)
      return thread
    }
    waiting { threads*.join() }
    running.add(outer)
    Branch failed = all.find { it.failure != null && !(it.failure instanceof FlowInterruptedException) } ?: all.find { it.failure != null }
    if (failed != null) throw failed.failure
    return [:]
  }

  void runBranch(Branch own, Closure body, List<Branch> siblings) {
    turn.lock()
    branch.set(own)
    try {
      body()
    } catch (Throwable failure) {
      own.failure = failure
      siblings.each { if (it != own) it.aborted = true }
    } finally {
      running.remove(own)
      turn.unlock()
    }
  }

  Object waiting(Closure wait) {
    turn.unlock()
    try { return wait() } finally { turn.lock() }
  }

  Object getEnv() { return environment }
  Object getParams() { return request.parameters }
  Object getCurrentBuild() { return report.build }
  Object getAny() { return 'any' }

  void pipeline(Closure body) { body() }
  void agent(Object choice) {}
  void parameters(Closure body) {}
  void stages(Closure body) { body() }
  void steps(Closure body) { body() }
  void script(Closure body) { body() }

  void stage(String name, Closure body) {
    Map stage = [name: name, result: 'SUCCESS']
    report.stages.add(stage)
    checkAbort()
    try {
      body()
      if (Utils.skipped.remove(name)) stage.result = 'SKIPPED'
    } catch (FlowInterruptedException stop) {
      stage.result = 'ABORTED'
      throw stop
    } catch (Exception failure) {
      stage.result = 'FAILURE'
      throw failure
    }
  }

  void echo(Object message) { print(message.toString() + '\n') }
  void error(Object message) { throw new Exception(message.toString()) }
  String pwd() { return workspace.path }

  Object withEnv(List entries, Closure body) {
    Environment outer = environment
    setEnvironment(new Environment(outer.values))
    entries.each { String entry = it.toString(); environment.override(entry.substring(0, entry.indexOf('=')), entry.substring(entry.indexOf('=') + 1)) }
    try { return body() } finally { setEnvironment(outer) }
  }

  Object withCredentials(List bindings, Closure body) {
    List entries = bindings.collect { binding ->
      String secret = request.credentials[binding.credentialsId]
      if (secret == null) throw new Exception("Could not find credentials entry with ID '${binding.credentialsId}'")
      secrets.add(secret)
      return "${binding.variable}=${secret}"
    }
    return withEnv(entries, body)
  }

  void catchError(Map options, Closure body) {
    try {
      body()
    } catch (FlowInterruptedException stop) {
      throw stop
    } catch (Exception failure) {
      print("ERROR: ${failure.message}\n")
      report.stages.reverse().find { it.result == 'SUCCESS' }?.put('result', options.stageResult)
      if (options.buildResult == 'UNSTABLE' && report.result == 'SUCCESS') report.result = 'UNSTABLE'
    }
  }

  void timeout(Map options, Closure body) {
    Branch own = branch.get()
    // Longer ones are only for an agent that hangs.
    if (options.unit == 'MILLISECONDS') Thread.startDaemon { Thread.sleep(options.time); own.aborted = true }
    body()
  }
  // As after a crash, when a build is still in a queue that Jenkins has read back.
  void node(Closure body) {
    try { body() } finally { if (request.entersTwice) body() }
  }
  void node(String label, Closure body) {
    File outer = workspace
    setWorkspace(new File(outer.path + '@' + label.replaceAll(/\W/, '_')))
    workspace.mkdirs()
    try { withEnv(['WORKSPACE=' + workspace.path], body) } finally { setWorkspace(outer) }
  }

  void dir(String path, Closure body) {
    File outer = workspace
    setWorkspace(fileAt(path))
    workspace.mkdirs()
    try { body() } finally { setWorkspace(outer) }
  }

  File fileAt(String path) { return path.startsWith('/') ? new File(path) : new File(workspace, path) }

  void deleteDir() {
    if (request.remove('keepsWorkspace')) return
    workspace.deleteDir()
    workspace.mkdirs()
  }

  void sleep(Map options) {
    checkAbort()
    // The parameter of the step is an int.
    assert options.time <= Integer.MAX_VALUE
    long until = System.currentTimeMillis() + java.util.concurrent.TimeUnit.valueOf(options.unit).toMillis(options.time as long)
    while (System.currentTimeMillis() < until) { waiting { Thread.sleep(10) }; checkAbort() }
  }

  void writeFile(Map options) {
    File file = new File(workspace, options.file.toString())
    file.parentFile.mkdirs()
    file.setText(options.text.toString(), 'UTF-8')
  }

  String readFile(Map options) { return fileAt(options.file.toString()).getText('UTF-8') }
  boolean fileExists(String path) { return fileAt(path).exists() }

  void archiveArtifacts(Map options) {
    checkAbort()
    report.artifacts.add(options.artifacts.toString())
    if (options.artifacts == '.flowgate/outputs.json') report.outputs = new File(workspace, options.artifacts).text
    else if (options.artifacts == '.flowgate/segment.json') report.segment = new File(workspace, options.artifacts).text
    else if (request.keepsFiles) keep(options.artifacts.toString(), options.excludes)
  }

  // As Jenkins does, with Ant, which comes with the packages of Groovy.
  void keep(String includes, String excludes) {
    Object project = Class.forName('org.apache.tools.ant.Project').newInstance()
    Object files = Class.forName('org.apache.tools.ant.types.FileSet').newInstance()
    files.setDir(workspace)
    files.setProject(project)
    includes.tokenize(',').each { files.createInclude().setName(it.trim()) }
    if (excludes) files.createExclude().setName(excludes)
    files.getDirectoryScanner(project).includedFiles.each { String path ->
      File file = new File(workspace, path)
      // What a link outside leads to is not served.
      if (!file.exists() || !file.canonicalPath.startsWith(workspace.canonicalPath + '/')) return
      byte[] digest = java.security.MessageDigest.getInstance('SHA-256').digest(file.bytes)
      report.kept.put(path, digest.encodeHex().toString())
    }
  }

  int sh(Map options) {
    checkAbort()
    File script = File.createTempFile('step', '.sh')
    script.setText(options.script.toString(), 'UTF-8')
    // As Jenkins does, which takes the program of the first line, or else this one.
    List command = options.script.toString().startsWith('#!') ? ['/bin/sh'] : ['/bin/sh', '-xe']
    ProcessBuilder builder = new ProcessBuilder(command + [script.path])
    builder.directory(workspace)
    builder.redirectErrorStream(true)
    builder.redirectInput(new File('/dev/null'))
    File output = File.createTempFile('step', '.log')
    builder.redirectOutput(output)
    builder.environment().clear()
    builder.environment().putAll(environment.values)
    builder.environment().put('PATH', environment.values.get('PATH') ?: System.getenv('PATH'))
    Process process = builder.start()
    Branch own = branch.get()
    // As Jenkins does: the signal goes to the outer shell and to what runs below it.
    boolean told = false
    waiting {
      while (!process.waitFor(5, java.util.concurrent.TimeUnit.MILLISECONDS)) {
        if (own.aborted && !told) {
          told = true
          process.toHandle().descendants().forEach { it.destroy() }
          process.destroy()
        }
      }
    }
    int status = process.exitValue()
    print(output.getText('UTF-8'))
    output.delete()
    script.delete()
    if (told && status != 0) {
      own.aborted = false
      throw new FlowInterruptedException()
    }
    if (status != 0 && !options.returnStatus) throw new Exception("script returned exit code ${status}")
    return status
  }

  void checkAbort() {
    if (branch.get().aborted) {
      branch.get().aborted = false
      throw new FlowInterruptedException()
    }
  }

  // Where a function starts, Jenkins delivers a stop that arrived since the last step.
  void deliverStop(String function) {
    if (request.stopsAt.remove(function)) throw new FlowInterruptedException()
  }

  void print(Object text) {
    String masked = text.toString()
    secrets.each { masked = masked.replace(it, '****') }
    console.print(masked)
  }
}

// Remembers for all Jenkinsfiles which names are classes: to look for them takes a third of the time of a compilation.
class RememberingLoader extends GroovyClassLoader {
  static final ClassNodeResolver resolver = new ClassNodeResolver()

  RememberingLoader(ClassLoader parent, CompilerConfiguration configuration) { super(parent, configuration) }

  CompilationUnit createCompilationUnit(CompilerConfiguration configuration, CodeSource source) {
    CompilationUnit unit = super.createCompilationUnit(configuration, source)
    unit.classNodeResolver = resolver
    return unit
  }
}

// The classes of the last texts: many builds run the text of the one before them, and to compile it takes longer.
class Compiled {
  static final int MAX = 8
  static final Map<String, Class> byText = new LinkedHashMap<>(16, 0.75f, true)

  static Class of(String text, Closure<Class> compile) {
    Class known = byText.get(text)
    if (known != null) return known
    Class made = compile()
    byText.put(text, made)
    if (byText.size() > MAX) byText.remove(byText.keySet().iterator().next())
    return made
  }
}

GroovyClassLoader loader = new GroovyClassLoader(this.class.classLoader)

CompilerConfiguration configuration() {
  CompilerConfiguration made = new CompilerConfiguration()
  made.scriptBaseClass = 'JenkinsScript'
  def imports = new org.codehaus.groovy.control.customizers.ImportCustomizer()
  imports.addImports('com.cloudbees.groovy.cps.NonCPS')
  made.addCompilationCustomizers(imports)
  return made
}

Map compile(GroovyClassLoader loader, String text) {
  try {
    CompilationUnit unit = new RememberingLoader(loader, configuration()).createCompilationUnit(configuration(), null)
    unit.addSource('Jenkinsfile', text)
    unit.compile(Phases.CLASS_GENERATION)
    return [error: null]
  } catch (Throwable failure) {
    return [error: failure.message]
  }
}

Map run(GroovyClassLoader loader, Map request) {
  Map report = [result: 'SUCCESS', stages: [], artifacts: [], kept: [:], error: null, build: new Build()]
  StringWriter log = new StringWriter()
  try {
    String jenkinsfile = Stops.deliverAt(request.stopsAt ?: [], request.run)
    Script script = Compiled.of(jenkinsfile) {
      new RememberingLoader(loader, configuration()).parseClass(jenkinsfile, 'Jenkinsfile')
    }.newInstance()
    Environment expanded = new Environment(System.getenv().subMap(['HOME', 'LANG', 'PATH', 'USER']))
    Environment parameters = new Environment(request.parameters.collectEntries { name, text -> [name, text.toString()] })
    parameters.values.each { name, text -> expanded.override(name, parameters.expand(text)) }
    (request.environment ?: [:]).each { name, text -> expanded.override(name, text) }
    expanded.override('WORKSPACE', request.workspace)
    expanded.override('BUILD_NUMBER', '7')
    expanded.override('JOB_NAME', 'flows/job')
    script.begin(request, report, new PrintWriter(log), expanded)
    request.previousBuilds.each { description -> report.build.previousBuild = [description: description, previousBuild: report.build.previousBuild] }
    if (request.abortAfter != null) {
      Thread.startDaemon { Thread.sleep(request.abortAfter); script.abort() }
    }
    script.run()
    report.result = report.build.result ?: report.result
  } catch (Throwable failure) {
    boolean stopped = failure instanceof FlowInterruptedException
    report.result = stopped ? 'ABORTED' : 'FAILURE'
    report.error = stopped ? null : failure.toString()
    if (failure instanceof Error || failure instanceof groovy.lang.GroovyRuntimeException) log.append(failure.stackTrace.findAll { it.fileName == 'Jenkinsfile' }.join('\n'))
  }
  Build build = report.remove('build')
  return report + [console: log.toString(), description: build.description, descriptions: build.descriptions]
}

System.in.withReader('UTF-8') { reader ->
  PrintStream answers = new PrintStream(new FileOutputStream(FileDescriptor.out), true, 'UTF-8')
  reader.eachLine { line ->
    Map request = new JsonSlurper().parseText(line)
    answers.println(JsonOutput.toJson(request.compile == null ? run(loader, request) : compile(loader, request.compile)))
  }
}
