import { expect } from 'vitest'
import type { WatchedPage } from '../browser.ts'
import { journey } from '../journey.ts'
import { arriveAt, draftIsStored, field, fill, pathOf, SELDOM, write } from '../page.ts'
import { admin, enter, type TestUser, register } from '../people.ts'
import { takePictures } from '../pictures.ts'
import { answer, ask, comment } from '../posts.ts'
import type { Site } from '../site.ts'

const TEXT = 'It is the yeast that does it.'
const dialog = (page: WatchedPage) => page.locator('dialog[open]')

/** Makes the site answer like this to everybody who posts an answer. */
const answerWith = async (page: WatchedPage, status: number, msg: string, data: unknown) => {
  const address = /\/answer\/api\/v1\/answer$/
  page.allow(new RegExp(`^${status} POST .*/api/v1/answer$`))
  await page.unroute(address)
  await page.route(address, (route) =>
    route.fulfill({ status, json: { code: status, reason: 'error.some.reason', msg, data } }),
  )
}
const post = (page: WatchedPage) => page.getByRole('button', { name: 'Post answer' }).click()

journey('what is refused is said in the way the site asks for, and what was typed stays', async ({ site, open }) => {
  const [ada, ben] = [await register(site, 'Ada'), await register(site, 'Ben')]
  const question = await ask(site, ada, { title: 'What makes a beer sour?' })
  const page = await open(site)
  page.on('dialog', (asked) => void asked.accept())
  await enter(page, ben)
  await page.goto(`/questions/${question.id}`)
  await write(page, 'content', TEXT)
  const kept = async () => expect(await field(page, 'content').inputValue()).toBe(TEXT)

  await answerWith(page, 400, 'Said in the corner.', { err_type: 'toast' })
  await post(page)
  await page.locator('.toast[data-kind=danger]').getByText('Said in the corner.').waitFor()
  expect(await page.getByRole('alert').getByText('Said in the corner.').count()).toBe(0)
  await kept()

  await answerWith(page, 400, 'Said where one types.', { err_type: 'alert', more: 1 })
  await post(page)
  await page.getByRole('alert').getByText('Said where one types.').waitFor()
  expect(await dialog(page).count()).toBe(0)
  await kept()

  await answerWith(page, 400, 'Said as a question.', { err_type: 'modal' })
  await post(page)
  await dialog(page).getByText('Said as a question.').waitFor()
  expect(await dialog(page).locator('.dialog-foot button').allTextContents()).toEqual(['Cancel', 'OK'])
  await page.accessible()
  await takePictures(page, 'refused-modal')
  await page.keyboard.press('Enter')
  await dialog(page).waitFor({ state: 'detached' })
  await kept()

  await answerWith(page, 400, 'Said in a dialog.', null)
  await post(page)
  await dialog(page).getByText('Said in a dialog.').waitFor()
  expect(await dialog(page).locator('.dialog-foot button').allTextContents()).toEqual(['Close'])
  await page.accessible()
  await takePictures(page, 'refused-dialog')
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
  await kept()

  await answerWith(page, 400, 'Not this.', [{ error_field: 'content', error_msg: 'Said at the field.' }])
  await post(page)
  await page.locator('.field-error').getByText('Said at the field.').waitFor()
  expect(await dialog(page).count()).toBe(0)
  await kept()

  await answerWith(page, 403, 'You may not, it seems.', null)
  await post(page)
  await page.locator('.toast[data-kind=danger]').getByText('You may not, it seems.').waitFor()
  await kept()

  await answerWith(page, 500, 'Something broke on our side.', null)
  await post(page)
  await page.getByRole('alert').getByText('Something broke on our side.').waitFor()
  expect(pathOf(page)).toBe(`/questions/${question.id}`)
  await kept()

  await page.unroute(/\/answer\/api\/v1\/answer$/)
  await post(page)
  await page.locator('.answer .prose').getByText(TEXT).waitFor()
})

