import { pluginEditors } from '@askwell/contract/plugin-pages.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sendPackage, turnPlugin } from '../../../../../test/plugins.ts'
import { pluginArchive } from '../../../../../test/plugin-package.ts'
import { engines, type TestUser, type World, world } from '../../../../../test/world.ts'

const MODULE = 'export const mount = () => {}'
const BUTTON = { name: 'key', sign: '⌘', insert: { before: '<kbd>', text: 'Ctrl', after: '</kbd>' } }
const TICKET = { address: 'https://tickets.example.org/browse/:key', insert: '[{key}]({address})' }
const EMOJI = { name: 'emoji', sign: '::', items: [{ label: 'bread', insert: '🍞' }] }

describe.each(engines)('what plugins add to the editor (%s)', { timeout: 60_000 }, (engine) => {
  let w: World
  let admin: TestUser
  beforeAll(async () => {
    w = await world(engine)
    admin = await w.given.admin()
  })
  afterAll(async () => {
    expect(w.faults).toEqual([])
    await w.close()
  })
  const upload = async (slug_name: string, askwell: Record<string, unknown>, files: Record<string, string> = {}) => {
    const words = {
      en_US: { name: 'Mine', description: 'For a test.', button_key: 'Key', completion_emoji: 'Emoji' },
      de_DE: { name: 'Meins', description: 'Für einen Test.', button_key: 'Taste' },
    }
    const manifest = { kinds: ['editor'], languages: undefined, words, ...askwell }
    const bytes = await pluginArchive({ slug_name, askwell: manifest, files })
    return sendPackage(w, admin, bytes)
  }
  const turn = async (plugin_slug_name: string, enabled: boolean) =>
    (await turnPlugin(w, admin, plugin_slug_name, enabled)).map(({ power }) => power)

  test('buttons and completions have the words of a language, and a frame where there is a dialog', async () => {
    const buttons = [BUTTON, { name: 'more', sign: '…', edits: 'formula' }]
    expect(
      await upload(
        'mine',
        { buttons, completions: [EMOJI], pastes: [TICKET], dialog: 'dialog.js' },
        { 'dialog.js': MODULE },
      ),
    ).toMatchObject({ status: 200 })
    expect(await w.nobody.call(pluginEditors)).toEqual([])
    expect(await turn('mine', true)).toEqual(['dialog', 'editor'])
    const [mine] = await w.nobody.call(pluginEditors)
    expect(mine).toEqual({
      slug_name: 'mine',
      frame: expect.stringMatching(/^\/plugin-frames\/mine\/\w{32}$/),
      buttons: [
        { ...BUTTON, label: 'Key' },
        { name: 'more', sign: '…', label: 'more', insert: null, edits: 'formula' },
      ],
      completions: [{ sign: '::', label: 'Emoji', items: [{ label: 'bread', note: '', insert: '🍞' }] }],
      pastes: [TICKET],
    })
    const frame = await w.server.inject({ url: mine!.frame })
    expect(String(frame.headers['content-security-policy'])).not.toContain('connect-src')
    expect((await w.server.inject({ url: `${mine!.frame}/module.js` })).body).toBe(MODULE)
    await turn('mine', false)
    expect(await w.nobody.call(pluginEditors)).toEqual([])
    expect((await w.server.inject({ url: mine!.frame })).statusCode).toBe(404)
  })

  test('a button that would open a dialog isn’t there without one', async () => {
    await upload('plain', { buttons: [BUTTON, { name: 'more', sign: '…' }] })
    await turn('plain', true)
    const [plain] = await w.nobody.call(pluginEditors)
    expect([plain!.frame, plain!.buttons.map(({ name }) => name)]).toEqual(['', ['key']])
    await turn('plain', false)
  })

  test.each([
    [{ buttons: [{ ...BUTTON, sign: 'abc' }] }, 'askwell.buttons has to be'],
    [{ buttons: [BUTTON, BUTTON] }, 'askwell.buttons has to be'],
    [{ buttons: [{ ...BUTTON, press: 'alert(1)' }] }, 'askwell.buttons has to be'],
    [{ buttons: [{ ...BUTTON, edits: 'everything' }] }, 'askwell.buttons has to be'],
    [{ completions: [{ ...EMOJI, sign: 'a' }] }, 'askwell.completions has to be'],
    [{ completions: [{ ...EMOJI, items: [] }] }, 'askwell.completions has to be'],
    [{ pastes: [{ ...TICKET, address: 'https://*/browse/:key' }] }, 'askwell.pastes has to be'],
    [{ pastes: [{ ...TICKET, address: 'https://tickets.example.org/((a+)+)$' }] }, 'askwell.pastes has to be'],
    [{ pastes: [{ ...TICKET, address: 'https://tickets.example.org/:a:' }] }, 'askwell.pastes has to be'],
    [{ pastes: [{ ...TICKET, address: 'https://tickets.example.org/watch?**~' }] }, 'askwell.pastes has to be'],
    [{ pastes: [{ ...TICKET, address: 'https://tickets.example.org/:a-:b-:c' }] }, 'askwell.pastes has to be'],
    [{ pastes: [{ ...TICKET, address: 'https://tickets.example.org/*a*a*b' }] }, 'askwell.pastes has to be'],
    [{ pastes: [{ ...TICKET, address: 'https://tickets.example.org/{a}+' }] }, 'askwell.pastes has to be'],
    [{ pastes: [{ ...TICKET, address: 'file:///etc/passwd' }] }, 'askwell.pastes has to be'],
    [{ pastes: [{ ...TICKET, insert: '{title}' }] }, 'askwell.pastes has to be'],
    [{ dialog: '../x.js' }, 'askwell.dialog has to be a file'],
    [{ dialog: 'missing.js' }, 'missing.js isn'],
  ])('a manifest with %j is refused', async (wrong, why) => {
    expect(JSON.stringify(await upload('wrong', wrong))).toContain(why)
  })
})
