//# runBound: secretBindings runSections forgetBoundTexts
//# + passReason: runExplained
// Binds the secrets of a flow, so that Jenkins masks them in the log.
Map runBound(Map flow) {
  List bindings = secretBindings()
  if (bindings.isEmpty()) {
    return runSections(flow)
  }
  forgetBoundTexts()
  try {
    return withCredentials(bindings) {
      runSections(flow) //? !passReason
      runExplained(flow) //? passReason
    }
  } finally {
    forgetBoundTexts()
  }
}

//# runExplained: runSections passReason
// Runs a flow whose reason for a failure may contain its secrets.
Map runExplained(Map flow) {
  try {
    return runSections(flow)
  } catch (Exception failure) {
    passReason(failure)
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
// Flows that run one after another use the same variables.
@NonCPS
void forgetBoundTexts() {
  if (boundTexts != null) boundTexts.clear()
}

//# findCredentials: scope credentialOf secretParts
// Finds the credential of each secret with a value, and binds each to a variable that no other flow of the build uses.
@NonCPS
void findCredentials() {
  scope.firstBound = scope.parent == null ? 1 : scope.parent.nextBound
  scope.nextBound = scope.firstBound
  for (entry in (scope.flow.secrets ?: [:]).entrySet()) {
    String credential = credentialOf(entry.key, entry.value)
    if (credential) {
      scope.secrets.put(entry.key, [credential: credential, bound: 'FLOWGATE_BOUND_' + scope.nextBound])
      scope.nextBound = scope.nextBound + 1 + secretParts(credential)
    }
  }
}

//# credentialOf: scope
//# + note: isUnchecked isGiven
// The id of the credential of a secret: the passed one, or else the default. Flowgate sends its builds the list of
// inputs with a value; values that Jenkins fills in for missing parameters do not count there.
@NonCPS
String credentialOf(String name, String id) {
  Map flow = scope.flow
  Object fallback = flow.secretDefaults == null ? null : flow.secretDefaults.get(id)
  if (flow.given != null) return flow.given.get(id) ?: fallback //? runSubflow
  Object chosen = params.get('FLOWGATE_SECRET_' + name)
  if (!isUnchecked()) return isGiven(id) ? chosen : null //? note
  return chosen ?: fallback
}

//# secretBindings: scope secretParts
// Jenkins masks only whole strings in few forms, so each line and other form of a secret is a separate one.
@NonCPS
List secretBindings() {
  List bindings = []
  for (secret in scope.secrets.values()) {
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

//# hidden: scope boundText
// A text to keep with the build, readable on the controller's disk: the names of variables replace its secrets. A text
// without secrets stays a string; any other becomes a list of pieces.
@NonCPS
Object hidden(String text) {
  List pieces = [text]
  for (int number = 1; number < scope.nextBound; number++) {
    String name = 'FLOWGATE_BOUND_' + number
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
Map hiddenValues(Map values) {
  Map kept = [:]
  for (entry in values.entrySet()) {
    kept.put(entry.key, entry.value instanceof CharSequence ? hidden(entry.value.toString()) : entry.value)
  }
  return kept
}

//# revealed: boundText
// The kept text with its secrets.
@NonCPS
String revealed(Object kept) {
  if (!(kept instanceof List)) return kept
  StringBuilder text = new StringBuilder()
  for (piece in kept) text.append(piece instanceof Map ? boundText(piece.bound) ?: '' : piece)
  return text.toString()
}

//# masked: hidden
// A text with its secrets masked.
@NonCPS
String masked(String text) {
  Object kept = hidden(text)
  if (!(kept instanceof List)) return text
  List pieces = []
  for (piece in kept) pieces.add(piece instanceof Map ? '{{maskText}}' : piece)
  return pieces.join('')
}
