import { describe, expect, it } from 'vitest'
import { changeFor, continueList, indentLines, type Change, type Selected, type Tool } from './markdown-edit.ts'

/** `[` and `]` stand for the ends of the selection, `|` for a cursor. */
const read = (marked: string): Selected => {
  if (marked.includes('¦')) {
    const from = marked.indexOf('¦')
    return { text: marked.replace('¦', ''), from, to: from }
  }
  const from = marked.indexOf('«')
  const to = marked.indexOf('»') - 1
  return { text: marked.replace(/[«»]/g, ''), from, to }
}
const write = ({ text }: Selected, { from, to, insert, select: [a, b] }: Change) => {
  const next = text.slice(0, from) + insert + text.slice(to)
  return a === b ? `${next.slice(0, a)}¦${next.slice(a)}` : `${next.slice(0, a)}«${next.slice(a, b)}»${next.slice(b)}`
}
/** Null: the button does nothing. */
const after = (tool: Tool, marked: string) => {
  const selected = read(marked)
  const change = changeFor(tool, selected, (name) => name)
  return change && write(selected, change)
}

describe('the toolbar', () => {
  it.each([
    ['bold', 'keep it «cold»', 'keep it **«cold»**'],
    ['bold', 'keep it **«cold»**', 'keep it «cold»'],
    ['bold', 'keep ¦', 'keep **«bold»**'],
    ['italic', 'so **«cold»**', 'so ***«cold»***'],
    ['italic', '*«dark»*', '«dark»'],
    ['heading', 'one\nTit¦le', 'one\n## Title¦'],
    ['heading', '## Tit¦le', 'Title¦'],
    ['quote', '«one\ntwo»', '«> one\n> two»'],
    ['list', '«one\ntwo»', '«- one\n- two»'],
    ['list', '«- one\n- two»', '«one\ntwo»'],
    ['numbered', '«one\ntwo»', '«1. one\n2. two»'],
    ['list', '¦', '- «item»'],
    ['link', 'see «this»', 'see [this](«https://»)'],
    ['link', '«https://beer.example/x»', '[«link»](https://beer.example/x)'],
    ['image', '¦', '![image](«https://»)'],
    ['code', 'run «ls»', 'run `«ls»`'],
    ['code', 'so:\n«a\nb»', 'so:\n\n```¦\na\nb\n```\n'],
    ['formula', '«x»', '$«x»$'],
    ['table', '¦', '| «column» | column |\n| --- | --- |\n| cell | cell |\n'],
    [
      'table',
      'Before «beta» after\n\nmore',
      'Before beta after\n\n| «column» | column |\n| --- | --- |\n| cell | cell |\n\nmore',
    ],
  ] as [Tool, string, string][])('%s makes %j to %j', (tool, before, expected) => {
    expect(after(tool, before)).toBe(expected)
  })
})

describe('Enter', () => {
  const pressed = (marked: string) => {
    const selected = read(marked)
    const change = continueList(selected)
    return change && write(selected, change)
  }
  it.each([
    ['- one¦', '- one\n- ¦'],
    ['  3) three¦', '  3) three\n  4) ¦'],
    ['- one\n- ¦', '- one\n¦'],
    ['plain¦', null],
    ['- «one»', null],
  ])('in %j gives %j', (before, expected) => {
    expect(pressed(before)).toBe(expected)
  })
})

describe('Enter and Tab', () => {
  const entered = (marked: string) => {
    const selected = read(marked)
    const change = continueList(selected)
    return change && write(selected, change)
  }
  it.each([
    ['> wise¦', '> wise\n> ¦'],
    ['> wise\n> ¦', '> wise\n¦'],
    ['- [x] done¦', '- [x] done\n- [ ] ¦'],
    ['- [ ] ¦', '¦'],
    ['> 1. one¦', '> 1. one\n> 2. ¦'],
    ['> - ¦', '> ¦'],
  ])('%j goes on as %j', (before, then) => {
    expect(entered(before)).toBe(then)
  })
  it('does nothing of its own in code', () => {
    expect(entered('```\n- one¦')).toBeNull()
  })
  const tabbed = (marked: string, back = false) => {
    const selected = read(marked)
    const change = indentLines(selected, back)
    return change && write(selected, change)
  }
  it('moves items and lines of code in and out', () => {
    expect(tabbed('- one\n- tw¦o')).toBe('- one\n  - tw¦o')
    expect(tabbed('1. one\n2. tw¦o')).toBe('1. one\n   2. tw¦o')
    expect(tabbed('- one\n  - tw¦o', true)).toBe('- one\n- tw¦o')
    expect(tabbed('```\n«a\nb»')).toBe('```\n  «a\n  b»')
  })
  it('leaves the field where there is nothing to move', () => {
    expect(tabbed('wor¦ds')).toBeNull()
    expect(tabbed('- on¦e', true)).toBeNull()
    expect(tabbed('```\na\n``¦`')).toBeNull()
  })
})

