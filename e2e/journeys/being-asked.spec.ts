import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished } from 'vitest'
import type { WatchedPage } from '../browser.ts'
import { journey } from '../journey.ts'
import { arriveAt, field, fill, heading, isWrong, send, write } from '../page.ts'
import { admin, codeOf, enter, logIn, nextMail, register } from '../people.ts'
import { takePictures } from '../pictures.ts'
import { setUpPlugin, turnPlugin } from '../plugins.ts'
import { ADMIN, type Site } from '../site.ts'

/** What people read in the picture; tests look it up where the site keeps it. */
const solutionIn = (site: Site) => {
  const db = new DatabaseSync(join(site.data, 'askwell.db'), { readOnly: true, timeout: 5000 })
  try {
    return String(db.prepare('select secret from captchas order by rowid desc limit 1').get()!.secret)
  } finally {
    db.close()
  }
}
/** `agreed`: what the admin has read that it may do; the site refuses to switch on what asks for more. */
const turn = async (site: Site, enabled: boolean, slug_name = 'picture_captcha', agreed: string[] = []) =>
  turnPlugin(site, (await admin(site)).token, slug_name, enabled, agreed)
/** Until the journey ends: the others on the same site find it off, and register without being asked. */
const turnOn = async (site: Site, slug_name?: string, agreed?: string[]) => {
  onTestFinished(() => turn(site, false, slug_name))
  await turn(site, true, slug_name, agreed)
}
const dialog = (page: WatchedPage) => page.getByRole('dialog', { name: 'Confirm you are human' })
const typeIn = async (page: WatchedPage, text: string) => {
  await dialog(page).getByRole('textbox').fill(text)
  await dialog(page).getByRole('button', { name: 'Continue' }).click()
}

journey(
  'the admin switches the captcha on; people who register read a picture first, and may make a mistake',
  async ({ share, open }) => {
    const site = await share({ database: 'sqlite' })
    onTestFinished(() => turn(site, false))
    const page = await open(site)
    await logIn(page, ADMIN)
    await page.goto('/admin/installed-plugins')
    await page.getByRole('button', { name: 'Switch on: Picture captcha' }).click()
    await page.getByRole('button', { name: 'Switch off: Picture captcha' }).waitFor()
    await takePictures(page, 'admin-plugins')

    const stranger = await open(site)
    stranger.allow(/^400 POST .*\/user\/register\/email$/)
    await stranger.goto('/users/register')
    await fill(stranger, { name: 'Quin', e_mail: 'quin@example.com', pass: 'quin-password-1' })
    await send(stranger)
    await dialog(stranger).getByRole('img', { name: 'Five distorted letters and digits' }).waitFor()
    await takePictures(stranger, 'captcha-dialog')
    await stranger.accessible()
    await typeIn(stranger, 'wrong')
    await dialog(stranger).getByText('The captcha is missing, or wasn’t solved.').waitFor()
    await dialog(stranger).getByRole('img', { name: 'Five distorted letters and digits' }).waitFor()
    await stranger.accessible()
    await takePictures(stranger, 'captcha-dialog-wrong')
    await dialog(stranger).getByRole('button', { name: 'ask me a question instead' }).click()
    await dialog(stranger)
      .getByText(/^What is \w+ plus \w+\?/)
      .waitFor()
    await takePictures(stranger, 'captcha-dialog-question')
    await typeIn(stranger, solutionIn(site))
    await nextMail(site, 'quin@example.com').then(codeOf)
    await dialog(stranger).waitFor({ state: 'detached' })

    // Given up: the form stays as it was, and says why.
    const other = await open(site)
    other.allow(/^400 POST .*\/user\/password\/reset$/)
    await other.goto('/users/account-recovery')
    await fill(other, { e_mail: 'quin@example.com' })
    await send(other)
    await dialog(other).getByRole('img', { name: 'Five distorted letters and digits' }).waitFor()
    await other.keyboard.press('Escape')
    await other.getByRole('alert').waitFor()
    expect(await field(other, 'e_mail').inputValue()).toBe('quin@example.com')
  },
)

journey('without JavaScript the captcha stands in the form that comes back', async ({ share, open }) => {
  const site = await share({ database: 'sqlite' })
  const rosa = await register(site, 'Rosa')
  await turnOn(site)
  const page = await open(site, { scripts: false })
  await page.goto('/users/account-recovery')
  await fill(page, { e_mail: rosa.e_mail })
  await send(page)
  await page.getByRole('img', { name: 'Five distorted letters and digits' }).waitFor()
  expect(await field(page, 'e_mail').inputValue()).toBe(rosa.e_mail)
  await page.accessible()
  await takePictures(page, 'captcha-plain')
  await fill(page, { captcha_code: 'wrong' })
  await page.locator('main form button.button[type=submit]').click()
  await page.getByRole('img', { name: 'Five distorted letters and digits' }).waitFor()
  expect(await isWrong(page, 'captcha_code')).toBe(true)
  await page.getByRole('button', { name: 'ask me a question instead' }).click()
  await page.getByText(/^What is \w+ plus \w+\?/).waitFor()
  await fill(page, { captcha_code: solutionIn(site) })
  await page.locator('main form button.button[type=submit]').click()
  await page.getByText('Sent successfully').waitFor()
  codeOf(await nextMail(site, rosa.e_mail, 1))

  // A small form with no space for a captcha, and a search.
  await enter(page, rosa)
  await page.goto('/questions')
  await page.getByRole('main').getByRole('link', { name: 'What is reputation' }).first().click()
  await heading(page).waitFor()
  const address = page.url()
  for (const text of ['The first of two.', 'The second, at once.']) {
    await page.goto(address)
    await page
      .getByRole('region', { name: 'Comments on the question' })
      .getByRole('link', { name: 'Add a comment' })
      .click()
    await page.locator('.comment-form textarea').fill(text)
    await page.locator('.comment-form button[type=submit]').click()
  }
  await page.getByRole('img', { name: 'Five distorted letters and digits' }).waitFor()
  await page.accessible()
  await fill(page, { captcha_code: solutionIn(site) })
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('The second, at once.').first().waitFor()

  for (let n = 0; n < 20; n++) await site.call('GET', '/answer/api/v1/search?q=reputation', { token: rosa.token })
  await page.goto('/search?q=reputation')
  await page.getByRole('img', { name: 'Five distorted letters and digits' }).waitFor()
  await fill(page, { captcha_code: solutionIn(site) })
  await page.locator('main form:has([name=captcha_code]) button.button').click()
  await page.locator('.result-list').waitFor()
})

