import type { MarkdownIt, Token } from 'markdown-it'

const SIGN = /^\[!(note|tip|important|warning|caution)\][ \t]*(?=\n|$)/i

const capitalized = (word: string) => word[0]!.toUpperCase() + word.slice(1).toLowerCase()

const endOf = (tokens: Token[], from: number) => {
  let depth = 0
  for (let at = from; at < tokens.length; at++) {
    depth += tokens[at]!.type === 'blockquote_open' ? 1 : tokens[at]!.type === 'blockquote_close' ? -1 : 0
    if (depth === 0) return at
  }
  return -1
}

/** A quote that begins with `[!NOTE]`, `[!TIP]`, `[!IMPORTANT]`, `[!WARNING]` or `[!CAUTION]` on a line of its own, at the top level, as on GitHub. */
export const alerts = (md: MarkdownIt) => {
  md.core.ruler.before('inline', 'alerts', (state) => {
    const { tokens, Token: NewToken } = state
    const titleOf = (word: string, { map }: Token) => {
      const [opening, title, closing]: Token[] = [
        new NewToken('paragraph_open', 'p', 1),
        new NewToken('inline', '', 0),
        new NewToken('paragraph_close', 'p', -1),
      ]
      opening!.block = closing!.block = true
      opening!.attrSet('class', 'alert-title')
      Object.assign(title!, { content: capitalized(word), children: [], map })
      return [opening!, title!, closing!]
    }

    const result: Token[] = []
    for (let at = 0; at < tokens.length; at++) {
      const quote = tokens[at]!
      const content = tokens[at + 2]
      result.push(quote)
      if (quote.type !== 'blockquote_open' || quote.level > 0 || content?.type !== 'inline') continue
      const [written, word = ''] = SIGN.exec(content.content) ?? []
      const end = written === undefined ? -1 : endOf(tokens, at)
      if (written === undefined || end < 0) continue
      const rest = content.content.slice(written.length).replace(/^\n/, '')
      if (!rest && end === at + 4) continue // with nothing said it is a quote
      quote.tag = tokens[end]!.tag = 'div'
      quote.attrSet('class', `alert alert-${word.toLowerCase()}`)
      result.push(...titleOf(word, content))
      content.content = rest
      if (!rest) at += 3
    }
    state.tokens = result
  })
}
