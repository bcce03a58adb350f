// `type-members.ts` adds `problemOf`, with the rules of the types.

//# isDate
// Whether a string is an existing date: 2024-02-29, but not 2023-02-29.
@NonCPS
boolean isDate(String text) {
  if (!(text ==~ /[0-9]{4}-(0[1-9]|1[0-2])-[0-9]{2}/)) return false
  List parts = text.split('-').toList()
  int year = parts[0].toInteger()
  int month = parts[1].toInteger()
  boolean isLeapYear = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  int days = month == 2 ? (isLeapYear ? 29 : 28) : (month in [4, 6, 9, 11] ? 30 : 31)
  return parts[2].toInteger() in 1..days
}

//# problemOfRange: boundOf
// Bounds are decimal numbers in strings.
@NonCPS
String problemOfRange(Map declared, BigDecimal exact) {
  double number = exact.doubleValue()
  if (declared.min != null && number < boundOf(declared.min)) return {{rules.atLeast}}
  if (declared.max != null && number > boundOf(declared.max)) return {{rules.atMost}}
  if (declared.above != null && number <= boundOf(declared.above)) return {{rules.above}}
  if (declared.below != null && number >= boundOf(declared.below)) return {{rules.below}}
  return null
}

//# boundOf
@NonCPS
double boundOf(String decimal) {
  return (decimal as BigDecimal).doubleValue()
}