journey('without scripts what is refused is said on the page', async ({ site, open }) => {
  const [cyd, boss] = [await register(site, 'Cyd'), await admin(site)]
  const question = await ask(site, cyd, { title: 'Which glass for a weizen?' })
  const given = await answer(site, boss, question.id, 'A tall one.')
  const page = await open(site, { scripts: false })
  await enter(page, boss)
  await page.goto(`/questions/${question.id}`)
  page.allow(/^400 POST /)
  // A refusal that a toast tells of elsewhere.
  await page.locator(`#answer-${given.id} .vote-button`).first().press('Enter')
  await page.getByRole('alert').getByText('Forbidden to operate on yourself').waitFor()
})

journey('a flag without a reason, or without what the reason needs, says so', async ({ site, open }) => {
  const [dee, boss] = [await register(site, 'Dee'), await admin(site)]
  const question = await ask(site, dee, { title: 'How is it bottled?' })
  for (const scripts of [true, false]) {
    const page = await open(site, { scripts })
    page.allow(/^400 POST /)
    await enter(page, boss)
    await page.goto(scripts ? `/questions/${question.id}` : `/report/${question.id}`)
    if (scripts) await page.locator('.question').getByRole('link', { name: 'Flag' }).click()
    const form = scripts ? dialog(page) : page.locator('main')
    const flag = () => form.getByRole('button', { name: 'Flag', exact: true }).click()
    await form.getByRole('radio').first().waitFor()
    await flag()
    await form.getByText('Please select a reason').waitFor()
    await form.locator('input[value="59"]').check()
    await flag()
    await form.getByText('Cannot be empty.').waitFor()
    await form.locator('input[value="60"]').check()
    const address = form.locator('[name=remark_60]')
    await address.fill('the other one')
    await flag()
    await form.getByText('URL format is incorrect.').waitFor()
    await address.fill('https://elsewhere.example/questions/10010000000000001')
    await flag()
    await form.getByText('URL origin does not match the current website.').waitFor()
    await page.accessible()
    await takePictures(page, `flag-refused-${scripts ? 'scripts' : 'plain'}`)
    await (scripts ? form.getByRole('button', { name: 'Cancel' }) : form.getByRole('link', { name: 'Cancel' })).click()
    if (scripts) await expect.poll(() => dialog(page).count()).toBe(0)
    else await page.getByRole('heading', { level: 1, name: 'How is it bottled?' }).waitFor()
  }
})

const SCRIPTS = /\/assets\/(list|users|profile|badge|legal|tag|info)[^/]*\.js$/

