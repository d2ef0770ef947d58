import { AllSelection, type EditorState, TextSelection, type Transaction } from 'prosemirror-state'
import { describe, expect, it } from 'vitest'
import type { ToolbarButton } from '../editor-toolbar.tsx'
import type { Sample } from '../markdown-edit.ts'
import { commandFor, pressedIn } from './commands.ts'
import { insertMarkdown, markdownOf, openText, readState, rewrite } from './document.ts'
import { schema } from './schema.ts'

const sample: Sample = (name) => name

/** A text with `‸` where the cursor is, or two of them around what is selected. */
const open = (marked: string) => {
  const [before = '', chosen, after] = marked.split('‸')
  const text = before + (chosen ?? '') + (after ?? '')
  const from = before.length
  let state = openText({ text, from, to: after === undefined ? from : from + (chosen ?? '').length })
  const dispatch = (tr: Transaction) => {
    state = state.apply(tr)
  }
  return {
    press: (tool: ToolbarButton) => commandFor(tool, sample)(state, dispatch),
    type: (text: string) => dispatch(state.tr.insertText(text)),
    insert: (markdown: string) => dispatch(insertMarkdown(state.tr, markdown)),
    rewrite: (markdown: string) => dispatch(rewrite(state, markdown)),
    select: (make: (state: EditorState) => Transaction) => dispatch(make(state)),
    read: () => readState(state),
    text: () => markdownOf(state),
    state: () => state,
  }
}

describe('a button', () => {
  it.each<[string, ToolbarButton, string]>([
    ['some ‸bold‸ words', 'bold', 'some **bold** words'],
    ['some **bo‸ld wor‸ds**', 'bold', 'some **bo**ld wor**ds**'],
    ['some ‸words ‸here', 'italic', 'some *words* here'],
    ['a ‸b‸ c', 'strike', 'a ~~b~~ c'],
    ['a ‸b`c‸ d', 'code', 'a ``b`c`` d'],
    ['wo‸rds', 'heading', '## words'],
    ['## wo‸rds', 'heading', 'words'],
    ['### wo‸rds', 'heading', 'words'],
    ['wo‸rds', 'quote', '> words'],
    ['> wo‸rds', 'quote', 'words'],
    ['wo‸rds', 'code_block', '```\nwords\n```'],
    ['wo‸rds', 'list', '- words'],
    ['* a\n* b‸', 'numbered', '1. a\n2. b'],
    ['1) a\n2) b‸', 'task', '- [ ] a\n- [ ] b'],
    ['- [x] a\n- [ ] b‸', 'list', '- a\n- b'],
    ['wo‸rds', 'table', 'words\n\n|  |  |\n| --- | --- |\n|  |  |'],
    ['wo‸rds', 'details', 'words\n\n<details><summary>summary</summary>\n\n</details>'],
    ['a ‸b‸ c', 'formula', 'a $b$ c'],
    ['a‸ c [^2]', 'footnote', 'a[^3] c [^2]\n\n[^3]: note'],
    ['| a | b |\n| - | - |\n| c‸ | d |', 'table_row_below', '| a | b |\n| --- | --- |\n| c | d |\n|  |  |'],
    ['| a | b |\n| - | - |\n| c‸ | d |', 'table_delete_column', '| b |\n| --- |\n| d |'],
  ])('%s: %s', (before, tool, after) => {
    const page = open(before)
    page.press(tool)
    expect(page.text()).toBe(after)
  })

  it.each<[string, ToolbarButton, string]>([
    ['wo‸rds', 'heading', 'words'],
    ['‸one\n\ntwo‸', 'quote', 'one\n\ntwo'],
    ['‸one\n\ntwo‸', 'numbered', 'one\n\ntwo'],
    ['wo‸rds', 'code_block', 'words'],
    ['wo‸rds', 'table', 'words\n\n|  |  |\n| --- | --- |\n|  |  |'],
    ['wo‸rds', 'details', 'words'],
    ['‸one\n\ntwo‸', 'details', 'one\n\ntwo'],
    ['a ‸b‸ c', 'formula', 'a b c'],
    ['a‸ c', 'footnote', 'a[^1] c\n\n[^1]: note'],
  ])('pressed twice on %s: %s', (before, tool, after) => {
    const page = open(before)
    page.press(tool)
    page.press(tool)
    expect(page.text().trimEnd()).toBe(after)
  })

  it('takes into a part to open what is selected, and leaves one alone that has a name', () => {
    const page = open('zero\n\no‸ne\n\ntw‸o\n\nthree')
    page.press('details')
    const text = (summary: string) =>
      `zero\n\n<details><summary>${summary}</summary>\n\none\n\ntwo\n\n</details>\n\nthree`
    expect(page.text()).toBe(text('summary'))
    page.type('More')
    expect(page.text()).toBe(text('More'))
    page.press('details')
    expect(page.text()).toBe(text('More'))
  })

  it('shows what the cursor stands in', () => {
    expect(pressedIn(open('- [ ] **wo‸rds**').state())).toEqual(['bold', 'task'])
    expect(pressedIn(open('> 1. wo‸rds').state())).toEqual(['quote', 'numbered'])
    expect(pressedIn(open('```\na‸b\n```').state())).toEqual(['code_block'])
  })
})

