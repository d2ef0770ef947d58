import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { expect } from 'vitest'
import type { WatchedPage } from '../browser.ts'
import { journey } from '../journey.ts'
import { arriveAt, field, fill } from '../page.ts'
import { admin, logIn, register } from '../people.ts'
import { takePictures } from '../pictures.ts'
import { turnPlugin } from '../plugins.ts'
import { answer, ask } from '../posts.ts'
import { ADMIN, type Site } from '../site.ts'

const SETTINGS = '/answer/admin/api/siteinfo'

const asAdmin = async (page: WatchedPage, place: string) => {
  await logIn(page, ADMIN)
  await page.goto(`/admin/${place}`)
}
const press = (page: WatchedPage, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true }).click()
const saved = (page: WatchedPage) => page.getByText('Saved.', { exact: true }).first().waitFor()
const put = async (site: Site, section: string, body: unknown) =>
  site.call('PUT', `${SETTINGS}/${section}`, { token: (await admin(site)).token, body })
const thread = async (site: Site, name: string) => {
  const ada = await register(site, name)
  const question = await ask(site, ada, { title: `How long does ${name}’s beer keep?` })
  await answer(site, ada, question.id, 'In a cool cellar, about half a year.')
  return question
}
const styleOf = (page: WatchedPage, element: string, property: string) =>
  page
    .locator(element)
    .first()
    .evaluate((found, name) => getComputedStyle(found).getPropertyValue(name), property)

journey(
  'an admin tries a look in the frame beside the form, saves it, and everybody sees it',
  async ({ site, open }) => {
    await thread(site, 'Ada')
    const stranger = await open(site)
    await stranger.goto('/')
    expect(await styleOf(stranger, 'html', '--primary')).toBe('#0033ff')

    const page = await open(site)
    await asAdmin(page, 'themes')
    const frame = page.frameLocator('iframe[name=preview]')
    await frame.getByRole('heading', { level: 1 }).waitFor()
    await field(page, 'primary_color').fill('#ffd400')
    await page.getByText('the same hue in a lightness that can be read').waitFor()
    await expect
      .poll(() => frame.locator('html').evaluate((html) => html.style.getPropertyValue('--primary')))
      .toBe('#ffd400')
    await page.getByRole('radio', { name: 'In a colour of its own' }).check()
    await field(page, 'navbar_style').fill('#7a0019')
    await field(page, 'width').selectOption('wide')
    await field(page, 'density').selectOption('compact')
    await field(page, 'font').selectOption('book')
    await page.getByRole('radio', { name: 'Dark', exact: true }).check()
    await expect.poll(() => frame.locator('html').getAttribute('data-density')).toBe('compact')
    expect(await frame.locator('html').getAttribute('data-scheme')).toBe('dark')
    expect(await frame.locator('.site-header').getAttribute('data-navbar')).toBe('colored')
    await page.getByRole('link', { name: 'A question' }).click()
    await frame.getByRole('heading', { level: 1, name: 'How long does Ada’s beer keep?' }).waitFor()
    await expect.poll(() => frame.locator('html').getAttribute('data-font')).toBe('book')
    await page.accessible()
    await takePictures(page, 'admin-themes')
    // Nobody else sees any of it yet.
    await stranger.reload()
    expect(await styleOf(stranger, 'html', '--primary')).toBe('#0033ff')

    await press(page, 'Save')
    await saved(page)
    await stranger.reload()
    expect(await stranger.locator('html').evaluate((html) => ({ ...html.dataset }))).toMatchObject({
      scheme: 'dark',
      width: 'wide',
      density: 'compact',
      font: 'book',
    })
    expect(await styleOf(stranger, 'html', '--primary')).toBe('#ffd400')
    expect(await styleOf(stranger, '.site-header', 'background-color')).toBe('rgb(122, 0, 25)')
    expect(await styleOf(stranger, '.page', 'max-inline-size')).toBe('1552px')
    expect(await styleOf(stranger, '.question-row', 'padding-top')).toBe('7px')
    expect(await styleOf(stranger, 'body', 'font-family')).toContain('Charter')
  },
)