describe('parts that are written around the text', () => {
  it.each([
    ['strike', '«old»', '~~«old»~~'],
    ['task', '«one\ntwo»', '«- [ ] one\n- [ ] two»'],
    ['footnote', 'said¦ so [^4]', 'said[^5] so [^4]\n\n[^5]: «note»\n'],
    ['details', '«long»', '<details><summary>«summary»</summary>\n\nlong\n\n</details>\n'],
    ['code_block', '«a\nb»', '```¦\na\nb\n```\n'],
  ] as const)('%s: %j becomes %j', (tool, before, then) => {
    expect(after(tool, before)).toBe(then)
  })
})

describe('a selection over several paragraphs', () => {
  it.each([
    ['bold', '«one\n\ntwo»', '«**one**\n\n**two**»'],
    ['bold', 'a «b\n\nc» d', 'a «**b**\n\n**c**» d'],
    ['bold', '«one\nstill one\n\n\ntwo\n»', '«**one\nstill one**\n\n\n**two**»\n'],
    ['italic', '«- one\n- [ ] two\n> 3. three»', '- «*one*\n- [ ] *two*\n> 3. *three*»'],
    ['bold', '«# Title\nwords»', '# «**Title**\n**words**»'],
    [
      'bold',
      '«one\n\n```\ncode\n```\n\n| a | b |\n| - | - |\n\n---\n\ntwo»',
      '«**one**\n\n```\ncode\n```\n\n| a | b |\n| - | - |\n\n---\n\n**two**»',
    ],
    ['strike', '«one\n\n ~~two~~ »', '«~~one~~\n\n ~~two~~» '],
    ['list', '«one\n\ntwo»', '«- one\n\n- two»'],
    ['numbered', '«one\n\ntwo»', '«1. one\n\n2. two»'],
    ['task', '«\none\n\ntwo\n»\nthree', '«\n- [ ] one\n\n- [ ] two»\n\nthree'],
    ['heading', '«one\n\ntwo»', '«## one\n\n## two»'],
    ['quote', '«one\n\ntwo»', '«> one\n>\n> two»'],
  ] as [Tool, string, string][])('%s of %j gives %j, and pressed again what there was', (tool, before, marked) => {
    expect(after(tool, before)).toBe(marked)
    const words = (text: string) => text.replace(/[«»*~]/g, '')
    expect(words(after(tool, marked)!)).toBe(words(before))
    expect(after(tool, marked)).not.toMatch(/[*~]/)
  })
  it('marks as a whole what is marked in part, and in a table no more than one cell', () => {
    expect(after('bold', '«**two** and *three*»')).toBe('**«two and *three*»**')
    expect(after('bold', '| a | «b» |')).toBe('| a | **«b»** |')
    expect(after('bold', '| «a | b» |')).toBeNull()
  })
  it('keeps white space at its edges outside', () => {
    expect(after('bold', 'keep «it »cold')).toBe('keep **«it»** cold')
  })
})

describe('a button that is pressed again', () => {
  it.each([
    ['bold', '«**cold**»', '«cold»'],
    ['italic', '***«cold»***', '**«cold»**'],
    ['bold', '**¦**', '¦'],
    ['code_block', '```¦\na\nb\n```\n', '«a\nb»\n'],
    ['code', '```\na\n«b»\n```\n', '«a\nb»\n'],
    ['code_block', 'x\n\n````\n«code»\n````\n', 'x\n\n«code»\n'],
    ['link', 'see [this](«https://») now', 'see «this» now'],
    ['link', 'see [«this»](https://a.example/b_(c) "t") now', 'see [this](«https://a.example/b_(c)» "t") now'],
    ['image', '![image](«https://»)', '«image»'],
    ['details', '<details><summary>«summary»</summary>\n\nlong\n\n</details>\n', '«long»\n'],
    ['formula', '$«x^2»$', '«x^2»'],
    ['numbered', '«- one\n- two»', '«1. one\n2. two»'],
    ['task', '«  - one\n  - two»', '«  - [ ] one\n  - [ ] two»'],
  ] as [Tool, string, string][])('%s makes %j to %j', (tool, before, expected) => {
    expect(after(tool, before)).toBe(expected)
  })
  it.each([
    ['table', '| «column» | column |\n| --- | --- |\n| cell | cell |\n'],
    ['footnote', 'said[^1]\n\n[^1]: «note»\n'],
    ['details', '<details><summary>More</summary>\n\nlo¦ng\n\n</details>\n'],
    ['details', '```\n«code»\n```'],
    ['bold', '```\n«code»\n```'],
    ['table', '```\nco¦de'],
  ] as [Tool, string][])('%s leaves %j as it is', (tool, before) => {
    expect(after(tool, before)).toBeNull()
  })
  it.each(['code_block', 'details', 'table'] as const)('%s leaves the line whole that the cursor is in', (tool) => {
    expect(after(tool, 'Before ¦after')).toContain('Before after')
  })
})
