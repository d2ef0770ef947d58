import type { Node } from 'prosemirror-model'
import type { Placed } from './kept-text.ts'

// Where a place in the document is in its Markdown, and the other way round: by the letters before it, which stand in both.

/** Every letter of a block and its place in the document. */
const lettersOf = (block: Node, pos: number) => {
  const letters: { letter: string; pos: number }[] = []
  block.descendants((node, at) => {
    const start = pos + 1 + at
    if (node.isText)
      for (let i = 0; i < node.text!.length; i++) letters.push({ letter: node.text![i]!, pos: start + i })
  })
  return letters
}

/** Where each letter stands in the Markdown of its block. */
const alignedWith = (letters: { letter: string }[], markdown: string) => {
  let at = 0
  return letters.map(({ letter }) => {
    const found = markdown.indexOf(letter, at)
    if (found < 0) return at
    at = found + 1
    return found
  })
}

const blockAt = (placed: Placed[], isBefore: (one: Placed) => boolean) => placed.findLast(isBefore) ?? placed[0]

export const offsetOf = (placed: Placed[], markdown: string, pos: number) => {
  const block = blockAt(placed, (one) => one.pos <= pos)
  if (!block) return 0
  if (pos >= block.pos + block.node.nodeSize) return markdown.length
  const letters = lettersOf(block.node, block.pos)
  const found = alignedWith(letters, markdown.slice(block.from, block.to))
  const before = letters.findLastIndex((letter) => letter.pos < pos)
  const isAfter = letters[before]?.pos === pos - 1
  if (!isAfter && letters[before + 1]?.pos === pos) return block.from + found[before + 1]!
  if (before >= 0) return block.from + found[before]! + 1
  return block.from + (found[0] ?? 0)
}

export const posOf = (placed: Placed[], markdown: string, offset: number) => {
  const block = blockAt(placed, (one) => one.from <= offset)
  if (!block) return 1
  const letters = lettersOf(block.node, block.pos)
  const found = alignedWith(letters, markdown.slice(block.from, block.to))
  const before = found.findLastIndex((at) => block.from + at < offset)
  if (before >= 0 && block.from + found[before]! + 1 === offset) return letters[before]!.pos + 1
  const next = found.findIndex((at) => block.from + at >= offset)
  if (next >= 0) return letters[next]!.pos
  const last = letters.at(-1)
  return last ? last.pos + 1 : block.pos + 1
}

/** The document as one string in which each letter stands at its place. */
export const flatText = (doc: Node) => {
  const flat = Array.from({ length: doc.content.size }, () => '\n')
  doc.descendants((node, pos) => {
    if (node.isText) for (let i = 0; i < node.text!.length; i++) flat[pos + i] = node.text![i]!
    else if (node.isInline && !node.type.name.endsWith('_break')) flat[pos] = '\ufffc'
  })
  return flat.join('')
}