journey('a look without contrast is mended wherever something is read', async ({ site, open }) => {
  const question = await thread(site, 'Ben')
  for (const primary_color of ['#ffffff', '#000000', '#ffd400', '#00ff99', '#ffffff00']) {
    for (const scheme of ['light', 'dark'] as const) {
      await put(site, 'theme', {
        color_scheme: scheme,
        theme_config: { default: { primary_color, navbar_style: scheme === 'light' ? 'colored' : '#787878' } },
      })
      const page = await open(site, { scheme })
      for (const address of ['/', `/questions/${question.id}`]) {
        await page.goto(address)
        await page.accessible()
      }
      await page.context().close()
    }
  }
})

journey('without scripts an admin begins with a preset, looks at it and saves it', async ({ site, open }) => {
  const page = await open(site, { scripts: false })
  await asAdmin(page, 'themes')
  await page.getByRole('link', { name: 'Library' }).click()
  expect(await field(page, 'primary_color').inputValue()).toBe('#7a4a12')
  await field(page, 'width').selectOption('wide')
  await press(page, 'Preview')
  const frame = page.frameLocator('iframe[name=preview]')
  await frame.getByRole('heading', { level: 1 }).waitFor()
  expect(await frame.locator('html').getAttribute('data-width')).toBe('wide')
  expect(await frame.locator('html').getAttribute('data-font')).toBe('book')
  await page.getByRole('link', { name: 'Asking' }).click()
  await frame.getByRole('heading', { level: 1, name: 'Ask a question' }).waitFor()
  expect(await frame.locator('html').getAttribute('data-width')).toBe('wide')
  await press(page, 'Save')
  await saved(page)
  await page.goto('/')
  expect(await page.locator('html').getAttribute('data-width')).toBe('wide')
  await page.goto('/admin/themes')
  await field(page, 'primary_color').fill('no colour at all')
  page.allow(/^400 POST /)
  await press(page, 'Save')
  await page.getByRole('alert').waitFor()
  expect(await field(page, 'primary_color').inputValue()).toBe('no colour at all')
  expect(await field(page, 'width').inputValue()).toBe('wide')
})

journey('a look is saved as a file and tried from one', async ({ site, open }) => {
  await put(site, 'theme', {
    color_scheme: '',
    theme_config: { default: { primary_color: '#0f766e', navbar_style: 'colored', width: 'narrow' } },
  })
  const page = await open(site)
  await asAdmin(page, 'themes')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Save the look as a file' }).click(),
  ])
  const file = readFileSync(await download.path(), 'utf8')
  expect(JSON.parse(file)).toMatchObject({ askwell_theme: 1, primary_color: '#0f766e', width: 'narrow' })
  const hand = async (text: string) => {
    await field(page, 'theme_file').setInputFiles({
      name: 'look.json',
      mimeType: 'application/json',
      buffer: Buffer.from(text),
    })
    await press(page, 'Try it')
  }
  page.allow(/400 POST/)
  await hand('no look')
  await page.getByText('This file isn’t a look that Askwell has saved.').first().waitFor()
  await hand(file.replace('#0f766e', '#b4341b'))
  await expect.poll(() => field(page, 'primary_color').inputValue()).toBe('#b4341b')
  await page.getByText('Not saved yet').waitFor()
  await press(page, 'Save')
  await saved(page)
  await page.goto('/')
  expect(await styleOf(page, 'html', '--primary')).toBe('#b4341b')
})

