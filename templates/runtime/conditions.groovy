// Conditions for which Groovy's own operators mean something else.

//# isTrue
// Whether a value counts as true: not false, 0, empty or missing.
@NonCPS
boolean isTrue(Object value) {
  return value ? true : false
}

//# isEmpty
// Whether a value is missing, or an empty string or list.
@NonCPS
boolean isEmpty(Object value) {
  boolean hasSize = value instanceof String || value instanceof List || value instanceof Map
  return value == null || (hasSize && !value)
}

//# isEqual
// In Groovy, 5 equals the string '5'; here it does not.
@NonCPS
boolean isEqual(Object left, Object right) {
  if (left instanceof Number && right instanceof Number) {
    return left.doubleValue() == right.doubleValue()
  }
  return !(left instanceof Number) && !(right instanceof Number) && left == right
}

//# isIn: isEqual
@NonCPS
boolean isIn(Object value, List list) {
  for (Object item in list) {
    if (isEqual(item, value)) return true
  }
  return false
}

//# matches
// Whether a pattern matches a part of a string.
@NonCPS
boolean matches(String text, String pattern) {
  try {
    return text != null && (text =~ pattern).find()
  } catch (StackOverflowError overflow) {
    // Java uses the stack for each repetition of a group.
    throw new Exception("A string of ${text.length()} characters is too long for the pattern ${pattern}")
  }
}
