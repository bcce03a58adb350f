/*
 * Prints what Groovy reads of each of the texts in a JSON file, one JSON string a line, in the form of print-groovy.ts.
 */
import groovy.json.JsonOutput
import groovy.json.JsonSlurper
import org.codehaus.groovy.ast.*
import org.codehaus.groovy.ast.expr.*
import org.codehaus.groovy.ast.stmt.*
import org.codehaus.groovy.control.CompilationUnit
import org.codehaus.groovy.control.Phases

/** A class of its own, as Groovy derives the names of others from it. */
class TreePrinter {
  List annotations = []

  String typeName(ClassNode type) { type.array ? typeName(type.componentType) + '[]' : type.name.tokenize('.$').last() }

  String constant(value) {
    if (value instanceof Number) return new BigDecimal(value.toString()).stripTrailingZeros().toPlainString().replaceFirst(/^0\.0+$/, '0')
    value instanceof String || value instanceof Character ? JsonOutput.toJson(value) : "$value"
  }

  String list(expressions, String separator = ', ') { expressions.collect { text(it) }.join(separator) }

  String entries(MapExpression map) { map.mapEntryExpressions.collect { entry(it) }.join(', ') }

  String entry(MapEntryExpression entry) {
    if (entry.keyExpression instanceof SpreadMapExpression) return '*:' + text(entry.keyExpression.expression)
    text(entry.keyExpression) + ': ' + text(entry.valueExpression)
  }

  String arguments(Expression arguments) {
    if (!(arguments instanceof TupleExpression)) return '(' + text(arguments) + ')'
    List all = arguments.expressions
    '(' + (all.size() == 1 && all[0] instanceof NamedArgumentListExpression ? entries(all[0]) : list(all)) + ')'
  }

  String member(Expression of, Expression name, boolean isSafe, boolean isSpread, boolean isImplicit) {
    String before = isImplicit ? '' : text(of) + (isSpread ? '*.' : isSafe ? '?.' : '.')
    before + (name instanceof ConstantExpression ? name.value : '"' + text(name) + '"')
  }

  String template(GStringExpression string) {
    List parts = []
    string.strings.eachWithIndex { part, index ->
      if (part.value != '') parts << constant(part.value)
      if (index < string.values.size()) parts << text(string.values[index])
    }
    '<' + parts.join(' ') + '>'
  }

  String text(Expression it) {
    switch (it) {
      case EmptyExpression: return ''
      case GStringExpression: return template(it)
      case ConstantExpression: return constant(it.value)
      case VariableExpression: return it.name
      case ClassExpression: return typeName(it.type)
      case MethodCallExpression: return member(it.objectExpression, it.method, it.safe, it.spreadSafe, it.implicitThis) + arguments(it.arguments)
      case ConstructorCallExpression: return (it.superCall ? 'super' : it.thisCall ? 'this' : 'new ' + (it.usingAnonymousInnerClass ? '' : typeName(it.type))) + arguments(it.arguments)
      case AttributeExpression: return '(.@ ' + text(it.objectExpression) + ' ' + text(it.property) + ')'
      case PropertyExpression: return member(it.objectExpression, it.property, it.safe, it.spreadSafe, false)
      case MethodPointerExpression: return '(.& ' + text(it.expression) + ' ' + text(it.methodName) + ')'
      case DeclarationExpression: return 'def ' + declaration(it)
      case BinaryExpression:
        if (it.operation.text == '[') return text(it.leftExpression) + '[' + text(it.rightExpression) + ']'
        return '(' + it.operation.text + ' ' + text(it.leftExpression) + ' ' + text(it.rightExpression) + ')'
      case ElvisOperatorExpression: return '(?: ' + text(it.trueExpression) + ' ' + text(it.falseExpression) + ')'
      case TernaryExpression: return '(? ' + list([it.booleanExpression, it.trueExpression, it.falseExpression], ' ') + ')'
      case NotExpression: return '(! ' + text(it.expression) + ')'
      case BooleanExpression: return text(it.expression)
      case UnaryMinusExpression: return '(- ' + text(it.expression) + ')'
      case UnaryPlusExpression: return '(+ ' + text(it.expression) + ')'
      case BitwiseNegationExpression: return '(~ ' + text(it.expression) + ')'
      case PrefixExpression: return '(' + it.operation.text + ' ' + text(it.expression) + ')'
      case PostfixExpression: return '(x' + it.operation.text + ' ' + text(it.expression) + ')'
      case CastExpression: return '(as ' + text(it.expression) + ' ' + typeName(it.type) + ')'
      case RangeExpression: return '(' + (it.inclusive ? '..' : '..<') + ' ' + text(it.from) + ' ' + text(it.to) + ')'
      case ClosureExpression: return '{' + (it.parameters ?: []).collect { it.name }.join(', ') + ' -> ' + block(it.code) + '}'
      case SpreadExpression: return '(* ' + text(it.expression) + ')'
      case SpreadMapExpression: return '*:' + text(it.expression)
      case MapEntryExpression: return '[' + entry(it) + ']'
      case MapExpression: return '[' + (entries(it) ?: ':') + ']'
      case ArrayExpression: return 'new ' + typeName(it.elementType) + '[]' * it.sizeExpression.size() + '(' + list(it.sizeExpression) + ')'
      case TupleExpression:
      case ListExpression: return '[' + list(it.expressions) + ']'
      default: return it.class.simpleName
    }
  }