journey(
  'an admin writes own HTML and CSS, looks at it before saving, and then everybody has it',
  async ({ site, open }) => {
    const question = await thread(site, 'Cleo')
    const stranger = await open(site)
    await stranger.goto('/')
    await stranger.goto(`/questions/${question.id}`)

    const page = await open(site)
    await asAdmin(page, 'customize')
    // The editor with colours comes once somebody turns to a field.
    expect(await page.locator('.cm-content').count()).toBe(0)
    const write = async (name: string, text: string) => {
      const label = await field(page, name).getAttribute('id')
      await field(page, name).focus()
      const surface = page.locator(`.cm-content[aria-labelledby="${label}-label"]`)
      await surface.waitFor()
      await surface.fill(text)
    }
    await write('custom_css', '.question-row-title { letter-spacing: 2px }')
    expect(await page.locator('.cm-content .tok-className, .cm-content .tok-propertyName').count()).toBeGreaterThan(0)
    // Tab leads out of it.
    await page.keyboard.press('Tab')
    expect(await page.evaluate<boolean>('document.activeElement.closest(".cm-editor") === null')).toBe(true)
    await write('custom_head', '<meta name="zephyr" content="1"><div>stray</div>')
    await write('custom_header', '<p>Brewing <b>day</b> on Friday<div>')
    await write('custom_sidebar', '<h2>Our brewery</h2>')
    await write('custom_footer', '<p>Made in the cellar</p>')
    await press(page, 'Preview')
    await page.getByText('Only you see it until you save.').waitFor()
    const frame = page.frameLocator('iframe[name=preview]')
    await frame.getByText('Brewing day on Friday').waitFor()
    await frame.getByText('Made in the cellar').waitFor()
    await expect
      .poll(() =>
        frame
          .locator('.question-row-title')
          .first()
          .evaluate((title) => getComputedStyle(title).letterSpacing),
      )
      .toBe('2px')
    await page.getByText('Some of it isn’t shown').waitFor()
    expect(await page.locator('.notice code').first().textContent()).toBe('div')
    await page.accessible()
    await takePictures(page, 'admin-customize')
    await stranger.goto('/')
    expect(await stranger.getByText('Brewing day on Friday').count()).toBe(0)

    await press(page, 'Save')
    await saved(page)
    await stranger.goto('/')
    await stranger.getByText('Brewing day on Friday').waitFor()
    await takePictures(stranger, 'customized')
    await stranger.getByRole('complementary').getByRole('heading', { name: 'Our brewery' }).waitFor()
    await stranger.getByText('Made in the cellar').waitFor()
    expect(await stranger.locator('head meta[name=zephyr]').count()).toBe(1)
    expect(await styleOf(stranger, '.question-row-title', 'letter-spacing')).toBe('2px')
    // Going on keeps it, on pages that come from the server and on those that don't.
    await stranger.goto('/users/login')
    await stranger.locator('.wordmark').click()
    await stranger.getByRole('complementary').getByRole('heading', { name: 'Our brewery' }).waitFor()
    await stranger.getByText('Brewing day on Friday').waitFor()
    // The administration has none of it.
    await page.goto('/')
    await page.getByText('Brewing day on Friday').waitFor()
    await page.goto('/admin/customize')
    expect(await page.getByText('Brewing day on Friday').filter({ visible: true }).count()).toBe(0)
    await page.locator('.wordmark').click()
    await page.getByText('Brewing day on Friday').waitFor()
    expect(await page.locator('head meta[name=zephyr]').count()).toBe(1)
    await put(site, 'custom-css-html', {
      custom_head: '',
      custom_header: '',
      custom_sidebar: '',
      custom_footer: '',
      custom_css: '',
    })
    await stranger.reload()
    expect(await stranger.getByText('Brewing day on Friday').count()).toBe(0)
  },
)

journey('whatever own HTML and CSS do, an admin gets to safe mode and mends them', async ({ site, open }) => {
  await put(site, 'custom-css-html', {
    custom_css: 'body { display: none !important } } { broken',
    custom_header:
      '</div></main></body></html><style>* { visibility: hidden !important }</style><div style="position:fixed;inset:0;z-index:99999;background:red"><form action="/nowhere"><textarea><!--',
    custom_head:
      '<meta http-equiv="refresh" content="0;url=https://elsewhere.example/"><base href="https://elsewhere.example/"><plaintext>',
    custom_footer: '<iframe srcdoc="x"></iframe><img src="/nothing.png" onerror="document.title = 1">',
  })
  const page = await open(site)
  page.allow(/404 GET .*nothing\.png/)
  await page.goto('/')
  expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(false)
  await page.goto('/safe-mode')
  await page.getByRole('heading', { level: 1, name: 'Log in' }).waitFor()
  await page.ready()
  await fill(page, { e_mail: ADMIN.e_mail, pass: ADMIN.pass })
  await page.locator('main form button[type=submit]').click()
  await arriveAt(page, 'CSS and HTML')
  await page.getByText('Safe mode: the site without its own HTML and CSS.').waitFor()
  await takePictures(page, 'admin-safe-mode')
  await page.goto('/')
  expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true)
  await page.accessible()
  await page.goto('/admin/customize')
  for (const name of ['custom_css', 'custom_header', 'custom_head', 'custom_footer']) {
    await field(page, name).focus()
    const label = await page
      .locator(`textarea[name=${name}]`)
      .evaluate((area) => area.closest('.field')!.querySelector('label')!.id)
    await page.locator(`.cm-content[aria-labelledby="${label}"]`).fill('')
  }
  await press(page, 'Save')
  await saved(page)
  await page.getByRole('link', { name: 'Leave safe mode' }).click()
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await page.getByText('Safe mode:').count()).toBe(0)
  const stranger = await open(site)
  await stranger.goto('/')
  expect(await stranger.getByRole('heading', { level: 1 }).isVisible()).toBe(true)
})

