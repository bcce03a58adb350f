//# runBound (secrets): secretBindings runSections forgetBoundTexts runExplained
// Binds the secrets of a flow, so that Jenkins masks them in the log.
Map runBound(Map frame) {
  List bindings = secretBindings(frame)
  if (bindings.isEmpty()) {
    return runSections(frame)
  }
  forgetBoundTexts()
  try {
    return withCredentials(bindings) {
      frame.explains ? runExplained(frame) : runSections(frame)
    }
  } finally {
    forgetBoundTexts()
  }
}

//# runExplained (noteFailure): runSections passReason
// Runs a flow whose reason for a failure may contain its secrets.
Map runExplained(Map frame) {
  try {
    return runSections(frame)
  } catch (Exception failure) {
    passReason(frame, failure)
    throw failure
  }
}

//# boundTexts
// The bound secrets that were read, by variable; not stored with the build, and null after a restart of Jenkins.
@Field transient Map boundTexts = [:]

//# boundText: boundTexts
// A bound secret. Each read of the environment makes Jenkins write to its disk, once for each secret parameter. The field
// is never assigned: that would make it a variable of the script, which Jenkins stores with the build.
@NonCPS
String boundText(String name) {
  if (boundTexts == null) return env.getProperty(name)
  if (!boundTexts.containsKey(name)) boundTexts.put(name, env.getProperty(name))
  return boundTexts.get(name)
}

//# forgetBoundTexts: boundTexts
// Keeps secrets no longer than their flow runs. Flows that still run read theirs again.
@NonCPS
void forgetBoundTexts() {
  if (boundTexts != null) boundTexts.clear()
}

//# bounds
// The number of variables that the flows of the build have used for secrets.
@Field Map bounds = [count: 0]

//# findCredentials (secrets): credentialOf bounds secretParts
// Finds the credential of each secret with a value, and binds each to a variable that no other flow of the build uses.
@NonCPS
void findCredentials(Map frame) {
  frame.secrets = [:]
  frame.bound = frame.parent == null ? [] : frame.parent.bound.toList()
  for (entry in (frame.flow.secrets ?: [:]).entrySet()) {
    String credential = credentialOf(frame, entry.key, entry.value)
    if (credential) {
      int first = bounds.count + 1
      bounds.count = first + secretParts(credential)
      frame.secrets.put(entry.key, [credential: credential, bound: 'FLOWGATE_BOUND_' + first])
      for (number in first..bounds.count) frame.bound.add('FLOWGATE_BOUND_' + number)
    }
  }
}

//# credentialOf: isUnchecked isGiven
// The id of the credential of a secret: the passed one, or else the default. Flowgate sends its builds the list of
// inputs with a value; values that Jenkins fills in for missing parameters do not count there.
@NonCPS
String credentialOf(Map frame, String name, String id) {
  Map flow = frame.flow
  Object fallback = flow.secretDefaults == null ? null : flow.secretDefaults.get(id)
  if (flow.given != null) return flow.given.get(id) ?: fallback
  Object chosen = params.get('FLOWGATE_SECRET_' + name)
  if (!isUnchecked(frame)) return isGiven(frame, id) ? chosen : null
  return chosen ?: fallback
}

//# secretBindings: secretParts
// Jenkins masks only whole strings in few forms, so each line and other form of a secret is a separate one.
@NonCPS
List secretBindings(Map frame) {
  List bindings = []
  for (secret in frame.secrets.values()) {
    bindings.add([$class: 'StringBinding', variable: secret.bound, credentialsId: secret.credential])
    int first = secret.bound.substring('FLOWGATE_BOUND_'.length()).toInteger()
    int parts = secretParts(secret.credential)
    for (int part = 1; part <= parts; part++) {
      bindings.add([$class: 'StringBinding', variable: 'FLOWGATE_BOUND_' + (first + part), credentialsId: secret.credential + '.' + part])
    }
  }
  return bindings
}

//# secretParts
// The number of lines and other forms that Flowgate stored with a secret, from the id of its credential.
@NonCPS
int secretParts(String credential) {
  boolean isOwn = credential ==~ /flowgate-[0-9A-Z]{26}-[a-z0-9-]+\.[0-9]{1,3}/
  return isOwn ? credential.substring(credential.lastIndexOf('.') + 1).toInteger() : 0
}

//# hidden (secrets): boundText
// A text to keep with the build, readable on the controller's disk: the names of variables replace its secrets. A text
// without secrets stays a string; any other becomes a list of pieces.
@NonCPS
Object hidden(Map frame, String text) {
  List pieces = [text]
  for (name in frame.bound) {
    String secret = boundText(name)
    if (!secret || (secret.length() < 3 && text != secret) || !text.contains(secret)) continue
    List split = []
    for (piece in pieces) {
      if (piece instanceof Map) {
        split.add(piece)
        continue
      }
      int start = 0
      for (int at = piece.indexOf(secret); at >= 0; at = piece.indexOf(secret, start)) {
        split.add(piece.substring(start, at))
        split.add([bound: name])
        start = at + secret.length()
      }
      split.add(piece.substring(start))
    }
    pieces = split
  }
  return pieces.size() == 1 ? text : pieces
}

//# hiddenValues: hidden
// The values that a flow passes, by input.
@NonCPS
Map hiddenValues(Map frame, Map values) {
  Map kept = [:]
  for (entry in values.entrySet()) {
    kept.put(entry.key, entry.value instanceof CharSequence ? hidden(frame, entry.value.toString()) : entry.value)
  }
  return kept
}

//# revealed (secrets): boundText
// The kept text with its secrets.
@NonCPS
String revealed(Object kept) {
  if (!(kept instanceof List)) return kept
  StringBuilder text = new StringBuilder()
  for (piece in kept) text.append(piece instanceof Map ? boundText(piece.bound) ?: '' : piece)
  return text.toString()
}

//# masked (secrets): hidden
// A text with its secrets masked.
@NonCPS
String masked(Map frame, String text) {
  Object kept = hidden(frame, text)
  if (!(kept instanceof List)) return text
  List pieces = []
  for (piece in kept) pieces.add(piece instanceof Map ? '{{maskText}}' : piece)
  return pieces.join('')
}
