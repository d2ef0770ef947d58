import { renderPost } from '@askwell/contract/posts.ts'
import { askQuestion, questionInfo } from '@askwell/contract/questions.ts'
import { embedConfig } from '@askwell/contract/site.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pluginCalled, sendPackage, turnPlugin } from '../../../../test/plugins.ts'
import { pluginArchive } from '../../../../test/plugin-package.ts'
import { engines, type TestUser, type World, world } from '../../../../test/world.ts'

const VIDEO = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'
const FRAME = 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'
const REL = 'rel="nofollow ugc noopener"'

describe.each(engines)('embeds of plugins (%s)', (engine) => {
  let w: World
  let admin: TestUser
  let member: TestUser
  beforeAll(async () => {
    w = await world(engine, { pages: true })
    ;[admin, member] = [await w.given.admin(), await w.given.member({ rank: 500 })]
  })
  afterAll(async () => {
    expect(w.faults).toEqual([])
    await w.close()
  })
  const turn = async (plugin_slug_name: string, enabled: boolean) =>
    (await turnPlugin(w, admin, plugin_slug_name, enabled)).map(({ power }) => power)
  const render = (content: string) => w.as(member).call(renderPost, { body: { content } })
  const pageOf = (url: string) => w.server.inject({ url })
  const framesIn = ({ headers }: Awaited<ReturnType<typeof pageOf>>) =>
    /frame-src ([^;]*)/.exec(String(headers['content-security-policy']))?.[1]

  test('an address alone in a paragraph becomes a link with a frame to ask for, kept with the post; what a frame needs is allowed', async () => {
    expect(framesIn(await pageOf('/'))).toBeUndefined()
    expect(await turn('embeds', true)).toEqual(
      expect.arrayContaining(['embed:vimeo.com', 'frame:player.vimeo.com', 'net:vimeo.com']),
    )
    const { id } = await w.as(member).call(askQuestion, {
      body: {
        title: 'What does this video show?',
        content: `Look:\n\n${VIDEO}\n\nTell me.`,
        tags: [{ slug_name: 'support' }],
      },
    })
    const { html } = await w.nobody.call(questionInfo, { query: { id } })
    expect(html).toContain(
      `<div class="embed" data-frame="${FRAME}" data-ratio="16/9"><p class="embed-title"><a href="${VIDEO}" ${REL}`,
    )
    const page = await pageOf(`/questions/${id}`)
    expect(framesIn(page)).toBe(
      "'self' https://www.youtube-nocookie.com https://player.vimeo.com https://www.loom.com https://codepen.io",
    )
    expect(page.body).toMatch(/<html[^>]* data-frames="www\.youtube-nocookie\.com [^"]*"/)
    expect(page.body).not.toContain('<iframe')
    expect(await w.nobody.call(embedConfig)).toEqual([{ platform: 'embeds', enable: true }])
  })

  test.each([
    ['with words beside it', `See ${VIDEO}`],
    ['with words of its own', `[a video](${VIDEO})`],
    ['in angle brackets', `<${VIDEO}>`],
    ['in a list', `- ${VIDEO}`],
    ['in a quotation', `> ${VIDEO}`],
    ['in code', `\`${VIDEO}\``],
    ['two in a paragraph', `${VIDEO}\n${VIDEO}`],
    ['of another host', 'https://elsewhere.example/watch?v=dQw4w9WgXcQ'],
    ['that is no video', 'https://www.youtube.com/@somebody'],
  ])('%s it stays a link', async (_, text) => {
    expect(await render(text)).not.toContain('embed')
  })

  test('text that looks like an embed is text', async () => {
    const forged = `<div class="embed" data-frame="https://evil.example/"><p>x</p></div>\n\n${VIDEO}`
    const html = await render(forged)
    expect(html.match(/<div class="embed"/g)).toHaveLength(1)
    expect(html).not.toMatch(/data-frame="https:\/\/evil/)
  })

  test('the page that is kept is another once the plugin is off', async () => {
    await turn('embeds', false)
    const page = await pageOf('/')
    expect([framesIn(page), page.body.includes('data-frames')]).toEqual([undefined, false])
    expect(await w.nobody.call(embedConfig)).toEqual([])
  })

  const install = async (answer: string, askwell: Record<string, unknown> = {}) => {
    const code = `export default { embed: (addresses) => ${answer} }`
    const manifest = {
      kinds: ['embed'],
      languages: undefined,
      hosts: ['pics.example.org'],
      frames: ['frames.example.org'],
      ...askwell,
    }
    const known = await pluginCalled(w, admin, 'mine')
    const bytes = await pluginArchive({ slug_name: 'mine', code, askwell: manifest })
    const reply = await sendPackage(w, admin, bytes, known && 'mine')
    expect(reply).toMatchObject({ status: 200 })
    await turn('mine', true)
  }
  test.each([
    [
      'a frame of a host that nobody agreed to',
      "[{ title: 'T', frame: 'https://evil.example/x' }]",
      /<div class="embed"><p/,
    ],
    ['a frame without encryption', "[{ title: 'T', frame: 'http://frames.example.org/x' }]", /<div class="embed"><p/],
    ['a script for a frame', "[{ title: 'T', frame: 'javascript:alert(1)' }]", /<div class="embed"><p/],
    [
      'markup in the words',
      "[{ title: '<img src=x onerror=alert(1)>', text: '<b>b</b>' }]",
      /&lt;img src=x onerror=alert\(1\)&gt;<\/a><\/p><p class="embed-text">&lt;b&gt;/,
    ],
    ['too many', "Array.from({ length: 21 }, () => ({ title: 'T' }))", /^<p><a href/],
    ['no title', "[{ text: 'T' }]", /^<p><a href/],
    ['an error', '{ throw new Error("no") }', /^<p><a href/],
  ])('a plugin that answers %s', async (_, answer, expected) => {
    await install(answer.startsWith('{') ? `(() => ${answer})()` : answer)
    expect(await render('https://pics.example.org/1')).toMatch(expected)
  })

  test.each([
    [{ hosts: [] }, 'askwell.hosts has to say'],
    [{ hosts: ['*'] }, 'is no host'],
    [{ hosts: ['{hosts}'] }, 'names no setting of the kind text'],
    [{ hosts: ['{hosts}'], config: [{ name: 'hosts', kind: 'address' }] }, 'names no setting of the kind text'],
    [{ frames: ['https://frames.example.org'] }, 'is no host'],
  ])('a manifest with %j is refused', async (wrong, why) => {
    const manifest = { kinds: ['embed'], languages: undefined, hosts: ['pics.example.org'], ...wrong }
    const bytes = await pluginArchive({ slug_name: 'wrong', askwell: manifest })
    const reply = await sendPackage(w, admin, bytes)
    expect(JSON.stringify(reply)).toContain(why)
  })
})