journey(
  'in a hurry one is asked in the middle of a thread, and what was typed goes on from there',
  async ({ share, open }) => {
    const site = await share({ database: 'sqlite' })
    const sam = await register(site, 'Sam')
    await turnOn(site)
    const page = await open(site)
    page.allow(/^400 POST .*\/question$/)
    await enter(page, sam)
    const question = {
      title: 'Am I too quick?',
      content: 'I write as fast as I can.',
      tags: [{ slug_name: 'support' }],
    }
    for (let n = 0; n < 10; n++) {
      // Each of the ten is shown one but the first, since all come at once.
      const { verify, captcha_id } = await site.call<{ verify: boolean; captcha_id: string }>(
        'GET',
        '/answer/api/v1/user/action/record?action=question',
        { token: sam.token },
      )
      await site.call('POST', '/answer/api/v1/question', {
        token: sam.token,
        body: {
          ...question,
          title: `${question.title} ${n}`,
          ...(verify && { captcha_id, captcha_code: solutionIn(site) }),
        },
      })
    }
    await page.goto('/questions/ask')
    await fill(page, { title: 'Am I still too quick?' })
    await write(page, 'content', 'This is the eleventh.')
    await page.getByRole('combobox', { name: 'Tags' }).fill('support')
    await page.getByRole('combobox', { name: 'Tags' }).press('Enter')
    await page.getByRole('button', { name: 'Remove support' }).waitFor()
    await page.getByRole('button', { name: 'Post question' }).click()
    await dialog(page).getByRole('img', { name: 'Five distorted letters and digits' }).waitFor()
    await typeIn(page, solutionIn(site))
    await arriveAt(page, 'Am I still too quick?')
  },
)

journey('a browser computes in place of the person, who types nothing', async ({ share, open }) => {
  const site = await share({ database: 'sqlite' })
  const tess = await register(site, 'Tess')
  await turnOn(site, 'proof_of_work', ['captcha'])
  const page = await open(site)
  await page.goto('/users/account-recovery')
  await fill(page, { e_mail: tess.e_mail })
  await send(page)
  await page.getByText('Sent successfully').waitFor()
  codeOf(await nextMail(site, tess.e_mail, 1))

  const plain = await open(site, { scripts: false })
  await plain.goto('/users/account-recovery')
  await fill(plain, { e_mail: tess.e_mail })
  await send(plain)
  await plain.getByRole('img', { name: 'Five distorted letters and digits' }).waitFor()
})

/** As the scripts of such services do: a button where they find their element, and what comes of it to the function that the element names. */
const WIDGET = `addEventListener('load', () => {
  const element = document.querySelector('.cf-turnstile')
  const button = Object.assign(document.createElement('button'), { textContent: 'I am human' })
  button.addEventListener('click', () => window[element.dataset.callback]('token of ' + element.dataset.sitekey))
  element.append(button)
})`

journey(
  'what a service asks is shown in a frame; it is refused where the service can’t be asked',
  async ({ share, open }) => {
    const site = await share({ database: 'sqlite' })
    site.expect(/challenges\.cloudflare\.com|captcha turnstile/)
    const uma = await register(site, 'Uma')
    const { token } = await admin(site)
    await setUpPlugin(site, token, 'turnstile', { site_key: 'site-1', secret_key: 'hush' })
    const powers = ['captcha', 'net:challenges.cloudflare.com', 'widget:challenges.cloudflare.com']
    await turnOn(site, 'turnstile', powers)
    const page = await open(site, { hosts: ['challenges.cloudflare.com'] })
    page.allow(/^400 POST .*\/user\/password\/reset$/)
    await page.route('https://challenges.cloudflare.com/**', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: WIDGET }),
    )
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/user/password/reset'))
        sent.push(request.postData() ?? '')
    })
    await page.goto('/users/account-recovery')
    await fill(page, { e_mail: uma.e_mail })
    await send(page)
    await page.frameLocator('.captcha-frame').getByRole('button', { name: 'I am human' }).waitFor()
    await page.accessible()
    await takePictures(page, 'captcha-frame')
    await page.frameLocator('.captcha-frame').getByRole('button', { name: 'I am human' }).click()
    // Nobody answers for the service here: the person is asked by the site itself.
    await dialog(page).getByRole('img', { name: 'Five distorted letters and digits' }).waitFor()
    expect(sent).toEqual([expect.stringContaining('token of site-1')])
  },
)
