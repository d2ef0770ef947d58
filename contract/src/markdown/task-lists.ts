import type { MarkdownIt, Token } from 'markdown-it'

const MARK = /^\[([ xX])\][ \t]+(?=\S)/
const SHOWN = { open: '☐', done: '☑' }

/** `- [ ] …` and `- [x] …`: a box that a reader hears as one, since it is a character; no field, for nobody can tick it here. */
export const taskLists = (md: MarkdownIt) => {
  md.core.ruler.after('inline', 'task_lists', ({ tokens, Token: NewToken }) => {
    for (let at = 2; at < tokens.length; at++) {
      const content = tokens[at]!
      const item = tokens[at - 2]!
      if (content.type !== 'inline' || item.type !== 'list_item_open' || tokens[at - 1]!.type !== 'paragraph_open')
        continue
      const first = content.children?.[0]
      const mark = first?.type === 'text' ? MARK.exec(content.content) : null
      if (!first || !mark || !first.content.startsWith(mark[0].trimEnd())) continue
      const isDone = mark[1] !== ' '
      item.attrJoin('class', isDone ? 'task task-done' : 'task')
      const box: Token = new NewToken('task_box', '', 0)
      box.content = isDone ? SHOWN.done : SHOWN.open
      first.content = first.content.slice(mark[0].length)
      content.children!.unshift(box)
    }
  })
  md.renderer.rules.task_box = (tokens, at) => `<span class="task-box">${tokens[at]!.content}</span> `
}
