// The items of a loop, read when it begins. Whatever is wrong with them ends the loop before its first item: these
// functions throw it as a clause.

//# readItems (runLoop): listItems matrixItems? jsonString keysOf hidden keepItems
// Reads the list of a loop and the keys of its items; returns what is wrong with them, or null.
@NonCPS
String readItems(Map task) {
  Map control = task.get('control')
  try {
    List items = control.get('axes') == null ? listItems(task.get('frame'), control.get('list'), control.get('fields'), control.get('maxItems')) : matrixItems(task)
    List lines = []
    for (texts in items) {
      List strings = []
      for (text in texts) strings.add(jsonString(text))
      lines.add("[${String.join(',', strings)}]".toString())
    }
    control.put('labels', keysOf(task, lines).join('\n'))
    String list = lines.join('\n')
    control.put('list', task.get('frame').get('bound') == null ? list : hidden(task.get('frame'), list))
    control.put('total', lines.size())
    if (task.get('frame').get('segment').get('items') != null) keepItems(task)
    return null
  } catch (Exception problem) {
    return problem.message
  }
}

//# listItems: own requireFew checkedItem value jsonItems shownValue plainItem objectItem
// The items of a list, each a list of the texts of its fields. The list is in the flow, or a value.
@NonCPS
List listItems(Map frame, Map list, List fields, Object max) {
  List items = []
  if (list.get('literal') != null) {
    List given = own(frame, list.get('literal'))
    requireFew(given.size(), max)
    for (int index = 0; index < given.size(); index++) items.add(checkedItem(fields, index, given[index]))
    return items
  }
  if (!frame.get('texts').containsKey(list.get('name'))) return items
  String text = value(frame, list.get('name'))
  List found = jsonItems(text)
  if (found == null) throw new Exception({{sentences.notAList}})
  requireFew(found.size(), max)
  boolean isPlain = fields.get(0).get('field') == null
  int index = 0
  for (json in found) {
    items.add(isPlain ? checkedItem(fields, index, [plainItem(index, json)]) : objectItem(fields, index, json))
    index++
  }
  return items
}

//# requireFew
@NonCPS
void requireFew(long items, Object max) {
  if (max != null && items > max) throw new Exception({{sentences.tooManyItems}})
}

//# shownValue
@NonCPS
String shownValue(String text) {
  return text.length() > {{maxShownText}} ? {{sentences.longText}} : text
}

//# checkedItem: problemOf
@NonCPS
List checkedItem(List fields, int index, List texts) {
  List checked = []
  Iterator given = texts.iterator()
  for (field in fields) {
    String text = given.next().toString()
    String problem = problemOf([type: field.get('type')], text)
    if (problem != null) throw new Exception({{sentences.itemValueProblem}})
    checked.add(text)
  }
  return checked
}

//# plainItem: jsonValue shownValue
// The text of an item that is a single value.
@NonCPS
String plainItem(int index, String json) {
  if (json.startsWith('"')) return jsonValue(json)
  if (json.startsWith('[') || json.startsWith('{') || json == 'null') throw new Exception({{sentences.notAnItem}})
  return json
}

//# objectItem: jsonFields shownValue fieldText
// The texts of the fields of an item.
@NonCPS
List objectItem(List fields, int index, String json) {
  Map given = jsonFields(json)
  if (given == null) throw new Exception({{sentences.notAnObject}})
  List texts = []
  for (declared in fields) {
    String field = declared.get('field')
    String type = declared.get('type')
    String found = given.get(field)
    if (found == null || (found == 'null' && !(type in {{types.json}}))) throw new Exception({{sentences.missingItemField}})
    String text = fieldText(type, found)
    if (text == null) throw new Exception({{sentences.wrongItemField}})
    texts.add(text)
  }
  return texts
}

//# matrixItems: listItems requireFew
// The combinations of a matrix, the last list fastest. An exclusion has null where it matches any value.
@NonCPS
List matrixItems(Map task) {
  Map control = task.get('control')
  List lists = []
  long count = 1
  for (int i = 0; i < control.get('axes').size(); i++) {
    lists.add(listItems(task.get('frame'), control.get('axes')[i], [[type: control.get('fields')[i].type]], null))
    count = count * lists[i].size()
  }
  if (control.exclude == null || count > {{maxCombinations}}) requireFew(count, control.maxItems)
  List items = [[]]
  for (values in lists) {
    List longer = []
    for (item in items) for (value in values) longer.add(item + value)
    items = longer
  }
  for (excluded in (control.get('exclude') ?: [])) {
    List left = []
    for (item in items) {
      boolean matches = true
      for (int i = 0; i < item.size(); i++) if (excluded[i] != null && excluded[i] != item[i]) matches = false
      if (!matches) left.add(item)
    }
    items = left
  }
  requireFew(items.size(), control.get('maxItems'))
  return items
}

//# keysOf: ownFrame setItem keyOf
// The label of each item.
@NonCPS
List keysOf(Map task, List lines) {
  Map indexes = [:]
  int index = 0
  // The values of an item replace those of the one before it.
  Map inner = ownFrame(task.get('frame'), '')
  for (line in lines) {
    String problem = setItem(task, inner, index, line)
    if (problem != null) throw new Exception({{sentences.itemValueProblem}})
    String key = keyOf(task.get('control'), inner, index)
    Integer first = indexes.get(key)
    if (first != null) throw new Exception({{sentences.equalKeys}})
    indexes.put(key, index)
    index++
  }
  return indexes.keySet().toList()
}

//# keyOf: value masked isUsableKey own
@NonCPS
String keyOf(Map control, Map inner, int index) {
  Map field = control.get('fields').get(0)
  if (control.get('key') == null) {
    String text = field.get('field') == null ? value(inner, field.get('name')) : ''
    if (inner.get('bound') != null && masked(inner, text) != text) return index.toString()
    return isUsableKey(text) ? text : index.toString()
  }
  String key = own(inner, control.get('key'))
  if (!isUsableKey(key)) throw new Exception({{sentences.invalidKey}})
  if (inner.get('bound') != null && masked(inner, key) != key) throw new Exception({{sentences.secretKey}})
  return key
}

//# isUsableKey
@NonCPS
boolean isUsableKey(String key) {
  return key.length() <= {{maxKeyLength}} && key ==~ /[^\[\]\p{Cc}\p{Cs}]+/
}
