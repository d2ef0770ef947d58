import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { author, dwqa, wxr } from '../../server/test/wordpress.ts'
import type { TestUser } from '../people.ts'
import { setUpPlugin } from '../plugins.ts'
import { answer, ask } from '../posts.ts'
import { pictureOf, type Stage } from './stage.ts'

const PATIENCE_MS = 30_000

/** Until it is so. */
const until = async (isSo: () => Promise<boolean>, what: string) => {
  for (const end = Date.now() + PATIENCE_MS; !(await isSo()); await setTimeout(250))
    if (Date.now() > end) throw new Error(`it took too long until ${what}`)
}

const DIAGRAM = `flowchart LR
  Sow[Sow indoors] --> Frost{Frost over?}
  Frost -- not yet --> Wait[Wait a week]
  Wait --> Frost
  Frost -- yes --> Plant[Plant out]
  Plant --> Harvest`

const mermaid = async (stage: Stage) => {
  await stage.turnOn('mermaid')
  const { id } = await ask(stage.site, await stage.member('Mia'), {
    title: 'When may tomatoes go outside?',
    content: `This is how I do it so far:\n\n\`\`\`mermaid\n${DIAGRAM}\n\`\`\`\n\nIs one week enough?`,
  })
  const page = await stage.open()
  await page.goto(`/questions/${id}`)
  await page.frameLocator('.drawn-frame').locator('svg#diagram').getByText('Harvest').waitFor()
  await page.locator('.drawn-frame-ready').waitFor()
  return pictureOf(page, 'main h1', '.question')
}

const chess = async (stage: Stage) => {
  await stage.turnOn('chess')
  const { id } = await ask(stage.site, await stage.member('Noah'), {
    title: 'Which move did the gardener miss?',
    content:
      'We play among the beans. White is to move:\n\n```fen\nr1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4\n```\n\nHe moved a pawn, and lost.',
  })
  const page = await stage.open()
  await page.goto(`/questions/${id}`)
  await page.locator('.question svg[role=img]').waitFor()
  return pictureOf(page, 'main h1', '.question')
}

const formulas = async (stage: Stage) => {
  await stage.turnOn('formulas')
  const page = await stage.open(await stage.member('Mia'))
  await page.goto('/questions/ask')
  await page.locator('main [name=title]').fill('How much water does a round bed need?')
  await page.locator('main [name=content]').focus()
  await page.locator('.cm-content').waitFor()
  await page.keyboard.type('The bed has a radius of 1.5 m, so its area is ')
  await page.getByRole('button', { name: 'Palette for formulas' }).click()
  const dialog = page.getByRole('dialog', { name: 'Palette for formulas' })
  const palette = dialog.frameLocator('iframe')
  await palette.locator('#formula').fill('A = \\pi r^2 = \\frac{9}{4}\\pi \\approx 7.07')
  await palette.locator('output math mfrac').waitFor()
  await palette.getByText('In a line of its own').waitFor()
  return page.screenshot()
}

const embeds = async (stage: Stage) => {
  await stage.turnOn('embeds')
  const { id } = await ask(stage.site, await stage.member('Mia'), {
    title: 'How is a pear tree cut in winter?',
    content:
      'This is what I have seen so far:\n\nhttps://www.youtube.com/watch?v=dQw4w9WgXcQ\n\nIs it right for old trees, too?',
  })
  const page = await stage.open()
  await page.goto(`/questions/${id}`)
  await page.locator('.embed').getByRole('button').waitFor()
  return pictureOf(page, 'main h1', '.question')
}

const PREVIEWED = `<!doctype html><title>Lemon trees in pots</title>
<meta name="description" content="When to water them, when to feed them, and where they spend the winter.">`

