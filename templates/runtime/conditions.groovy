// Conditions, where Groovy's own operators mean something else.

// Whether a value counts as true: not false, 0, empty or missing.
@NonCPS
boolean isTrue(Object value) {
  return value ? true : false
}

// Whether there is no value, an empty text or an empty list.
@NonCPS
boolean isEmpty(Object value) {
  boolean hasSize = value instanceof String || value instanceof List || value instanceof Map
  return value == null || (hasSize && !value)
}

// Groovy takes 5 and the text '5' for equal; here they are not.
@NonCPS
boolean isEqual(Object left, Object right) {
  if (left instanceof Number && right instanceof Number) {
    return left.doubleValue() == right.doubleValue()
  }
  return !(left instanceof Number) && !(right instanceof Number) && left == right
}

@NonCPS
boolean isIn(Object value, List list) {
  for (Object item in list) {
    if (isEqual(item, value)) return true
  }
  return false
}

// Whether a pattern is found in a text.
@NonCPS
boolean matches(String text, String pattern) {
  try {
    return text != null && (text =~ pattern).find()
  } catch (StackOverflowError fault) {
    // Java takes a step of its stack for each round of a group.
    throw new Exception("A text of ${text.length()} characters is too long for the pattern ${pattern}")
  }
}
