import { expect } from 'vitest'
import type { WatchedPage } from '../browser.ts'
import { journey } from '../journey.ts'
import { arriveAt, heading, pathOf, write } from '../page.ts'
import { admin, enter, register } from '../people.ts'
import { takePictures } from '../pictures.ts'
import { answer, ask, comment, vote } from '../posts.ts'
import type { Site, SiteOptions } from '../site.ts'

const API = '/answer/api/v1'
const rail = (page: WatchedPage, name: RegExp) => page.getByRole('button', { name })
const becomes = async (page: WatchedPage, name: RegExp, pressed: 'true' | 'false') => {
  await expect.poll(() => rail(page, name).getAttribute('aria-pressed')).toBe(pressed)
}
const reaction = (page: WatchedPage, name: RegExp) =>
  page.getByRole('group', { name: 'Reactions to this question' }).getByRole('button', { name })
/** Those that nobody has chosen yet are behind a button. */
const addReaction = async (page: WatchedPage, name: RegExp) => {
  await page
    .getByRole('group', { name: 'Reactions to this question' })
    .locator('summary', { hasText: 'Add a reaction' })
    .click()
  await reaction(page, name).click()
}

/** Inviting takes no reputation that newcomers don't have. */
const letAllInvite = async (site: Site) =>
  site.call('PUT', '/answer/admin/api/setting/privileges', {
    token: (await admin(site)).token,
    body: { level: 1 },
  })

journey('a question is bookmarked, found again among the bookmarks, and let go', async ({ site, open }) => {
  const [asker, reader] = [await register(site, 'Abe'), await register(site, 'Bea')]
  const question = await ask(site, asker, { title: 'How long does a lager take?' })
  const page = await open(site)
  await enter(page, reader)
  await page.goto(`/questions/${question.id}`)
  await rail(page, /^Bookmark this question/).click()
  await becomes(page, /^Bookmark, 1 has it/, 'true')
  await page.goto(`/users/${reader.username}/bookmarks`)
  await page.getByRole('link', { name: 'How long does a lager take?' }).waitFor()
  await takePictures(page, 'bookmarks')
  await page.getByRole('link', { name: 'How long does a lager take?' }).click()
  await arriveAt(page, 'How long does a lager take?')
  await rail(page, /^Bookmark, 1 has it/).click()
  await becomes(page, /^Bookmark this question/, 'false')
  await page.goto(`/users/${reader.username}/bookmarks`)
  await page.getByText('No bookmarks yet.').waitFor()
})

journey('a question and a member are followed; what is followed comes first in "For you"', async ({ site, open }) => {
  const [asker, reader] = [await register(site, 'Cal'), await register(site, 'Dot')]
  const question = await ask(site, asker, { title: 'Is wheat beer cloudy?' })
  const page = await open(site)
  await enter(page, reader)
  await page.goto(`/questions/${question.id}`)
  await rail(page, /^Follow this question/).click()
  await becomes(page, /^Follow this question/, 'true')
  await page.goto(`/users/${asker.username}`)
  await page.getByRole('button', { name: 'Follow' }).click()
  await page.getByRole('button', { name: 'Following' }).waitFor()
  await page.goto('/?order=recommend')
  await page.getByRole('link', { name: 'Is wheat beer cloudy?' }).first().waitFor()
  const first = await site.call<{ list: { title: string }[] }>('GET', `${API}/question/recommend/page`, {
    token: reader.token,
  })
  expect(first.list[0]!.title).toBe('Is wheat beer cloudy?')
})

journey('who likes "For you" best begins with it from then on, and can change that', async ({ site, open }) => {
  const reader = await register(site, 'Gil')
  const page = await open(site)
  const current = (label: string) =>
    page.locator('main').getByRole('link', { name: label, exact: true }).and(page.locator('[aria-current]'))
  await enter(page, reader)
  await page.goto('/')
  await page.getByRole('link', { name: 'For you' }).click()
  await current('For you').waitFor()
  await takePictures(page, 'for-you')
  await page.getByRole('link', { name: 'Make this my start page' }).click()
  await page.getByText('This is your start page on this device.').waitFor()
  await page.goto('/')
  await current('For you').waitFor()
  await page.getByRole('link', { name: 'Active', exact: true }).click()
  await current('Active').waitFor()
  expect(new URL(page.url()).search).toBe('?order=active')
  await page.getByRole('navigation').getByRole('link', { name: 'Questions' }).first().click()
  await current('For you').waitFor()
  await page.accessible()
  await page.getByRole('link', { name: 'Show active questions first' }).click()
  await current('Active').waitFor()
})

