import { formulaEnd } from '@askwell/contract/formula-spans.ts'
import { InputRule, inputRules, textblockTypeInputRule, wrappingInputRule } from 'prosemirror-inputrules'
import type { MarkType } from 'prosemirror-model'
import { around } from './commands.ts'
import { schema } from './schema.ts'

// Who types Markdown gets what it means; Backspace takes that back.

const { nodes, marks } = schema

/** Words between two signs get their mark when the second one is typed. */
const marked = (pattern: RegExp, mark: MarkType) =>
  new InputRule(pattern, (state, match, start, end) => {
    const [all, before = '', sign = '', words = ''] = match
    if (state.doc.rangeHasMark(start, end, marks.code) || state.doc.rangeHasMark(start, end, marks.raw)) return null
    const from = start + before.length
    const tr = state.tr
    if (end > from + sign.length + words.length) tr.delete(from + sign.length + words.length, end)
    tr.delete(from, from + sign.length)
    if (all === '') return null
    return tr.addMark(from, from + words.length, mark.create()).removeStoredMark(mark)
  })

const formula = new InputRule(/\$[^$]+\$$/, (state, [text], start, end) => {
  const before = state.doc.textBetween(Math.max(0, start - 1), start, '\n', ' ')
  const source = before + text
  if (formulaEnd(source, before.length, source.length) !== source.length) return null
  return state.tr.replaceWith(start, end, schema.text(text, [marks.raw.create()])).removeStoredMark(marks.raw)
})

const task = new InputRule(/^\[([ xX])\] $/, (state, [, sign], start, end) => {
  const item = around(state, ({ type }) => type === nodes.list_item)
  if (!item || item.node.firstChild !== state.selection.$from.parent) return null
  return state.tr.delete(start, end).setNodeAttribute(item.pos, 'checked', sign !== ' ')
})

const rule = new InputRule(/^---$/, (state, _, start) => {
  const { $from } = state.selection
  if ($from.depth > 1) return null
  return state.tr.replaceWith(start - 1, $from.after(), [nodes.horizontal_rule.create(), nodes.paragraph.create()])
})

export const markdownAsTyped = () =>
  inputRules({
    rules: [
      textblockTypeInputRule(/^(#{1,6})\s$/, nodes.heading, ([, signs]) => ({ level: signs!.length })),
      textblockTypeInputRule(/^```([\w+#.-]*)\s$/, nodes.code_block, ([, info]) => ({ info: info ?? '' })),
      wrappingInputRule(/^>\s$/, nodes.blockquote),
      wrappingInputRule(/^([-*+])\s$/, nodes.bullet_list, ([, bullet]) => ({ bullet })),
      wrappingInputRule(/^(\d{1,9})([.)])\s$/, nodes.ordered_list, ([, order, delimiter]) => ({
        order: Number(order),
        delimiter,
      })),
      task,
      rule,
      formula,
      marked(/(^|[^*\w])(\*\*)([^\s*](?:[^*]*[^\s*])?)\*\*$/, marks.strong),
      marked(/(^|[^*\w])(\*)([^\s*](?:[^*]*[^\s*])?)\*$/, marks.em),
      marked(/(^|[^_\w])(_)([^\s_](?:[^_]*[^\s_])?)_$/, marks.em),
      marked(/(^|[^~])(~~)([^\s~](?:[^~]*[^\s~])?)~~$/, marks.strike),
      marked(/(^|[^`])(`)([^`]+)`$/, marks.code),
    ],
  })