journey('scripts run once the switch says so, and not before', async ({ site, open }) => {
  const HTML = {
    custom_head: '<script>document.documentElement.dataset.head = "ran"</script>',
    custom_footer: '<script>document.documentElement.dataset.foot = "ran"</script>',
  }
  const ran = (page: WatchedPage) =>
    page.locator('html').evaluate(({ dataset }) => [dataset.head, dataset.foot].map((one) => one ?? ''))
  await put(site, 'custom-css-html', HTML)
  const page = await open(site)
  await page.goto('/')
  expect(await ran(page)).toEqual(['', ''])
  const boss = await open(site)
  await asAdmin(boss, 'customize')
  await boss.getByText('Some of it isn’t shown').waitFor()
  await boss.getByRole('switch', { name: 'Let scripts in the HTML above run' }).check()
  await press(boss, 'Save')
  await saved(boss)
  await boss.getByText('2 scripts in the HTML').waitFor()
  await page.reload()
  expect(await ran(page)).toEqual(['ran', 'ran'])
  // For members, whose pages have a nonce, as well.
  await boss.goto('/')
  expect(await ran(boss)).toEqual(['ran', 'ran'])
  await put(site, 'custom-css-html', { custom_head: '', custom_footer: '', allow_scripts: false })
})

journey('without scripts an admin changes own HTML, looking at it first', async ({ site, open }) => {
  const page = await open(site, { scripts: false })
  await asAdmin(page, 'customize')
  await fill(page, { custom_header: '<p>Hello from the cellar</p>', allowed_hosts: 'not a host/' })
  page.allow(/^400 POST /)
  await press(page, 'Preview')
  await page.getByRole('alert').waitFor()
  expect(await field(page, 'custom_header').inputValue()).toBe('<p>Hello from the cellar</p>')
  await fill(page, { allowed_hosts: 'fonts.example.com' })
  await press(page, 'Preview')
  await page.frameLocator('iframe[name=preview]').getByText('Hello from the cellar').waitFor()
  expect(await field(page, 'custom_header').inputValue()).toBe('<p>Hello from the cellar</p>')
  await press(page, 'Save')
  await saved(page)
  await page.goto('/')
  await page.getByText('Hello from the cellar').waitFor()
  await page.goto('/safe-mode')
  await page.goto('/')
  expect(await page.getByText('Hello from the cellar').count()).toBe(0)
  await put(site, 'custom-css-html', { custom_header: '', allowed_hosts: [] })
})

const picture = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer()

const pictureOf = (page: WatchedPage, intent: string) =>
  page.locator('form', { has: page.locator(`input[name=intent][value=${intent}]`) })

