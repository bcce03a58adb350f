import com.cloudbees.groovy.cps.NonCPS
import groovy.json.JsonOutput
import groovy.json.JsonSlurperClassic
import groovy.transform.CompileStatic
import org.jenkinsci.plugins.workflow.steps.FlowInterruptedException

/**
 * Runs a flow on a Flowgate server, waits for it without an executor, and fails the build if the execution fails.
 *
 *   def result = flowgateRun flow: 'web/deploy', inputs: [version: 'v1.2.3']
 *   echo result.outputs.address
 *
 * README.md lists the options. The token is in no variable, because Jenkins saves the variables of running builds.
 *
 * @return id, url, state, reason and outputs of the execution
 */
def call(Map options = [:]) {
  Map settings = [
    flow: '', inputs: [:], revision: null, labels: [:], server: env.FLOWGATE_SERVER ?: '', credentialsId: 'flowgate-token',
    wait: true, propagate: true, stopOnAbort: true, pollSeconds: 15, idempotencyKey: '',
  ]
  for (String name : new ArrayList(options.keySet())) {
    if (!settings.containsKey(name)) {
      error("flowgateRun has no option ${name}; its options are ${settings.keySet().join(', ')}")
    }
  }
  settings.putAll(options)
  settings.server = settings.server.toString().replaceAll('/+$', '')
  if (!(settings.server ==~ /https?:\/\/.+/)) {
    error('flowgateRun needs server, or the environment variable FLOWGATE_SERVER: the URL of Flowgate')
  }
  if (!(settings.flow ==~ /[a-z0-9][a-z0-9._-]*\/[a-zA-Z0-9][a-zA-Z0-9._-]*/)) {
    error("flowgateRun needs flow: a flow as 'namespace/id'")
  }
  String body = runRequest(settings)
  // With the same key, a repeated request starts nothing. Jenkins saves the key before the first request.
  String key = settings.idempotencyKey ?: "${env.BUILD_TAG}-${UUID.randomUUID()}"
  Map execution = [:]
  withCredentials([string(credentialsId: settings.credentialsId, variable: 'FLOWGATE_TOKEN')]) {
    // Jenkins saves the build only when it waits. A build that a crash ends before that would hang.
    sleep(time: 1, unit: 'MILLISECONDS')
    execution = request(settings, 'POST', "/flows/${settings.flow}/executions", body, key)
    execution.url = "${settings.server}/ui/executions/${execution.id}".toString()
    echo("Flowgate runs ${settings.flow}: ${execution.url}")
    if (settings.wait) {
      execution = waitForEnd(settings, execution)
    }
  }
  if (settings.wait) {
    report(settings, execution)
  }
  execution.remove('news')
  return execution
}

/** Asks for the state in growing intervals. An interrupted build stops the execution. */
private Map waitForEnd(Map settings, Map started) {
  Map execution = started
  String url = started.url
  int pause = 1
  try {
    while (!(execution.state in ['SUCCESS', 'WARNING', 'FAILED', 'KILLED'])) {
      sleep(time: pause, unit: 'SECONDS')
      pause = Math.min(pause * 2, Math.max(1, settings.pollSeconds as int))
      String before = execution.news
      execution = request(settings, 'GET', "/executions/${started.id}", null, null)
      if (execution.news != before) {
        echo("${settings.flow} ${execution.news}")
      }
    }
  } catch (FlowInterruptedException interruption) {
    if (settings.stopOnAbort) {
      stop(settings, started)
    }
    throw interruption
  }
  execution.url = url
  return execution
}

/** Retries for 15 seconds: a minute after a timeout has expired, Jenkins kills what still runs. */
private void stop(Map settings, Map started) {
  String address = "${settings.server}/executions/${started.id}/stop"
  Map answer = exchange(address, 'POST', env.FLOWGATE_TOKEN, '', null)
  for (int pause = 1; answer.isTransient && pause <= 8; pause *= 2) {
    sleep(time: pause, unit: 'SECONDS')
    answer = exchange(address, 'POST', env.FLOWGATE_TOKEN, '', null)
  }
  if (answer.status == 202) {
    echo("Stopped ${started.url}")
  } else {
    // With 409, the message is that the execution has already ended.
    echo(answer.status == 409 ? answer.message : "Could not stop ${started.url}: ${answer.message}")
  }
}

