const manifest = (slug_name: string) => ({
  name: `askwell-plugin-${slug_name.replaceAll('_', '-')}`,
  version: '0.1.0',
  type: 'module',
  main: 'index.js',
  askwell: {
    slug_name,
    api: '^1.0.0',
    kinds: ['render'],
    languages: [slug_name.slice(0, 30)],
    permissions: [],
    config: [{ name: 'mark', kind: 'text', default: '!' }],
    words: {
      en_US: {
        name: slug_name,
        description: `Blocks of code marked ${slug_name} become loud.`,
        field_mark: 'Mark at the end',
      },
    },
  },
})

const INDEX = `import { plugin } from '@askwell/plugin-kit'

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

export const loud = (text, mark) => \`<p><strong>\${escaped(text.trim().toUpperCase())}\${escaped(mark)}</strong></p>\`

export default plugin({
  render: (blocks, { config }) => blocks.map(({ text }) => loud(text, config.mark)),
})
`

const TEST = `import assert from 'node:assert/strict'
import { registerHooks } from 'node:module'
import { test } from 'node:test'

// The site brings the kit; here this stands for it.
registerHooks({
  resolve: (name, context, next) =>
    name === '@askwell/plugin-kit'
      ? { url: 'data:text/javascript,export const plugin = (parts) => parts', shortCircuit: true }
      : next(name, context),
})
const { default: plugin } = await import('./index.js')

test('a block becomes loud, and stays text', () => {
  const [html] = plugin.render([{ language: '', text: 'hey <b>\\n' }], { config: { mark: '!' } })
  assert.equal(html, '<p><strong>HEY &lt;B>!</strong></p>')
})
`

/** A plugin that works, with a test. */
export const pluginFiles = (slug_name: string): Record<string, string> => ({
  'package.json': `${JSON.stringify(manifest(slug_name), null, 2)}\n`,
  'index.js': INDEX,
  'index.test.js': TEST,
})
