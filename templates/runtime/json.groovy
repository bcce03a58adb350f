// Strict JSON (RFC 8259); Groovy's own reader is lenient. In Jenkins' sandbox a call costs 5 to 200 microseconds, so
// regular expressions process the whole text at once. Their possessive quantifiers need no stack and never backtrack.

//# compactJson: decodeEscapes stringPattern
// A text as compact JSON: without white space, and with characters instead of escapes where possible. Keeps digits and
// the order of keys. Null if the text is not JSON, or has more than {{maxJsonLevels}} levels.
@NonCPS
String compactJson(String text) {
  if (text == null || (text =~ /[\x00-\x08\x0b\x0c\x0e-\x1f]/).find()) return null
  // The shape of the text: \x01" is a string, \x01 an unclosed string, \x02 any other value. Level by level, lists and
  // objects become values too, until a single value is left.
  String shape = text.replaceAll(/"(?:[^"\\\x00-\x1f]++|\\(?:["\\\/bfnrt]|u[0-9a-fA-F]{4}))*+("?)/, '\u0001$1')
    .replaceAll(/-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?+(?:[eE][+-]?[0-9]++)?+|true|false|null/, '\u0002')
    .replaceAll(/[ \t\n\r]++/, '')
  String value = /(?:\x01"|\x02)/
  String flat = "\\[(?:${value}(?:,${value})*+)?+\\]|\\{(?:\\x01\":${value}(?:,\\x01\":${value})*+)?+\\}"
  for (level in 1..{{maxJsonLevels}}) {
    String flatter = shape.replaceAll(flat, '\u0002')
    if (flatter == shape) break
    shape = flatter
  }
  if (shape != '\u0002' && shape != '\u0001"') return null
  return decodeEscapes(text.replaceAll("(${stringPattern()})|[ \t\n\r]++", '$1'))
}

//# stringPattern
@NonCPS
String stringPattern() {
  return '"(?:[^"\\\\]++|\\\\.)*+"'
}

//# decodeEscapes: escapeControls
// Decodes the four-digit escapes, except those of quotes and backslashes. Groovy's reader reads the whole text as one
// string, in which all other escapes are plain text.
@NonCPS
String decodeEscapes(String json) {
  if (json.indexOf('\\') < 0) return escapeControls(json)
  // Without pairs of backslashes, each backslash starts an escape.
  String named = json.replace('\\\\', '\\u005c').replace('\\"', '\\u0022').replace('\\/', '/')
  String quoted = named.replaceAll(/\\(?!u(?!0022|005[cC]))/, '\\\\\\\\').replace('"', '\\"')
  String decoded = new groovy.json.JsonSlurper().parseText('["' + quoted + '"]').get(0)
  return escapeControls(decoded).replace('\\u0022', '\\"').replaceAll(/\\u005[cC]/, '\\\\\\\\')
}

//# escapeControls
// Escapes what a JSON string cannot contain, and lone surrogates, which UTF-8 cannot.
@NonCPS
String escapeControls(String text) {
  String named = text.replace('\b', '\\b').replace('\f', '\\f').replace('\n', '\\n').replace('\r', '\\r').replace('\t', '\\t')
  return named.replaceAll(/[\x00-\x1f\x{d800}-\x{dfff}]/) { String found -> String.format('\\u%04x', (int) found.charAt(0)) }
}

//# jsonString: escapeControls
// A text as a JSON string, escaped as in compact JSON.
@NonCPS
String jsonString(String text) {
  return '"' + escapeControls(text.replace('\\', '\\\\').replace('"', '\\"')) + '"'
}

//# jsonFields: compactJson stringPattern
// The keys of a JSON object and the compact JSON of their values, in order; of equal keys, the last one counts. Null
// for any other text.
@NonCPS
Map jsonFields(String text) {
  String compact = compactJson(text)
  if (compact == null || !compact.startsWith('{')) return null
  Map fields = [:]
  if (compact == '{}') return fields
  String string = stringPattern()
  String inside = ''
  for (level in 1..{{maxInnerJsonLevels}}) inside = "(?:[^\"\\[\\]{}]++|${string}|[\\[{]${inside}[\\]}])*+"
  String member = "(${string}):(${string}|[^\"\\[\\]{},]++|[\\[{]${inside}[\\]}])(,?)"
  String members = compact.substring(1, compact.length() - 1)
  Iterator keys = new groovy.json.JsonSlurper().parseText('[' + members.replaceAll(member, '$1$3') + ']').iterator()
  for (value in members.replaceAll(member, '$2\u0001').split('\u0001')) fields.put(keys.next(), value)
  return fields
}

//# jsonItems: compactJson stringPattern
// The items of a JSON list as compact JSON; null for any other text.
@NonCPS
List jsonItems(String text) {
  String compact = compactJson(text)
  if (compact == null || !compact.startsWith('[')) return null
  if (compact == '[]') return []
  String string = stringPattern()
  String inside = ''
  for (level in 1..{{maxInnerJsonLevels}}) inside = "(?:[^\"\\[\\]{}]++|${string}|[\\[{]${inside}[\\]}])*+"
  String item = "(${string}|[^\"\\[\\]{},]++|[\\[{]${inside}[\\]}])(,?)"
  return compact.substring(1, compact.length() - 1).replaceAll(item, '$1\u0001').split('\u0001').toList()
}

//# jsonValue: compactJson stringPattern plainValue
// JSON as plain lists and maps, which survive a restart of Jenkins. Numbers without fraction and exponent are Long or
// BigInteger, others Double. Null for null, and if the text is not JSON.
@NonCPS
Object jsonValue(String text) {
  String compact = compactJson(text)
  if (compact == null) return null
  // Groovy's reader sorts keys, wraps large numbers and fails on large exponents: so an object becomes
  // {"":[key,value,key,value]}, a large number {"":"digits"}, and an exponent of nine or more digits 99999999.
  String tokens = "${stringPattern()}|[{}:]|(?<![0-9.eE+-])(-?[0-9]{19,}+)(?![.eE])|([eE][+-]?)0*+[1-9][0-9]{8,}+"
  String marked = compact.replaceAll(tokens) { String token, String digits, String exponent ->
    switch (token) {
      case '{': return '{"":['
      case '}': return ']}'
      case ':': return ','
      default: return digits ? "{\"\":\"${digits}\"}" : exponent ? "${exponent}99999999" : token
    }
  }
  return plainValue(new groovy.json.JsonSlurper().parseText('[' + marked + ']').get(0))
}

//# plainValue: objectOrNumber
@NonCPS
Object plainValue(Object read) {
  if (read instanceof Integer) return read as Long
  if (read instanceof BigDecimal) return read.doubleValue()
  if (read instanceof Map) return objectOrNumber(read.get(''))
  if (!(read instanceof List)) return read
  List items = []
  for (item in read) items.add(plainValue(item))
  return items
}

//# objectOrNumber: plainValue
@NonCPS
Object objectOrNumber(Object held) {
  if (held instanceof String) {
    BigInteger number = held as BigInteger
    return number == (number as Long) ? number as Long : number
  }
  Map object = [:]
  Iterator items = held.iterator()
  for (key in items) object.put(key, plainValue(items.next()))
  return object
}