journey('heart, smile and frown: chosen, counted, named and taken back', async ({ site, open }) => {
  const [asker, reader] = [await register(site, 'Eve'), await register(site, 'Flo')]
  const question = await ask(site, asker, { title: 'Who loves porter?' })
  await answer(site, reader, question.id, 'I do, most of all in winter.')
  await site.call('PUT', `${API}/meta/reaction`, {
    token: asker.token,
    body: { object_id: question.id, emoji: 'smile', reaction: 'activate' },
  })
  const page = await open(site)
  await enter(page, reader)
  await page.goto(`/questions/${question.id}`)
  await addReaction(page, /^Heart/)
  await expect.poll(() => reaction(page, /^Heart, 1/).getAttribute('aria-pressed')).toBe('true')
  await reaction(page, /^Heart, 1: Flo/).waitFor() // after a reload it says who
  await expect.poll(() => page.evaluate('document.activeElement.getAttribute("aria-label")')).toContain('Heart, 1')
  await reaction(page, /^Smile, 1: Eve/).waitFor()
  await takePictures(page, 'reactions')
  await reaction(page, /^Heart, 1/).click()
  await reaction(page, /^Heart, 0/).waitFor()
})

journey('without scripts bookmarks, reactions and invitations are plain forms', async ({ site, open }) => {
  const [asker] = [await register(site, 'Gus'), await register(site, 'Hal')]
  await letAllInvite(site)
  const question = await ask(site, asker, { title: 'Does it work without scripts?' })
  const page = await open(site, { scripts: false })
  await enter(page, asker)
  await page.goto(`/questions/${question.id}`)
  await rail(page, /^Bookmark this question/).click()
  await becomes(page, /^Bookmark, 1 has it/, 'true')
  await addReaction(page, /^Heart, 0/)
  await reaction(page, /^Heart, 1: Gus/).waitFor()
  await page.getByText('Invite someone').click()
  await page.locator('[name=invite_name]').fill('hal')
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  await page.locator('#invited').waitFor()
  await page.locator('.invite-people').getByText('Hal').waitFor()
})

journey(
  'the asker invites somebody to answer, finds the name while typing, and takes it back',
  async ({ site, open }) => {
    const [asker, expert] = [await register(site, 'Ida'), await register(site, 'Jon')]
    await letAllInvite(site)
    const question = await ask(site, asker, { title: 'Who knows about yeast?' })
    const page = await open(site)
    await enter(page, asker)
    await page.goto(`/questions/${question.id}`)
    await page.getByText('Invite someone').click()
    await expect
      .poll(() => page.locator('[name=invite_name]').evaluate((it) => it === document.activeElement))
      .toBe(true)
    await page.keyboard.type('jo')
    await page.getByRole('option', { name: /Jon/ }).waitFor()
    await page.accessible()
    await takePictures(page, 'inviting')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    expect(await page.locator('[name=invite_name]').inputValue()).toBe('jon')
    page.allow(/^400 PUT .*\/question\/invite$/)
    await page.locator('[name=invite_name]').fill('nobody-like-that')
    await page.locator('[name=invite_name]').press('Enter')
    await page.locator('.toast').waitFor()
    await page.locator('[name=invite_name]').fill(expert.username)
    await page.locator('[name=invite_name]').press('Enter')
    await page.locator('.invite-people').getByText('Jon').waitFor()
    await takePictures(page, 'invited')
    await page.getByRole('button', { name: 'Cancel the invitation of Jon' }).click()
    await page.locator('.invite-people').waitFor({ state: 'detached' })
  },
)

