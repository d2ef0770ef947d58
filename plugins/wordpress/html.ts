const BLOCK = /<(p|div|ul|ol|pre|table|blockquote|h[1-6]|figure)\b/i
const PRE = /<pre\b[\s\S]*?<\/pre>/gi

/** The texts of WordPress's first editor have blank lines in the place of paragraphs; those of its second one have remarks around each block. */
export const wholeHtml = (text: string) => {
  const plain = text.replaceAll(/<!--\s*\/?wp:[\s\S]*?-->/g, '').trim()
  const kept: string[] = []
  const parts = plain
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(PRE, (pre) => `\n\n\0${kept.push(pre) - 1}\0\n\n`)
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => (part.startsWith('\0') || BLOCK.test(part) ? part : `<p>${part.replaceAll('\n', '<br>\n')}</p>`))
  return parts.join('\n').replaceAll(/\0(\d+)\0/g, (_, at) => kept[Number(at)]!)
}