const linkPreviews = async (stage: Stage) => {
  const docs = createServer((_, response) =>
    response.setHeader('content-type', 'text/html; charset=utf-8').end(PREVIEWED),
  )
  await new Promise<void>((listening) => void docs.listen(0, '127.0.0.1', listening))
  try {
    const hosts = `127.0.0.1:${(docs.address() as AddressInfo).port}`
    await setUpPlugin(stage.site, stage.chief.token, 'link_previews', { hosts, private_network: true })
    await stage.turnOn('link_previews')
    const { id } = await ask(stage.site, await stage.member('Mia'), {
      title: 'How often do I water a lemon tree?',
      content: `I have read this, and my tree still looks sad:\n\nhttp://${hosts}/lemons\n\nWhat is missing?`,
    })
    const page = await stage.open()
    await page.goto(`/questions/${id}`)
    await page.locator('.embed').getByText('When to water them').waitFor()
    return pictureOf(page, 'main h1', '.question')
  } finally {
    docs.close()
  }
}

const contrast = async (stage: Stage) => {
  const { id } = await ask(stage.site, await stage.member('Mia'), {
    title: 'Why do the leaves of my lemon tree turn yellow?',
    content: 'It stands on the balcony, and I water it **every day**. See also [the wiki](https://example.org/lemons).',
  })
  await answer(stage.site, await stage.member('Noah'), id, 'That is too much water. Let the earth dry between.')
  await stage.turnOn('contrast')
  const page = await stage.open()
  await page.goto(`/questions/${id}`)
  await page.getByText('Let the earth dry between.').waitFor()
  return page.screenshot()
}

const DAY_MS = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)
const EVENTS = [
  { title: 'Pruning together', date: inDays(9), time: '14:00', place: 'The orchard behind the mill' },
  { title: 'Seeds to swap', date: inDays(23), time: '18:30', place: 'Town library, room 2' },
  { title: 'Ask an expert: pests', date: inDays(40), time: '20:00', place: 'Online' },
]

const events = async (stage: Stage) => {
  await stage.turnOn('events')
  const page = await stage.open(stage.chief)
  for (const { title, ...fields } of EVENTS) {
    await page.goto('/plugins/events')
    for (const [name, value] of Object.entries({ title, ...fields }))
      await page.locator(`main [name="${name}"]`).fill(value)
    await page.getByRole('button', { name: 'Add an event' }).click()
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
  }
  const member = await stage.open(await stage.member('Mia'), { width: 1200 })
  await member.goto('/plugins/events')
  await member.getByRole('link', { name: EVENTS[0]!.title }).waitFor()
  return member.screenshot({ clip: { x: 0, y: 0, width: 1200, height: 360 } })
}

const PAGES = [
  { title: 'Watering plants in pots', url: 'https://docs.example.org/pots/watering/' },
  { title: 'Pots for lemon trees', url: 'https://docs.example.org/pots/lemon-trees/' },
  { title: 'Pruning roses', url: 'https://docs.example.org/roses/' },
]

const relatedDocs = async (stage: Stage) => {
  const docs = createServer((_, response) => response.end(JSON.stringify(PAGES)))
  await new Promise<void>((listening) => void docs.listen(0, '127.0.0.1', listening))
  try {
    await setUpPlugin(stage.site, stage.chief.token, 'related_docs', {
      index: `http://127.0.0.1:${(docs.address() as AddressInfo).port}/pages.json`,
      private_network: true,
    })
    await stage.turnOn('related_docs')
    const { id } = await ask(stage.site, await stage.member('Mia'), {
      title: 'How often do lemon trees in pots need watering?',
      content: 'Mine stand in the sun from May on. The earth is dry each evening.',
    })
    const widgets = `/answer/api/v1/plugin/widgets?place=question&object_ids=${id}`
    await until(
      async () => (await stage.site.call<unknown[]>('GET', widgets)).length > 0,
      'pages are beside a question',
    )
    const page = await stage.open(undefined, { width: 1200 })
    await page.goto(`/questions/${id}`)
    await page.getByRole('heading', { name: 'In the documentation' }).waitFor()
    return page.screenshot({ clip: { x: 0, y: 0, width: 1200, height: 620 } })
  } finally {
    docs.close()
  }
}