private void report(Map settings, Map execution) {
  String message = "${settings.flow} ${execution.news}"
  if (execution.state == 'SUCCESS' || !settings.propagate) {
    return
  }
  if (execution.state == 'WARNING') {
    unstable("${message} (${execution.url})")
  } else {
    error("${message} (${execution.url})")
  }
}

/** The execution in the answer. Retries for ten minutes, so that it lasts through an upgrade of Flowgate. */
private Map request(Map settings, String method, String path, String body, String key) {
  long end = System.currentTimeMillis() + 600_000L
  int pause = 2
  while (true) {
    Map answer = exchange(settings.server + path, method, env.FLOWGATE_TOKEN, body, key)
    if (answer.execution != null) {
      return answer.execution
    }
    if (!answer.isTransient || System.currentTimeMillis() > end) {
      error("${settings.flow}: ${answer.message}")
    }
    echo("${answer.message} Retrying.")
    sleep(time: Math.max(pause, answer.retryAfter as int), unit: 'SECONDS')
    pause = Math.min(pause * 2, 60)
  }
}

@NonCPS
private static String runRequest(Map settings) {
  Map body = [inputs: settings.inputs ?: [:]]
  if (settings.revision != null) {
    body.revision = settings.revision as int
  }
  if (settings.labels) {
    body.labels = settings.labels.collectEntries { name, value -> [(name.toString()): value.toString()] }
  }
  return JsonOutput.toJson(body)
}

/**
 * Sends one request.
 * @return status (0 without a response), and either execution, or message, isTransient and retryAfter (seconds)
 */
@NonCPS
@CompileStatic
private static Map<String, Object> exchange(String address, String method, String token, String body, String key) {
  int status = 0
  String text = ''
  int retryAfter = 0
  String reason = ''
  try {
    HttpURLConnection connection = (HttpURLConnection) new URL(address).openConnection()
    connection.setRequestMethod(method)
    connection.setConnectTimeout(10_000)
    connection.setReadTimeout(20_000)
    // The token is for this server only.
    connection.setInstanceFollowRedirects(false)
    connection.setRequestProperty('Authorization', 'Bearer ' + token)
    connection.setRequestProperty('Accept', 'application/json')
    if (key != null) {
      connection.setRequestProperty('Idempotency-Key', key)
    }
    if (body != null) {
      connection.setDoOutput(true)
      if (body != '') {
        connection.setRequestProperty('Content-Type', 'application/json')
      }
      connection.getOutputStream().write(body.getBytes('UTF-8'))
    }
    status = connection.getResponseCode()
    retryAfter = Math.min(300, connection.getHeaderFieldInt('Retry-After', 0))
    InputStream stream = status < 400 ? connection.getInputStream() : connection.getErrorStream()
    text = stream == null ? '' : stream.getText('UTF-8')
  } catch (IOException failure) {
    status = 0
    reason = failure.toString()
  }
  return answerOf(address, [status: status, text: text, retryAfter: retryAfter, reason: reason] as Map<String, Object>)
}

@NonCPS
private static Map answerOf(String address, Map response) {
  Object json = null
  try {
    json = response.text ? new JsonSlurperClassic().parseText(response.text) : null
  } catch (groovy.json.JsonException notJson) {
    // The page of a proxy.
  }
  Map body = json instanceof Map ? json : [:]
  if (response.status in 200..299 && body.id && body.state) {
    return [status: response.status, execution: executionOf(body)]
  }
  String code = (body.type ?: '').toString().startsWith('urn:flowgate:problem:') ? body.type : ''
  String failure = response.status ? "responded with ${response.status}" : "cannot be reached: ${response.reason}"
  String message = code && body.detail ? body.detail : "${address} ${failure}."
  boolean isTransient = response.status in [0, 429, 502, 504] || response.status == 503 && (!code || response.retryAfter > 0)
  return [status: response.status, message: message, isTransient: isTransient, retryAfter: response.retryAfter]
}

/** Only what the build needs, because Jenkins saves it with each step. */
@NonCPS
private static Map executionOf(Map record) {
  Map waitingFor = record.waitingFor ?: [:]
  String wait = waitingFor ? "waits for ${waitingFor.kind} ${waitingFor.task}" : null
  List news = [record.state, wait, record.trouble, record.reason].findAll { it }
  return [
    id: record.id, state: record.state, reason: record.reason, outputs: record.outputs ?: [:], news: news.join(': '),
  ]
}

return this
