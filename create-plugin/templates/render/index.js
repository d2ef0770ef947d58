import { plugin } from '@askwell/plugin-kit'

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

export const loud = (text, mark) => `<p><strong>${escaped(text.trim().toUpperCase())}${escaped(mark)}</strong></p>`

export default plugin({
  render: (blocks, { config }) => blocks.map(({ text }) => loud(text, config.mark)),
})