journey('what comes while one reads is said quietly, and shown on a press', async ({ site, open }) => {
  const [asker, writer] = [await register(site, 'Kim'), await register(site, 'Lee')]
  const question = await ask(site, asker, { title: 'What comes while I read?' })
  const page = await open(site) // anonymous
  await page.goto(`/questions/${question.id}`)
  await page.ready()
  const title = page.getByRole('heading', { level: 1 })
  const before = await title.boundingBox()
  const given = await answer(site, writer, question.id, 'An answer that came later.')
  await comment(site, writer, question.id, 'And a comment on the question.')
  const note = page.getByRole('button', { name: '1 new answer · 1 new comment' })
  await note.waitFor()
  expect(await title.boundingBox()).toEqual(before)
  expect(await page.getByText('An answer that came later.').count()).toBe(0)
  await takePictures(page, 'live-note')
  await vote(site, await admin(site), question.id)
  await expect
    .poll(() =>
      page.getByRole('group', { name: 'Votes on this question' }).getByRole('status', { name: 'Score' }).textContent(),
    )
    .toBe('1')
  await note.click()
  await page.getByText('An answer that came later.').waitFor()
  await page.getByText('And a comment on the question.').waitFor()
  await note.waitFor({ state: 'detached' })
  expect(await page.locator(`#answer-${given.id}`).count()).toBe(1)
})

journey('each form of permalink leads to the one that the site writes', async ({ site, open, onTestFinished }) => {
  const [asker, boss] = [await register(site, 'Max'), await admin(site)]
  const question = await ask(site, asker, { title: 'Which address is the right one?' })
  const given = await answer(site, await register(site, 'Nan'), question.id, 'The one in the bar.')
  const use = async (permalink: number) => {
    await site.call('PUT', '/answer/admin/api/siteinfo/seo', {
      token: boss.token,
      body: { permalink, robots: 'User-agent: *' },
    })
  }
  const { permalink: before } = await site.call<{ permalink: number }>('GET', '/answer/admin/api/siteinfo/seo', {
    token: boss.token,
  })
  onTestFinished(() => use(before))
  /** Where an anonymous visitor who asks for it is sent. */
  const leadsTo = async (path: string) =>
    (await fetch(site.url + path, { redirect: 'manual' })).headers.get('location')!
  await use(4)
  const [short, shortAnswer] = [
    (await leadsTo(`/questions/${question.id}`)).split('/')[2]!,
    (await leadsTo(`/questions/${question.id}/${given.id}`)).split('/')[3]!,
  ]
  expect([short, shortAnswer]).toEqual([
    expect.stringMatching(/^[0-9A-Za-z]{4,6}$/),
    expect.stringMatching(/^[0-9A-Za-z]{4,6}$/),
  ])
  const slug = question.url_title
  const written: Record<number, string> = {
    1: `${question.id}/${slug}`,
    2: question.id,
    3: `${short}/${slug}`,
    4: short,
  }
  const page = await open(site)
  for (const permalink of [1, 2, 3, 4]) {
    await use(permalink)
    const right = `/questions/${written[permalink]}`
    for (const other of [...Object.values(written), `${question.id}/another-title`]) {
      await page.goto(`/questions/${other}`)
      await arriveAt(page, 'Which address is the right one?')
      expect(pathOf(page)).toBe(right)
      expect(new URL((await page.locator('link[rel=canonical]').getAttribute('href'))!, site.url).pathname).toBe(right)
    }
    const answerId = permalink > 2 ? shortAnswer : given.id
    await page.goto(`/questions/${question.id}/${given.id}`)
    await arriveAt(page, 'Which address is the right one?')
    expect(pathOf(page)).toBe(`${right}/${answerId}`)
    await page.goto('/questions')
    expect(await page.getByRole('link', { name: 'Which address is the right one?' }).first().getAttribute('href')).toBe(
      right,
    )
  }
})

/** What each agrees to holds on their own device, so they share the site. */
const ASKING_FIRST: SiteOptions = { first: { external_content_display: 'ask_before_display' } }

/** A site that gives an image at every address. @returns those it was asked for. */
const imagesElsewhere = async (page: WatchedPage) => {
  const asked: string[] = []
  await page.route('https://elsewhere.example/**', (route) => {
    asked.push(route.request().url())
    return route.fulfill({
      contentType: 'image/svg+xml',
      body: '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><rect width="40" height="40" fill="green"/></svg>',
    })
  })
  return asked
}

