/** Characters of HTML that the page of a question carries before long answers are left out of it. */
const PAGE_HTML = 500_000
/** Answers no longer than this are always there: hardly any is, and twenty of them are no burden. */
const SHORT_HTML = 20_000

interface Text {
  id: string
  html: string
}

/**
 * The answers of a page, those without their HTML that would make it too large, and which these are. Readers follow their link: `named`, the one
 * that the address leads to, is always whole, and so is the first.
 */
export const boundedTexts = <T extends Text>(question: { html: string }, answers: T[], named: string | undefined) => {
  const always = new Set([answers[0]?.id, named])
  let size = question.html.length
  for (const { id, html } of answers) if (always.has(id)) size += html.length
  const left_out: { object_id: string }[] = []
  const list = answers.map((answer) => {
    if (always.has(answer.id)) return answer
    const { length } = answer.html
    if (length > SHORT_HTML && size + length > PAGE_HTML) {
      left_out.push({ object_id: answer.id })
      return { ...answer, html: '' }
    }
    size += length
    return answer
  })
  return { list, left_out }
}
