/*
 * Prints what Groovy reads of each of the texts in a JSON file, one line a text: its tokens without comments, and each
 * literal as its kind alone. Texts that differ only in what their literals and comments hold give the same line.
 */
import groovy.json.JsonSlurper
import groovy.transform.Field
import org.codehaus.groovy.antlr.SourceBuffer
import org.codehaus.groovy.antlr.UnicodeEscapingReader
import org.codehaus.groovy.antlr.parser.GroovyLexer
import org.codehaus.groovy.antlr.parser.GroovyTokenTypes

@Field List texts = [GroovyTokenTypes.STRING_LITERAL, GroovyTokenTypes.STRING_CTOR_START, GroovyTokenTypes.STRING_CTOR_MIDDLE, GroovyTokenTypes.STRING_CTOR_END]

String tokensOf(String text) {
  UnicodeEscapingReader reader = new UnicodeEscapingReader(new StringReader(text), new SourceBuffer())
  GroovyLexer lexer = new GroovyLexer(reader)
  reader.setLexer(lexer)
  List tokens = []
  try {
    def stream = lexer.plumb()
    for (def token = stream.nextToken(); token.type != GroovyTokenTypes.EOF; token = stream.nextToken()) {
      tokens.add(token.type in texts ? '#' + token.type : token.type == GroovyTokenTypes.NLS ? ';' : token.text)
    }
  } catch (Exception failure) {
    return 'error: ' + failure.toString().replaceAll('\\s+', ' ')
  }
  return tokens.join(' ').replaceAll('\\s+', ' ').replaceAll('(; )+', '; ')
}

new JsonSlurper().parse(new File(args[0]), 'UTF-8').each { println(tokensOf(it)) }