journey(
  'where a page’s script is gone the page stays, says so, and offers to load the next one as a whole',
  async ({ site, open }) => {
    const eve = await register(site, 'Eve')
    const question = await ask(site, eve, { title: 'Is there a newer one?' })
    const page = await open(site)
    page.on('dialog', (asked) => void asked.accept())
    await enter(page, eve)
    await page.goto(`/questions/${question.id}`)
    await write(page, 'content', TEXT)
    await draftIsStored(page, TEXT)
    page.allow(/^404 (GET|HEAD) .*\/assets\//, /^console error: .*(assets|MIME|module)/, /^failed GET .*\/assets\//)
    await page.route(SCRIPTS, (route) => route.fulfill({ status: 404, body: 'gone' }))
    const tos = page.getByRole('contentinfo').getByRole('link', { name: 'Terms' })
    await tos.click()
    // The draft is stored, so nobody is asked whether to leave.
    await dialog(page).getByRole('heading', { name: 'Load the page again?' }).waitFor()
    await page.accessible()
    await takePictures(page, 'script-gone')
    await dialog(page).getByRole('button', { name: 'Stay here' }).click()
    await dialog(page).waitFor({ state: 'detached' })
    expect(pathOf(page)).toBe(`/questions/${question.id}`)
    expect(await field(page, 'content').inputValue()).toBe(TEXT)
    await page.unroute(SCRIPTS)
    // From now on the browser loads whole pages.
    await tos.click()
    await page.waitForURL('**/tos')
    await page.ready()
    await page.goto(`/questions/${question.id}`)
    await expect.poll(() => field(page, 'content').inputValue()).toBe(TEXT)
  },
)

journey('a question is read and answered though the script of its answer form doesn’t come', async ({ site, open }) => {
  const page = await open(site)
  page.allow(/^failed GET .*\/answer-form-/)
  await enter(page, await register(site, 'Formless'))
  const asker = await register(site, 'Askerofit')
  const question = await ask(site, asker, { title: 'Does the form work as it was drawn?' })
  await page.route(/\/answer-form-/, (route) => route.abort())
  await page.goto(`/questions/${question.id}`)
  await dialog(page).getByRole('heading', { name: 'Load the page again?' }).waitFor()
  await dialog(page).getByRole('button', { name: 'Stay here' }).click()
  await arriveAt(page, 'Does the form work as it was drawn?')
  await dialog(page).waitFor({ state: 'detached' })
  await field(page, 'content').fill('It does, as without scripts.')
  // News of the question leave the form as it is.
  await answer(site, asker, question.id, 'It should, I hear.')
  await page.getByText('1 new answer').waitFor()
  expect(await field(page, 'content').inputValue()).toBe('It does, as without scripts.')
  await page.getByRole('button', { name: 'Post answer' }).click()
  await page.locator('.answer .prose').getByText('It does, as without scripts.').waitFor()
})

journey('a question stays to be read though another part of it doesn’t come', async ({ site, open }) => {
  const asker = await register(site, 'Partless')
  const question = await ask(site, asker, { title: 'Does one part take the others along?' })
  const boss = await admin(site) // may invite
  for (const part of ['user-parts', 'invite-acts']) {
    const page = await open(site)
    page.allow(new RegExp(`^failed GET .*/${part}-`))
    await enter(page, boss)
    await page.route(new RegExp(`/${part}-`), (route) => route.abort())
    await page.goto(`/questions/${question.id}`)
    await dialog(page).getByRole('heading', { name: 'Load the page again?' }).waitFor()
    await dialog(page).getByRole('button', { name: 'Stay here' }).click()
    await dialog(page).waitFor({ state: 'detached' })
    await arriveAt(page, 'Does one part take the others along?')
    await page.getByRole('link', { name: 'Tags', exact: true }).first().click()
    await arriveAt(page, 'Tags')
  }
})

journey('rich text that doesn’t come is said, and can be chosen again', async ({ site, open }) => {
  const page = await open(site)
  page.allow(/^failed GET .*\/(rich|code)-surface-/)
  await enter(page, await register(site, 'Richless'))
  await page.goto('/questions/ask')
  const chosen = (face: string) => page.locator(`.editor-face input[value=${face}]`).first()
  const said = page.getByRole('status').getByText('“Rich text” didn’t work. Your text is as it was.')
  await field(page, 'content').fill('as it was')
  await page.locator('main .cm-content').waitFor()
  await page.route(/\/rich-surface-/, (route) => route.abort())
  await chosen('rich').check({ force: true })
  await said.waitFor()
  expect(await chosen('markdown').isChecked()).toBe(true)
  await page.accessible()

  // On the next page it is what was chosen, and doesn’t come either.
  await page.reload()
  await field(page, 'content').focus()
  await said.waitFor()
  expect(await chosen('markdown').isChecked()).toBe(true)
  await field(page, 'content').fill('as it was, in Markdown')
  await page.unroute(/\/rich-surface-/)
  await chosen('rich').check({ force: true })
  await page.locator('main .rich-text').getByText('as it was, in Markdown').waitFor()
  await said.waitFor({ state: 'detached' })
})

journey('a file that isn’t taken is refused with the reason, beside the text', async ({ site, open }) => {
  const page = await open(site)
  page.allow(/^400 POST .*\/api\/v1\/file$/)
  await enter(page, await register(site, 'Filer'))
  // It is sent before the page has its token, and waits for that.
  await page.route('**/session/token', async (route) => {
    await new Promise((resume) => setTimeout(resume, 1000))
    await route.continue()
  })
  await page.goto('/questions/ask')
  const editor = page.locator('.editor').first()
  await editor
    .locator('input[type=file]')
    .setInputFiles({ name: 'letter.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
  await editor
    .getByRole('status')
    .getByText(/^letter\.png could not be uploaded\. This type of file isn’t accepted here\./)
    .waitFor()
})

journey('a tool and a title look as they do on the question, wherever they stand', async ({ site, open }) => {
  const page = await open(site)
  const ada = await register(site, 'Adaline')
  const question = await ask(site, ada, { title: 'Do styles come with what wears them?' })
  await site.call('PUT', '/answer/api/v1/question', {
    token: ada.token,
    body: {
      id: question.id,
      title: question.title,
      content: 'Another text, a little later.',
      tags: [{ slug_name: 'support' }],
    },
  })
  await enter(page, ada)
  const look = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => {
        const { borderTopStyle, fontSize } = getComputedStyle(element)
        return { borderTopStyle, fontSize }
      })
  await page.goto(`/questions/${question.id}`)
  const tool = await look('.post-action')
  await page.goto(`/posts/${question.id}/revisions`)
  expect(await look('button.post-action')).toEqual(tool)
  await page.goto('/questions')
  const title = await look('.question-row-title')
  await page.goto(`/report/${question.id}`)
  expect(await look('.question-row-title')).toEqual(title)
})

journey('a script that doesn’t come at all is given up after two minutes', async ({ site, open }) => {
  const page = await open(site)
  await page.clock.install()
  await page.goto('/')
  let asked = false
  await page.route(SCRIPTS, () => {
    asked = true
  })
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click()
  await expect.poll(() => asked).toBe(true)
  await page.clock.fastForward(119_000)
  expect(await dialog(page).count()).toBe(0)
  await page.clock.fastForward(2_000)
  await dialog(page).getByRole('heading', { name: 'Load the page again?' }).waitFor()
  await page.unroute(SCRIPTS)
  await dialog(page).getByRole('button', { name: 'Load again' }).click()
  await page.waitForURL('**/tos')
})

const DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
/** A picture of their own. */
const giveFace = async (site: Site, { token, name, username }: TestUser) => {
  const form = new FormData()
  form.append('source', 'avatar')
  form.append('file', new Blob([Buffer.from(DOT, 'base64')], { type: 'image/png' }), 'face.png')
  const reply = await fetch(`${site.url}/answer/api/v1/file`, {
    method: 'POST',
    headers: { authorization: token },
    body: form,
  })
  const { data: custom } = (await reply.json()) as { data: string }
  await site.call('PUT', '/answer/api/v1/user/info', {
    token,
    body: {
      display_name: name,
      username,
      avatar: { type: 'custom', custom, gravatar: '' },
      bio: '',
      website: '',
      location: '',
    },
  })
}

for (const late of [false, true]) {
  journey(
    `pictures that don’t load are marked, ${late ? 'also those that failed before scripts ran' : 'and a face gives way to its initials'}`,
    async ({ site, open }) => {
      const fay = await register(site, `Fay${Number(late)}`)
      await giveFace(site, fay)
      const question = await ask(site, fay, {
        title: `What is on picture ${Number(late)}?`,
        content: `First ![a glass of ale](${site.url}/uploads/post/gone.png) then ![](${site.url}/uploads/post/gone2.png).`,
      })
      const page = await open(site)
      page.allow(/^404 GET .*\/uploads\//)
      await page.route('**/uploads/avatar/**', (route) => route.fulfill({ status: 404, body: 'gone' }))
      if (late) {
        // Scripts come after the pictures have failed.
        await page.route(/\/assets\/entry\.client[^/]*\.js$/, async (route) => {
          await expect
            .poll(() =>
              page.evaluate<boolean>(
                '(() => { const all = [...document.querySelectorAll(".prose img")]; return all.length > 1 && all.every((one) => one.complete) })()',
              ),
            )
            .toBe(true)
          await route.continue()
        })
      }
      await page.goto(`/questions/${question.id}`)
      const pictures = page.locator('.question .prose img')
      await expect
        .poll(() => pictures.evaluateAll((all) => all.map((one) => one.hasAttribute('data-broken'))))
        .toEqual([true, true])
      expect(await pictures.evaluateAll((all) => all.map((one) => one.getAttribute('alt')))).toEqual([
        'a glass of ale',
        'Image that could not be loaded',
      ])
      await expect.poll(() => page.locator('.question img.avatar').count()).toBe(0)
      await page.locator('.question span.avatar').getByText('Fa').first().waitFor()
      await takePictures(page, 'broken-pictures')
    },
  )
}

journey('who is suspended while a page is open is led away, but not from what they write', async ({ site, open }) => {
  const [gus, hal, boss] = [await register(site, 'Gus'), await register(site, 'Hal'), await admin(site)]
  const question = await ask(site, gus, { title: 'Am I still welcome?' })
  const pages = [await open(site), await open(site), await open(site)] as const
  const [reading, writing, rising] = pages
  for (const page of pages) {
    page.on('dialog', (asked) => void asked.accept())
    page.allow(/^403 GET .*\/user\/info$/, /^403 POST .*\/post\/render$/, /^403 PUT .*\/user\/draft$/)
    await page.clock.install()
    await enter(page, page === rising ? hal : gus)
    await page.goto(`/questions/${question.id}`)
    // Writes need the token, which is fetched once the page has come.
    await expect.poll(() => page.evaluate<string>("localStorage.getItem('askwell_token') ?? ''")).not.toBe('')
  }
  await write(writing, 'content', TEXT)
  const close = rising.locator('.question').getByText('Close', { exact: true })
  expect(await close.count()).toBe(0)

  const user = async (username: string) =>
    (
      await site.call<{ list: { user_id: string; username: string }[] }>('GET', '/answer/admin/api/users/page', {
        token: boss.token,
      })
    ).list.find((one) => one.username === username)!.user_id
  await site.call('PUT', '/answer/admin/api/user/status', {
    token: boss.token,
    body: {
      user_id: await user(gus.username),
      status: 'suspended',
      suspend_duration: '48h',
      remove_all_content: false,
    },
  })
  await site.call('PUT', '/answer/admin/api/user/role', {
    token: boss.token,
    body: { user_id: await user(hal.username), role_id: 3 },
  })

  await rising.clock.fastForward(11_000)
  await close.first().waitFor({ state: 'attached' })

  await writing.clock.fastForward(11_000)
  await writing.getByRole('alert').getByText('Your account has been suspended').waitFor()
  expect(await field(writing, 'content').inputValue()).toBe(TEXT)
  await takePictures(writing, 'suspended-meanwhile')

  await reading.clock.fastForward(11_000)
  await reading.waitForURL('**/users/account-suspended?about=*')
  await arriveAt(reading, 'This account is suspended')
  await reading.getByText(/Time left: (1 day|47 hours|48 hours|2 days)/).waitFor()
})

journey('who was logged out elsewhere sees it when coming back to the tab', async ({ site, open }) => {
  const ida = await register(site, 'Ida')
  const question = await ask(site, ida, { title: 'Am I still in?' })
  await comment(site, ida, question.id, 'So it seems.')
  const page = await open(site)
  page.allow(/^401 GET .*\/(user\/info|notification\/status|user\/draft\?name=.*)$/)
  await enter(page, ida)
  await page.goto(`/questions/${question.id}`)
  await expect.poll(() => page.evaluate<string>("localStorage.getItem('askwell_token') ?? ''")).not.toBe('')
  await page.locator('summary').getByText('Your menu, Ida').waitFor({ state: 'attached' })
  const token = await page.evaluate<string>("localStorage.getItem('askwell_token')")
  await site.call('GET', '/answer/api/v1/user/logout', { token })
  // Whichever call hears it: here the one for notifications, since who one is isn't asked again so soon.
  const logIn = page.getByRole('banner').getByRole('link', { name: 'Log in' })
  const comeBack = async () => {
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    return logIn.count()
  }
  await expect.poll(comeBack, SELDOM).toBe(1) // a page that is still being set up doesn't hear it
  expect(await page.evaluate("localStorage.getItem('askwell_token')")).toBeNull()
})

journey('who writes while their session ends logs in in a dialog, and the text goes out', async ({ site, open }) => {
  const ivy = await register(site, 'Ivy')
  const question = await ask(site, await register(site, 'Jon'), { title: 'Who is still writing?' })
  const page = await open(site)
  page.allow(/^401 /)
  await enter(page, ivy)
  await page.goto('/')
  await page.goto(`/questions/${question.id}`)
  await write(page, 'content', 'An answer that took me half an hour to write, with all I know.')
  const token = await page.evaluate<string>("localStorage.getItem('askwell_token')")
  await site.call('GET', '/answer/api/v1/user/logout', { token })
  await page.getByRole('button', { name: 'Post answer' }).click()
  const again = page.getByRole('dialog', { name: 'You have been logged out' })
  await again.getByLabel('E-mail').waitFor()
  await takePictures(page, 'logged-out-while-writing')
  await page.accessible()
  // Somebody else can't go on with this text, and a wrong password is said where it was typed.
  page.allow(/^400 POST .*\/user\/login\/email$/)
  const jan = await register(site, 'Jan')
  await again.getByLabel('E-mail').fill(jan.e_mail)
  await again.getByLabel('Password').fill(jan.pass)
  await again.getByRole('button', { name: 'Log in', exact: true }).click()
  await again.getByText('This text was written as Ivy.').waitFor()
  await again.getByLabel('E-mail').fill(ivy.e_mail)
  await again.getByLabel('Password').fill('not-my-password')
  await page.keyboard.press('Enter')
  await expect.poll(() => again.locator('[aria-invalid=true]').count()).toBeGreaterThan(0)
  await page.accessible()
  await again.getByLabel('Password').fill(ivy.pass)
  await page.keyboard.press('Enter')
  await again.waitFor({ state: 'detached' })
  await page.locator('.answer').getByText('An answer that took me half an hour').waitFor()
  expect(pathOf(page)).toContain(`/questions/${question.id}`)
})

journey('who has logged in again in another tab goes on in this one', async ({ site, open }) => {
  const lou = await register(site, 'Lou')
  const question = await ask(site, await register(site, 'Max'), { title: 'Who is writing in two tabs?' })
  const page = await open(site)
  page.allow(/^401 /)
  await enter(page, lou)
  await page.goto('/')
  await page.goto(`/questions/${question.id}`)
  await write(page, 'content', 'I am, with the other hand.')
  await site.call('GET', '/answer/api/v1/user/logout', {
    token: await page.evaluate("localStorage.getItem('askwell_token')"),
  })
  await page.getByRole('button', { name: 'Post answer' }).click()
  const again = page.getByRole('dialog', { name: 'You have been logged out' })
  const elsewhere = page.context().waitForEvent('page')
  await again.getByRole('link', { name: 'Log in another way, in a new tab' }).click()
  const tab = await elsewhere
  await tab.locator('main input[name=e_mail]').fill(lou.e_mail)
  await tab.locator('main input[name=pass]').fill(lou.pass)
  await tab.locator('main form:has(input[name=pass]) button[type=submit]').click()
  await page.locator('.answer').getByText('I am, with the other hand.').waitFor()
})

journey('who closes the dialog keeps the text, and is led to the login', async ({ site, open }) => {
  const ned = await register(site, 'Ned')
  const question = await ask(site, await register(site, 'Oda'), { title: 'Who would rather not?' })
  const page = await open(site)
  page.allow(/^401 /)
  await enter(page, ned)
  await page.goto('/')
  await page.goto(`/questions/${question.id}`)
  await write(page, 'content', 'Not before lunch, at any rate.')
  await site.call('GET', '/answer/api/v1/user/logout', {
    token: await page.evaluate("localStorage.getItem('askwell_token')"),
  })
  await page.getByRole('button', { name: 'Post answer' }).click()
  await page.getByRole('dialog', { name: 'You have been logged out' }).getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(() => pathOf(page)).toBe('/users/login')
  await page.ready()
  await fill(page, { e_mail: ned.e_mail, pass: ned.pass })
  await page.getByRole('main').getByRole('button', { name: 'Log in', exact: true }).click()
  await expect.poll(() => pathOf(page)).toContain(`/questions/${question.id}`)
  await page.getByText('Not before lunch').first().waitFor()
})

journey('a suspended member who comes back is told why they can only read', async ({ site, open }) => {
  const kim = await register(site, 'Kim')
  const boss = await admin(site)
  const page = await open(site)
  page.allow(/^403 GET .*\/(user\/info|notification\/status|notifications?\/)/)
  await enter(page, kim)
  await page.goto('/')
  const { id } = await site.call<{ id: string }>('GET', '/answer/api/v1/user/info', { token: kim.token })
  await site.call('PUT', '/answer/admin/api/user/status', {
    token: boss.token,
    body: { user_id: id, status: 'suspended', suspend_duration: '48h', remove_all_content: false },
  })
  await page.goto('/')
  await page.getByText('Your account is suspended.').waitFor()
  await takePictures(page, 'suspended-bar')
  await page.accessible()
  await page.getByRole('link', { name: 'Until when, and why' }).click()
  await arriveAt(page, 'This account is suspended')
  await page.getByText(/Time left/).waitFor()
})
