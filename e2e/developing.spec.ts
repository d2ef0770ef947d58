import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { admin } from './people.ts'
import { turnPlugin } from './plugins.ts'
import { type Site, startSite } from './site.ts'

// Somebody writes a plugin beside a site that runs: `askwell plugin dev FOLDER --data SITE`.
const PROGRAM = join(import.meta.dirname, '../cli/askwell.mjs')
const SLUG = 'telling'
const PATIENCE_MS = 30_000

const manifest = JSON.stringify({
  name: `askwell-plugin-${SLUG}`,
  version: '1.0.0',
  type: 'module',
  main: 'index.js',
  askwell: {
    slug_name: SLUG,
    api: '^1.0.0',
    kinds: ['render'],
    languages: [SLUG],
    words: { en_US: { name: 'Telling', description: 'Says what it draws.' } },
  },
})
const codeThat = (act: string) => `export default {
  render(blocks) {
    ${act}
    return blocks.map(() => '<p>drawn</p>')
  },
}
`

let site: Site
let folder: string
beforeAll(async () => {
  site = await startSite({ database: 'sqlite' })
  folder = mkdtempSync(join(tmpdir(), 'askwell-developing-'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await site.stop()
})

test('whoever writes a plugin reads what it says and throws in the site, from when they began, also after a change', async () => {
  const { token } = await admin(site)
  const write = (act: string) => writeFileSync(join(folder, 'index.js'), codeThat(act))
  const draw = () =>
    site.call<string>('POST', '/answer/api/v1/post/render', {
      token,
      body: { content: `\`\`\`${SLUG}\nblock ${Math.random()}\n\`\`\`` },
    })
  const develop = () => {
    const child = spawn(process.execPath, [PROGRAM, 'plugin', 'dev', folder, '--data', site.data])
    let said = ''
    child.stdout.on('data', (part) => (said += String(part)))
    const ended = new Promise((resolve) => child.once('close', resolve))
    return { said: () => said, stop: () => child.kill('SIGTERM') && ended }
  }
  /** As nobody knows when the site has seen a change, blocks are drawn until the log has what comes of one. */
  const expectSaid = async (said: () => string, what: string) => {
    await expect.poll(() => draw().then(said), { timeout: PATIENCE_MS, interval: 500 }).toContain(what)
  }

  writeFileSync(join(folder, 'package.json'), manifest)
  write("console.log('it draws', blocks.length)")
  const first = develop()
  try {
    const listed = () => site.call<{ slug_name: string }[]>('GET', '/answer/admin/api/plugins', { token })
    await expect
      .poll(async () => (await listed()).map(({ slug_name }) => slug_name), { timeout: PATIENCE_MS })
      .toContain(SLUG)
    expect(first.said()).not.toContain('it draws')
    await turnPlugin(site, token, SLUG, true)
    await expectSaid(first.said, 'it draws 1')
    write("throw new Error('it can’t draw that')")
    await expectSaid(first.said, 'it can’t draw that')
  } finally {
    await first.stop()
  }

  const later = develop()
  try {
    write("console.log('it draws again')")
    await expectSaid(later.said, 'it draws again')
    expect(later.said()).not.toContain('it draws 1')
  } finally {
    await later.stop()
  }
}, 120_000)