describe('a text', () => {
  it('has its own letters again after undoing, of every block', () => {
    const text = 'Setext\n===\n* one\n* _two_\n\n\n\n1) three\n\n[a]: /b\n'
    const page = open(text.replace('two', 'tw‸o'))
    page.type('x')
    expect(page.text()).toBe(text.replace('* one\n* _two_', '* one\n* *twxo*'))
    page.press('undo')
    expect(page.text()).toBe(text)
  })

  it('shows signs that were typed as what they are', () => {
    const page = open('‸')
    page.type('1. *a* _b_ `c` [d](e) <br> &amp; # $x$ a_b 2 * 3 @some_one_ :tada:')
    expect(page.text()).toBe('1\\. \\*a\\* \\_b\\_ \\`c\\` \\[d](e) \\<br> \\&amp; # \\$x$ a_b 2 * 3 @some_one_ :tada:')
  })

  it('writes bold letters beside signs so that they stay bold', () => {
    const page = open('中文‸“引用”‸中文')
    page.press('bold')
    expect(page.text()).toBe('中&#25991;**“引用”**&#20013;文')
    expect(open(page.text()).state().doc.firstChild!.child(1).marks[0]!.type.name).toBe('strong')
  })

  it('takes in Markdown where the cursor is: words among words, blocks between them', () => {
    const words = open('a ‸c')
    words.insert('**b** ')
    expect(words.text()).toBe('a **b** c')
    const blocks = open('a‸c')
    blocks.insert('- x\n- y\n')
    expect(blocks.text()).toBe('a\n\n- x\n- y\n\nc')
    const cell = open('| a‸ |\n| - |')
    cell.insert('- x\n- y\n')
    expect(cell.text()).toBe('| a- x - y |\n| --- |')
    const code = open('```\na‸\n```')
    code.insert('**b**')
    expect(code.text()).toBe('```\na**b**\n```')
  })

  it('can be changed as Markdown elsewhere while the cursor stays where it is', () => {
    const page = open('![Uploading a_b.png](upload:0123abcd)\n\nwo‸rds')
    page.rewrite(page.text().replace('![Uploading a_b.png](upload:0123abcd)', '![a_b](/uploads/post/a.png)'))
    page.type('X')
    expect(page.text()).toBe('![a_b](/uploads/post/a.png)\n\nwoXrds')
  })

  it('has its own letters again after a change elsewhere is undone, which is a step by itself', () => {
    const mark = '![Uploading a.png](upload:0123abcd)'
    const text = `* _one_ ${mark}\n* two\n\nSetext\n===\n\nwords\n`
    const page = open(text.replace('words', 'wo‸rds'))
    page.type('X')
    const written = page.text()
    page.rewrite(written.replace(mark, '![a](/uploads/post/a.png)').replace('Setext\n===', '# Setext'))
    const changed = page.text()
    expect(changed).toContain('* _one_ ![a](/uploads/post/a.png)\n* two\n\n# Setext')
    page.type('Y')
    page.press('undo')
    expect(page.text()).toBe(changed)
    page.press('undo')
    expect(page.text()).toBe(written)
    page.press('undo')
    expect(page.text()).toBe(text)
    page.press('redo')
    page.press('redo')
    expect(page.text()).toBe(changed)
  })

  it.each([
    'a‸b',
    '# Title\n\n- one\n- tw‸o',
    '> **bo‸ld** and [link](http://a.b)\n\nend',
    '| a | b |\n|--|--|\n| c | ‸d |',
  ])('has the cursor at the same place in both faces: %s', (marked) => {
    const { text, from } = open(marked).read()
    expect(text.slice(0, from)).toBe(marked.split('‸')[0])
  })

  it('can be emptied', () => {
    const page = open('# a\n\n- b‸\n')
    page.select((state) => state.tr.setSelection(new AllSelection(state.doc)).deleteSelection())
    expect(page.text()).toBe('')
    page.select((state) => state.tr.setSelection(TextSelection.atEnd(state.doc)))
    page.type('new')
    expect(page.state().doc.firstChild!.type).not.toBe(schema.nodes.source)
    expect(page.text()).toContain('new')
  })
})