  boolean isLibrary(DeclarationExpression it) { it.leftExpression instanceof VariableExpression && it.leftExpression.name == '_' }

  String declaration(DeclarationExpression it) {
    def left = it.leftExpression
    String names = left instanceof VariableExpression ? left.name : left.expressions.collect { it.name }.join(', ')
    names + (it.rightExpression instanceof EmptyExpression ? '' : ' = ' + text(it.rightExpression))
  }

  void note(List nodes) {
    nodes.findAll { it.members }.each { annotations << "@${typeName(it.classNode)}(${it.members.collect { name, value -> "$name: ${text(value)}" }.join(', ')})" }
  }

  List flat(Statement it) {
    if (it == null || it instanceof EmptyStatement) return []
    it instanceof BlockStatement && !it.statementLabels ? it.statements.collectMany { flat(it) } : [it]
  }

  String block(Statement it) { flat(it).collect { statement(it) }.findAll().join('; ') }

  String braces(Statement it) { ' {' + block(it) + '}' }

  String last(String before, Statement it) { it == null || it instanceof EmptyStatement ? '' : before + braces(it) }

  String statement(Statement it) {
    List labels = (it.statementLabels ?: []).reverse()
    labels.collect { "label $it " }.join('') + (it instanceof BlockStatement ? it.statements.collectMany { flat(it) }.collect { statement(it) }.join('; ') : plain(it))
  }

  String plain(Statement it) {
    String at = "L${it.lineNumber}:"
    switch (it) {
      case ExpressionStatement: return expression(it.expression, at)
      case IfStatement: return at + 'if ' + text(it.booleanExpression) + braces(it.ifBlock) + last(' else', it.elseBlock)
      case TryCatchStatement:
        // A multi-catch is several with one body.
        return at + 'try' + braces(it.tryStatement) + it.catchStatements.unique(false) { it.code }.collect { ' catch ' + it.variable.name + braces(it.code) }.join('') + last(' finally', it.finallyStatement)
      case ForStatement: return at + ('for ' + (it.collectionExpression instanceof ClosureListExpression ? text(it.collectionExpression.expressions[1]) : text(it.collectionExpression))).trim() + braces(it.loopBlock)
      case WhileStatement: return at + 'while ' + text(it.booleanExpression) + braces(it.loopBlock)
      case SwitchStatement: return at + 'switch ' + text(it.expression) + it.caseStatements.collect { braces(it.code) }.join('') + last('', it.defaultStatement)
      case ReturnStatement: return it.lineNumber < 0 ? '' : at + 'return ' + text(it.expression)
      case ThrowStatement: return at + 'throw ' + text(it.expression)
      case AssertStatement: return at + 'assert ' + text(it.booleanExpression)
      case BreakStatement: return at + 'break'
      case ContinueStatement: return at + 'continue'
      case SynchronizedStatement: return at + 'synchronized ' + text(it.expression) + braces(it.code)
      default: return it.class.simpleName
    }
  }

  String expression(Expression it, String at) {
    if (it instanceof ClosureListExpression) return it.expressions.collect { "L${it.lineNumber}:" + text(it) }.join('; ')
    if (!(it instanceof DeclarationExpression)) return at + text(it)
    note(it.annotations)
    it.annotations && isLibrary(it) ? '' : at + 'def ' + declaration(it)
  }

  String method(MethodNode it) { 'method ' + it.name + braces(it.code) }

  String classText(ClassNode it) {
    List fields = it.fields.findAll { it.lineNumber > 0 }.collect { ' field ' + it.name + (it.initialExpression == null ? '' : ' = ' + text(it.initialExpression)) }
    List constructors = it.declaredConstructors.findAll { it.lineNumber > 0 }.collect { " method ${it.declaringClass.name}" + braces(it.code) }
    List methods = it.methods.findAll { it.lineNumber > 0 }.collect { ' ' + method(it) }
    'class ' + typeName(it) + (fields + constructors + methods).sort().join('')
  }

  String tree(String source) {
    annotations = []
    CompilationUnit unit = new CompilationUnit()
    def read = unit.addSource('Jenkinsfile.groovy', source)
    unit.compile(Phases.CONVERSION)
    ModuleNode module = read.AST
    List lines = [block(module.statementBlock)] + module.methods.sort(false) { it.lineNumber }.collect { note(it.annotations); method(it) }
    List others = module.classes.findAll { !it.script && !(it instanceof InnerClassNode) }.collect { note(it.annotations); classText(it) }
    (module.imports + module.starImports + module.staticImports.values() + module.staticStarImports.values()).each { note(it.annotations) }
    others += module.imports.collect { 'import ' + it.className } + module.starImports.collect { 'import ' + it.packageName + '*' }
    others += module.staticImports.values().collect { "import ${it.className}.${it.fieldName}".toString() } + module.staticStarImports.values().collect { "import ${it.className}.*".toString() }
    (lines + (others + annotations)*.toString().sort()).findAll().join('\n')
  }

  String outcome(String source) {
    try {
      return tree(source)
    } catch (Exception failure) {
      return 'rejected: ' + failure.message
    }
  }
}

new JsonSlurper().parse(new File(args[0]), 'UTF-8').each { println(JsonOutput.toJson(new TreePrinter().outcome(it))) }
