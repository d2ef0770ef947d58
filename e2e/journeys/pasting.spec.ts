import { expect } from 'vitest'
import type { WatchedPage } from '../browser.ts'
import { journey } from '../journey.ts'
import { field } from '../page.ts'
import { enter, register } from '../people.ts'
import { ask } from '../posts.ts'

// What the clipboard offers becomes Markdown, and never anything else.

const surface = (page: WatchedPage) => page.locator('main .cm-content').first()
const written = (page: WatchedPage) => field(page, 'content').inputValue()
const paste = (page: WatchedPage, data: Record<string, string>) =>
  surface(page).evaluate((element, given) => {
    const clipboardData = new DataTransfer()
    for (const [type, text] of Object.entries(given)) clipboardData.setData(type, text)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, data)

const PAGE = `<meta charset='utf-8'><html><body><!--StartFragment--><h2 style="color: rgb(1, 2, 3);">Dough</h2>
<p>Let it <strong>rest</strong>, see <a href="https://example.org/a?b=1">the book</a>, or <code>wait()</code>.</p>
<ul><li>flour</li><li>water<ul><li>cold</li></ul></li></ul>
<div class="highlight highlight-source-js"><pre>let a = 1
let b_c = 2</pre></div>
<p><a href="/relative">here</a> <a href="#part">there</a></p><!--EndFragment--></body></html>`

const DOCS = `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr"><span style="font-weight:400;">An </span><span style="font-weight:700;">important</span><span style="font-weight:400;font-style:italic;"> word</span></p></b>`

const WORD = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal { margin: 0 }</style></head><body>
<!--StartFragment--><p class=MsoNormal>To do:<o:p></o:p></p>
<p class=MsoListParagraphCxSpFirst style='mso-list:l1 level1 lfo2'><span style='mso-list:Ignore'>·<span>&nbsp;&nbsp; </span></span>Buy flour</p>
<p class=MsoListParagraphCxSpMiddle style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>1.<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span><![endif]>Mix<o:p></o:p></p>
<p class=MsoListParagraphCxSpMiddle style='mso-list:l0 level2 lfo1'><span style='mso-list:Ignore'>a.<span>&nbsp;&nbsp; </span></span>slowly</p>
<p class=MsoListParagraphCxSpLast style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>2.<span>&nbsp;&nbsp; </span></span>Bake</p><!--EndFragment--></body></html>`

const FORMULA = `<p>so <span class="katex"><span class="katex-mathml"><math><semantics><mrow><msub><mi>a</mi><mn>1</mn></msub></mrow><annotation encoding="application/x-tex">a_1^2</annotation></semantics></math></span><span class="katex-html" aria-hidden="true">a12</span></span> holds</p>`

const CHAT = `<span style="white-space: pre-wrap;">first
second and </span><strong style="white-space: pre-wrap;">third</strong>`

const CODE = `<div style="font-family: Menlo, Monaco, monospace; white-space: pre;"><div><span style="color: #00f;">if</span> (a) {</div><div>&nbsp; b()</div><div>}</div></div>`

const TASKS = `<ul class="contains-task-list"><li class="task-list-item"><input type="checkbox" class="task-list-item-checkbox" disabled> knead</li><li class="task-list-item"><input type="checkbox" disabled checked> <b>bake</b></li></ul>`

/** As our own pages show it. */
const OWN_TASKS = `<ul><li class="task"><span class="task-box">☐</span> knead</li><li class="task task-done"><span class="task-box">☑</span> <b>bake</b></li></ul>`

const HOSTILE = [
  '<img src=x onerror="window.ran = 1">',
  '<p><b>x</b></p><script>window.ran = 1</script>',
  '<svg onload="window.ran = 1"><style><img src=x onerror="window.ran = 1"></style></svg><b>x</b>',
  '<a href="javascript:window.ran=1"><b>press</b></a>',
  '<a href="  java&#10;script:window.ran=1"><b>press</b></a>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=window.ran=1&gt;">',
  '<noscript><p title="</noscript><img src=x onerror=window.ran=1>"></noscript><b>x</b>',
  '<iframe srcdoc="<script>top.ran = 1</script>"></iframe><b>x</b>',
  '<template><img src=x onerror="window.ran = 1"></template><b>x</b>',
  '<b>&lt;img src=x onerror="window.ran = 1"&gt;</b>',
  '<b>[x](javascript:window.ran=1)</b>',
  `${'<div>'.repeat(5000)}<b>deep</b>`,
]

journey(
  'pages, word processors and formulas are pasted as Markdown, and with Ctrl+Shift+V as they are',
  async ({ site, open }) => {
    const page = await open(site)
    await enter(page, await register(site, 'Pia'))
    await page.goto('/questions/ask')
    await field(page, 'content').click()
    await surface(page).waitFor()
    const pasted = async (html: string, text: string) => {
      await surface(page).fill('')
      await paste(page, { 'text/html': html, 'text/plain': text })
      await expect.poll(() => written(page)).not.toBe('')
      return written(page)
    }
    expect(await pasted(PAGE, 'Dough\nLet it rest')).toBe(
      [
        '## Dough',
        'Let it **rest**, see [the book](https://example.org/a?b=1), or `wait()`.',
        '-   flour\n-   water\n    -   cold',
        '```js\nlet a = 1\nlet b_c = 2\n```',
        'here there\n',
      ].join('\n\n'),
    )
    expect(await pasted(DOCS, 'An important word')).toBe('An **important** *word*')
    expect(await pasted(WORD, 'To do:\n1. Mix')).toBe('To do:\n\n-   Buy flour\n\n1.  Mix\n    1.  slowly\n2.  Bake\n')
    expect(await pasted(FORMULA, 'so a12 holds')).toBe('so $a_1^2$ holds')
    expect(await pasted(CHAT, 'first\nsecond and third')).toBe('first  \nsecond and **third**\n')
    expect(await pasted(CODE, 'if (a) {\n  b()\n}')).toBe('```\nif (a) {\n  b()\n}\n```\n')
    for (const tasks of [TASKS, OWN_TASKS])
      expect(await pasted(tasks, 'knead\nbake')).toBe('-   [ ] knead\n-   [x] **bake**\n')
    expect(await pasted(`one <img src="${site.url}/favicon.ico" alt="dot"> two`, 'one two')).toBe(
      `one ![dot](${site.url}/favicon.ico) two`,
    )
    await page.locator('.editor-bar input[value=preview]').first().check({ force: true })
    const line = page.locator('.editor-preview p', { has: page.locator('img') })
    await line.waitFor()
    expect(await line.locator('img').evaluate((image) => getComputedStyle(image).display)).toBe('inline-block')
    await page.locator('.editor-bar input[value=write]').first().check({ force: true })
    // HTML that says no more than its text changes nothing: no letter is escaped.
    expect(await pasted('<p>some_name * 2</p>', 'some_name * 2')).toBe('some_name * 2')

    await surface(page).fill('')
    await page.evaluate(
      ([html, text]) =>
        navigator.clipboard
          .write([
            new ClipboardItem({
              'text/html': new Blob([html!], { type: 'text/html' }),
              'text/plain': new Blob([text!], { type: 'text/plain' }),
            }),
          ])
          .catch(() => {}),
      ['<b>bold</b>', 'bold'],
    )
    await surface(page).focus()
    await page.keyboard.down('Control')
    await page.keyboard.down('Shift')
    await page.keyboard.down('v')
    await paste(page, { 'text/html': '<b>bold</b>', 'text/plain': 'bold' })
    await page.keyboard.up('v')
    await page.keyboard.up('Shift')
    await page.keyboard.up('Control')
    expect(await written(page)).not.toContain('**')
  },
)

for (const face of ['markdown', 'rich'] as const)
  journey(
    `hostile HTML runs nowhere and fetches nothing, neither pasted nor dropped into the ${face} face nor in its preview`,
    async ({ site, open }) => {
      const page = await open(site)
      await enter(page, await register(site, face === 'rich' ? 'Paz' : 'Pit'))
      // The site's policy for scripts would hide that something tried to run.
      const tools = await page.context().newCDPSession(page)
      await tools.send('Page.setBypassCSP', { enabled: true })
      await page.goto('/questions/ask')
      await field(page, 'content').click()
      await page.locator(`.editor-face input[value=${face}]`).first().check({ force: true })
      const box = page.locator(face === 'rich' ? 'main .rich-text' : 'main .cm-content').first()
      await box.waitFor()
      const requests: string[] = []
      page.on('request', (request) => requests.push(new URL(request.url()).pathname))
      const empty = async () => {
        await box.focus()
        await page.keyboard.press('Control+a')
        await page.keyboard.press('Backspace')
      }
      const drop = async (html: string, text: string) => {
        const { x, y } = (await box.boundingBox())!
        const items = [
          { mimeType: 'text/html', data: html, baseURL: site.url },
          { mimeType: 'text/plain', data: text },
        ]
        for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
          await tools.send('Input.dispatchDragEvent', {
            type,
            x: x + 20,
            y: y + 10,
            data: { items, dragOperationsMask: 1 },
          })
      }
      const paste = (html: string, text: string) =>
        box.evaluate(
          (element, [html, text]) => {
            const clipboardData = new DataTransfer()
            clipboardData.setData('text/html', html!)
            clipboardData.setData('text/plain', text!)
            element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
          },
          [html, text],
        )
      const putInto = async (put: typeof drop, html: string, text: string) => {
        await empty()
        await put(html, text)
        await expect.poll(() => written(page), { message: html.slice(0, 60) }).not.toBe('')
        // There is nothing in it that could act.
        expect.soft(await box.locator('img, iframe, svg, script, [onerror], [href^=java]').count(), html).toBe(0)
        return written(page)
      }
      for (const [at, html] of HOSTILE.entries()) {
        const text = await putInto(drop, html, `number ${at}`)
        expect.soft(await putInto(paste, html, `number ${at}`)).toBe(text)
        expect.soft(text, html.slice(0, 60)).not.toMatch(/(?<!\\)\[[^\]]*\]\(\s*java/)
        await page.evaluate(() => document.querySelector<HTMLInputElement>('.editor-bar input[value=preview]')!.click())
        await page.locator('.editor-preview .prose').waitFor()
        expect.soft(await page.evaluate('window.ran'), text).toBeUndefined()
        await page.evaluate(() => document.querySelector<HTMLInputElement>('.editor-bar input[value=write]')!.click())
      }
      expect(await page.evaluate('window.ran')).toBeUndefined()
      expect(requests.filter((path) => path.endsWith('/x') || path.endsWith('/1'))).toEqual([])

      // What is dropped becomes what it would become pasted.
      await empty()
      await drop('<p>one <b>two</b></p>', 'one two')
      await expect.poll(() => written(page)).toBe('one **two**')
    },
  )

journey(
  'an editor of the same kind elsewhere is a page like any other, and what was copied here is Markdown',
  async ({ site, open }) => {
    const page = await open(site)
    await enter(page, await register(site, 'Pim'))
    await page.goto('/questions/ask')
    await page.ready()
    await page.locator('.editor-face input[value=rich]').first().check({ force: true })
    const rich = page.locator('main .rich-text').first()
    await rich.click()
    await rich.evaluate((element) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/html', '<p data-pm-slice="1 1 []">two <b>stars</b>: *a*</p>')
      clipboardData.setData('text/plain', 'two stars: *a*')
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    })
    await expect.poll(() => written(page)).toBe('two **stars**: \\*a\\*')

    // From rich text into Markdown, with what its HTML doesn't say.
    await rich.press('Control+a')
    await page.keyboard.press('Backspace')
    await page.keyboard.type('it is $x^2$ ')
    await rich.press('Control+a')
    await page.keyboard.press('Control+c')
    await page.locator('.editor-face input[value=markdown]').first().check({ force: true })
    await surface(page).waitFor()
    await surface(page).fill('')
    await surface(page).press('Control+v')
    await expect.poll(() => written(page)).toBe('it is $x^2$')
  },
)

journey('the address of a question of this site becomes a link with its title', async ({ site, open }) => {
  const page = await open(site)
  const pol = await register(site, 'Pol')
  const { id } = await ask(site, pol, { title: 'What does [sic] mean in a recipe?' })
  await enter(page, pol)
  await page.goto('/questions/ask')
  await field(page, 'content').click()
  await surface(page).waitFor()
  await page.keyboard.type('As in ')
  const address = `${site.url}/questions/${id}`
  await paste(page, { 'text/plain': address })
  await page.keyboard.type(' and so on')
  await expect.poll(() => written(page)).toBe(`As in [What does \\[sic\\] mean in a recipe?](${address}) and so on`)
  // One that isn't there stays an address.
  page.allow(/404 GET .*question\/info/, /Failed to load resource/)
  await surface(page).fill('')
  await paste(page, { 'text/plain': `${site.url}/questions/10010000000009999` })
  await expect.poll(() => written(page)).toBe(`${site.url}/questions/10010000000009999`)
})

journey('a long text is pasted whole, also in place of another one', async ({ site, open }) => {
  const page = await open(site)
  await enter(page, await register(site, 'Pru'))
  await page.goto('/questions/ask')
  await field(page, 'content').click()
  await surface(page).waitFor()
  const long = (word: string) => Array.from({ length: 300 }, (_, line) => `${word} ${line}`).join('\n')
  for (const word of ['One', 'Two']) {
    await page.keyboard.press('Control+a')
    await paste(page, { 'text/plain': long(word) })
    await expect.poll(() => written(page)).toBe(long(word))
  }
  await page.keyboard.type(' and more')
  expect(await written(page)).toBe(`${long('Two')} and more`)
})

journey('what an extension makes of a paste comes in though the script for blocks doesn’t', async ({ site, open }) => {
  const page = await open(site)
  page.allow(/^failed GET .*\/pasted-blocks-/)
  await enter(page, await register(site, 'Pat'))
  await page.addInitScript(`document.addEventListener('askwell:editor', ({ detail }) =>
    detail.register({ name: 'cards', pastes: [({ text }) => (text.startsWith('card:') ? '**' + text.slice(5) + '**' : null)] }))`)
  await page.route(/\/pasted-blocks-/, (route) => route.abort())
  await page.goto('/questions/ask')
  await field(page, 'content').click()
  await surface(page).waitFor()
  await page.keyboard.type('The ')
  await paste(page, { 'text/plain': 'card:King' })
  await expect.poll(() => written(page)).toBe('The **King**')
  await page.keyboard.type(' wins')
  expect(await written(page)).toBe('The **King** wins')
})