journey('images of other sites wait until one has agreed, on this page or on this device', async ({ share, open }) => {
  const site = await share(ASKING_FIRST)
  const question = await ask(site, await register(site, 'Ola'), {
    title: 'What does the picture show?',
    content: 'See ![a hop cone](https://elsewhere.example/hop.png) here.',
  })
  const page = await open(site, { hosts: ['elsewhere.example'] })
  const asked = await imagesElsewhere(page)
  await page.goto(`/questions/${question.id}`)
  await page.ready()
  await page.getByText('a hop cone · elsewhere.example').waitFor()
  expect(asked).toEqual([])
  await takePictures(page, 'images-held-back')
  await page.getByRole('link', { name: 'Show images …' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Only on this page' }).click()
  await page.getByAltText('a hop cone').waitFor()
  await expect.poll(() => asked.length).toBe(1)
  // The link that was pressed is gone; one goes on from the heading.
  expect(await heading(page).evaluate((one) => document.activeElement === one)).toBe(true)
  await page.accessible()
  await page.reload()
  await page.ready()
  await page.getByRole('link', { name: 'Show images …' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Always on this device' }).click()
  await page.getByAltText('a hop cone').waitFor()
  await page.reload()
  await page.getByAltText('a hop cone').waitFor()
  expect(await page.getByRole('link', { name: 'Show images …' }).count()).toBe(0)
})

journey('images of other sites wait in the editor, too, until its writer has agreed', async ({ share, open }) => {
  const site = await share(ASKING_FIRST)
  const page = await open(site, { hosts: ['elsewhere.example'] })
  await enter(page, await register(site, 'Ove'))
  const asked = await imagesElsewhere(page)
  await page.goto('/questions/ask')
  await page.ready()
  const editor = page.locator('.editor').first()
  const inRichText = () => editor.locator('.editor-face input[value=rich]').check({ force: true })
  const heldBack = editor.getByText('a hop cone · elsewhere.example')
  await write(page, 'content', 'See ![a hop cone](https://elsewhere.example/hop.png) here.')
  await editor.locator('input[value=preview]').check({ force: true })
  await heldBack.waitFor()
  await editor.getByText('Images from other sites are held back').waitFor()
  await editor.locator('input[value=write]').check({ force: true })
  await inRichText()
  await heldBack.waitFor()
  await page.accessible()
  await takePictures(page, 'editor-images-held-back')
  // What comes in by the clipboard waits as well.
  await editor.locator('.rich-text').evaluate((surface) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', '<p>And <img src="https://elsewhere.example/malt.png" alt="malt"></p>')
    clipboardData.setData('text/plain', 'And')
    surface.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  await editor.getByText('malt · elsewhere.example').waitFor()
  expect(asked).toEqual([])
  await editor.getByRole('link', { name: 'Show images …' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Always on this device' }).click()
  await editor.getByAltText('a hop cone').waitFor()
  await expect.poll(() => asked.length).toBe(2)
  expect(await page.locator('[name=content]').first().inputValue()).toContain('![a hop cone]')
  expect(await editor.getByText('Images from other sites are held back').count()).toBe(0)
  // One writes on at once, where one was.
  await page.keyboard.type('Malted. ')
  await expect.poll(() => page.locator('[name=content]').first().inputValue()).toContain('Malted.')
  await page.reload()
  await page.ready()
  await inRichText()
  await editor.getByAltText('a hop cone').waitFor()
})

journey('whoever agrees to images in the preview goes on from there', async ({ share, open }) => {
  const site = await share(ASKING_FIRST)
  const page = await open(site, { hosts: ['elsewhere.example'] })
  await enter(page, await register(site, 'Oda'))
  await imagesElsewhere(page)
  await page.goto('/questions/ask')
  await page.ready()
  await write(page, 'content', 'See ![a hop cone](https://elsewhere.example/hop.png) here.')
  await page.locator('.editor input[value=preview]').first().check({ force: true })
  await page.getByRole('link', { name: 'Show images …' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Only on this page' }).click()
  const preview = page.getByRole('region', { name: 'Preview' })
  await preview.getByAltText('a hop cone').waitFor()
  expect(await preview.evaluate((one) => document.activeElement === one)).toBe(true)
})
