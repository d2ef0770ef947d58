import * as contract from '@askwell/contract/meaning.ts'
import { removePlugin, savePluginConfig } from '@askwell/contract/plugins.ts'
import { search } from '@askwell/contract/search.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { sendPackage, turnPlugin } from '../../../../../test/plugins.ts'
import { ask } from '../../../../../test/matrix/cast.ts'
import { ollama } from '../../../../../test/ollama.ts'
import { pluginArchive } from '../../../../../test/plugin-package.ts'
import { threads } from '../../../../../test/threads.ts'
import { engines, type TestUser, type World, world } from '../../../../../test/world.ts'

vi.setConfig({ testTimeout: 60_000 })

describe.each(engines)('vectors that plugins make (%s)', (engine) => {
  let w: World
  let admin: TestUser
  let service: Awaited<ReturnType<typeof ollama>>
  const car = 'How do I mend my automobile?'
  beforeAll(async () => {
    service = await ollama({ small: 64, other: 80 })
    w = await world(engine)
    w.site.installed.supervision.pauseMs = 10
    admin = await w.given.admin()
    const { ask: askOne } = threads(w)
    const ann = await w.given.member({ rank: 5000 })
    await askOne(ann, car)
    await askOne(ann, 'What should a puppy have for dinner?')
    for (let n = 0; n < 12; n++) await askOne(ann, `Where does sirocco ${'abcdefghijkl'[n]}x blow at noon?`)
    await make()
  })
  afterAll(async () => {
    expect(w.faults).toEqual([])
    await w.close()
    service.stop()
  })
  const make = async () => {
    w.clock.advance(301)
    await w.settle()
  }
  const turn = (plugin_slug_name: string, enabled: boolean) => turnPlugin(w, admin, plugin_slug_name, enabled)
  const setUp = (model: string) =>
    w.as(admin).call(savePluginConfig, {
      body: { plugin_slug_name: 'ollama', config_fields: { server: service.address, model, private_network: true } },
    })
  const save = (embeddings_plugin: string, meaning = true) =>
    w.as(admin).call(contract.saveMeaningSettings, { body: { meaning, embeddings_plugin } })
  const settings = () => w.as(admin).call(contract.meaningSettings)
  const found = async (q: string) =>
    (await w.nobody.call(search, { query: { q } })).list.map(({ object }) => object.title)

  test('one that is off is refused; one that is on is tried first, and what is wrong there is said', async () => {
    expect((await settings()).plugins).toEqual([])
    await expect(save('ollama')).rejects.toMatchObject({ status: 400, reason: 'error.embeddings.plugin_off' })
    await setUp('none')
    await turn('ollama', true)
    expect((await settings()).plugins).toEqual([{ slug_name: 'ollama', name: 'Ollama' }])
    await expect(save('ollama')).rejects.toMatchObject({ status: 400, reason: 'error.embeddings.plugin' })
    const body = { meaning: true, embeddings_plugin: 'ollama' }
    const reply = await ask(w, contract.saveMeaningSettings, { body }, { token: admin.token, ip: '198.51.100.7' })
    expect(JSON.stringify(reply)).toContain('try pulling it first')
    expect((await settings()).meaning).toBe(false)
  })

  test('chosen, its vectors find what means the same; only shown texts and searches go there', async () => {
    await setUp('small')
    expect(await save('ollama')).toMatchObject({ dimensions: 64 })
    await make()
    const { progress } = await settings()
    expect([progress.done, progress.problem]).toEqual([progress.posts, ''])
    expect(progress.posts).toBeGreaterThanOrEqual(14)
    expect(service.now.texts.some((text) => text.startsWith(car))).toBe(true)
    expect((await found('vehicle fixing'))[0]).toBe(car)
  })

  test('with another model all vectors are made anew, and found by', async () => {
    service.now.texts.length = 0
    await setUp('other')
    expect(await found('vehicle fixing')).toEqual([])
    await make()
    expect(service.now.texts.some((text) => text.startsWith(car))).toBe(true)
    expect((await settings()).progress).toMatchObject({ dimensions: 80, problem: '' })
    expect((await found('vehicle fixing'))[0]).toBe(car)
  })

  test('while it fails or is off, words are found, and the vectors that are there stay', async () => {
    service.now.status = 500
    expect(await found('automobile')).toEqual([car])
    service.now.status = 200
    await turn('ollama', false)
    expect(await found('automobile')).toEqual([car])
    await make()
    const { progress } = await settings()
    expect([progress.kept, progress.dimensions]).toEqual([true, 80])
    service.now.texts.length = 0
    await turn('ollama', true)
    await make()
    expect(service.now.texts).toEqual([])
    expect((await found('vehicle fixing'))[0]).toBe(car)
    await turn('ollama', false)
    await save('', false)
  })

  describe('in a package of others', () => {
    const install = async (embedding: string) => {
      const code = `export default { embedding: ${embedding} }`
      const manifest = { kinds: ['embedding'], languages: undefined }
      const bytes = await pluginArchive({ slug_name: 'toy', code, askwell: manifest })
      await sendPackage(w, admin, bytes)
      await turn('toy', true)
    }
    afterEach(async () => {
      await w.as(admin).call(removePlugin, { body: { plugin_slug_name: 'toy' } })
    })

    test.each([
      ['words', '(texts) => texts.map(() => ["a"])', 'error.embeddings.plugin'],
      ['nothing', '() => []', 'error.embeddings.not_embeddings'],
      ['no direction', '(texts) => texts.map(() => [0, 0])', 'error.embeddings.not_embeddings'],
      ['no numbers', '(texts) => texts.map(() => [])', 'error.embeddings.not_embeddings'],
      ['too many numbers', '(texts) => texts.map(() => Array(4001).fill(1))', 'error.embeddings.plugin'],
      ['an error', '() => { throw new Error("no model") }', 'error.embeddings.plugin'],
    ])('one that answers %s isn’t taken', async (_, embedding, reason) => {
      await install(embedding)
      await expect(save('toy')).rejects.toMatchObject({ status: 400, reason })
      expect((await settings()).embeddings_plugin).toBe('')
    })
  })
})