const proofOfWork = async (stage: Stage) => {
  const { e_mail } = await stage.member('Noah')
  await setUpPlugin(stage.site, stage.chief.token, 'proof_of_work', { effort: 'high' })
  await stage.turnOn('proof_of_work')
  const page = await stage.open()
  await page.goto('/users/account-recovery')
  await page.locator('main [name=e_mail]').fill(e_mail)
  await page.locator('main form button[type=submit]').click()
  await page.getByText('Your browser is showing that you are no robot.').waitFor()
  return page.screenshot({ clip: { x: 0, y: 0, width: page.viewportSize()!.width, height: 620 } })
}

const GOOD = [
  'Which soil do roses like',
  'When are potatoes planted',
  'How deep do carrots grow',
  'What eats my lettuce',
]
const SPAM = ['casino', 'bonus', 'jackpot', 'roulette', 'betting'].map(
  (word) => `Win a ${word} now with our casino bonus`,
)

/** Posts that stay and posts that a moderator deletes; then one like those. */
const bayes = async (stage: Stage) => {
  const { site, chief } = stage
  await stage.turnOn('bayes')
  const heard = async (count: number) =>
    until(async () => {
      const path = '/answer/admin/api/plugin/deliveries?plugin_slug_name=bayes&page_size=100'
      return (await site.call<{ list: unknown[] }>('GET', path, { token: chief.token })).list.length >= count
    }, `the filter has heard of ${count} posts`)
  const spammer = await stage.member('Zed')
  const write = async (member: TestUser, title: string, content: string) => ask(site, member, { title, content })
  const mia = await stage.member('Mia')
  for (const title of [...GOOD, 'How far apart do beans stand'])
    await write(mia, `${title}?`, `${title}? I have a small garden with heavy earth, and the winter was long.`)
  const spam: string[] = []
  for (const title of SPAM)
    spam.push((await write(spammer, title, `${title}: jackpot and roulette without limits.`)).id)
  await heard(GOOD.length + 1 + SPAM.length)
  for (const id of spam) await site.call('DELETE', '/answer/api/v1/question', { token: chief.token, body: { id } })
  await heard(GOOD.length + 1 + 2 * SPAM.length)
  await write(spammer, 'Your casino bonus is waiting', 'Jackpot, roulette and betting without limits. Win now.')
  const page = await stage.open(chief)
  await page.goto('/review')
  await page.getByText('Looks like posts that were deleted').waitFor()
  return pictureOf(page, 'main h1', '.review-item')
}

const EXPORTED = wxr([
  author(1, 'mia', 'Mia', 'mia@example.com'),
  author(2, 'noah', 'Noah', 'noah@example.com'),
  dwqa('question', 11, 'mia', { title: 'Which soil do roses like?', content: 'Mine is heavy.', tags: ['roses'] }),
  dwqa('answer', 12, 'noah', { parent: 11, content: 'Dig in some sand.' }),
])

const wordpress = async (stage: Stage) => {
  await stage.turnOn('wordpress')
  const page = await stage.open(stage.chief)
  await page.goto('/admin/import')
  const file = { name: 'garden.wordpress.xml', mimeType: 'text/xml', buffer: EXPORTED }
  await page.getByLabel(/^File \(/).setInputFiles(file)
  await page.getByRole('button', { name: 'Upload' }).click()
  await page.getByLabel('File for WordPress').selectOption({ index: 0 })
  return pictureOf(page, 'main h1', 'main')
}

/** What members or moderators see of them. */
export const SCENES = {
  bayes,
  chess,
  contrast,
  embeds,
  events,
  formulas,
  'link-previews': linkPreviews,
  mermaid,
  'proof-of-work': proofOfWork,
  'related-docs': relatedDocs,
  wordpress,
}