journey('an admin cuts a square icon, and gives the site a logo', async ({ site, open }) => {
  const page = await open(site)
  await asAdmin(page, 'branding')
  const icon = pictureOf(page, 'square_icon')
  await icon
    .locator('input[type=file]')
    .setInputFiles({ name: 'wide.png', mimeType: 'image/png', buffer: await picture(900, 600, 'teal') })
  const dialog = page.getByRole('dialog', { name: 'Which part?' })
  await dialog.waitFor()
  await page.accessible()
  await takePictures(page, 'admin-branding-crop')
  await dialog.getByRole('button', { name: 'Take this part' }).click()
  await dialog.waitFor({ state: 'detached' })
  await icon.getByRole('button', { name: 'Save: Square icon' }).click()
  await icon.getByText('Saved.').first().waitFor()
  const { square_icon } = await site.call<{ square_icon: string }>('GET', `${SETTINGS}/branding`, {
    token: (await admin(site)).token,
  })
  const cut = await sharp(Buffer.from(await (await fetch(square_icon)).arrayBuffer())).metadata()
  expect([cut.width, cut.height]).toEqual([600, 600])

  const logo = pictureOf(page, 'logo')
  await logo
    .locator('input[type=file]')
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
  await logo.getByText('This file can’t be read as a picture.').waitFor()
  expect(await dialog.count()).toBe(0)
  await takePictures(page, 'admin-branding-unreadable')
  await logo
    .locator('input[type=file]')
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: await picture(300, 60, 'tomato') })
  await dialog.getByRole('button', { name: 'Take all of it' }).click()
  await logo.getByRole('button', { name: 'Save: Logo', exact: true }).click()
  await logo.getByText('Saved.').first().waitFor()
  await page.accessible()
  await takePictures(page, 'admin-branding')
  const stranger = await open(site)
  await stranger.goto('/')
  expect(await stranger.locator('.wordmark img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(300)
  const address = (await stranger.locator('link[rel=manifest]').getAttribute('href'))!
  const manifest = (await (await fetch(new URL(address, site.url))).json()) as {
    icons: { sizes: string; src: string }[]
  }
  expect(manifest.icons.map(({ sizes }) => sizes)).toEqual(['192x192', '512x512', '512x512'])
  await logo.getByRole('button', { name: 'Remove: Logo', exact: true }).click()
  await expect.poll(() => logo.getByRole('button', { name: 'Remove: Logo' }).count()).toBe(0)
  await stranger.reload()
  expect(await stranger.locator('.wordmark img').count()).toBe(0)
})

journey('without scripts an admin gives the site an icon', async ({ site, open }) => {
  const page = await open(site, { scripts: false })
  await asAdmin(page, 'branding')
  const icon = pictureOf(page, 'favicon')
  const offer = async (buffer: Buffer) => {
    await icon.locator('input[type=file]').setInputFiles({ name: 'x.png', mimeType: 'image/png', buffer })
    await icon.getByRole('button', { name: 'Save: Favicon' }).click()
  }
  page.allow(/^400 POST /)
  await icon.getByRole('button', { name: 'Save: Favicon' }).click()
  await page.getByRole('alert').getByText('Choose a picture first.').waitFor()
  await offer(Buffer.from('no picture'))
  await page.getByRole('alert').getByText('jpg, jpeg, png, ico').waitFor()
  await offer(await picture(64, 64, 'navy'))
  await icon.getByText('Saved.').first().waitFor()
  await page.goto('/')
  expect(await page.locator('link[rel=icon]').getAttribute('href')).toContain('/uploads/branding/')
})

journey('a plugin brings looks to choose from, and styles for all pages', async ({ site, open }) => {
  await thread(site, 'Zoe')
  const page = await open(site)
  await asAdmin(page, 'themes')
  await turnPlugin(site, (await admin(site)).token, 'contrast', true)
  await page.reload()
  await page.getByRole('link', { name: 'High contrast, black' }).click()
  await expect.poll(() => field(page, 'navbar_style').inputValue()).toBe('#000000')
  expect(await page.getByRole('radio', { name: 'Dark', exact: true }).isChecked()).toBe(true)
  await takePictures(page, 'admin-themes-of-plugins')
  await press(page, 'Save')
  await saved(page)
  const stranger = await open(site)
  await stranger.goto('/')
  expect(await styleOf(stranger, 'html', 'background-color')).toBe('rgb(0, 0, 0)')
  expect(await styleOf(stranger, '.question-row-title a', 'text-decoration-line')).toBe('underline')
  await takePictures(stranger, 'high-contrast')
})
