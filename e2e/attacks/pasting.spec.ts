import { expect } from 'vitest'
import { journey } from '../journey.ts'
import { register } from '../people.ts'
import { dressed, part, payloads, slice } from './payloads.ts'
import { openWatch } from './watch.ts'

// Every attack on the clipboard, as HTML and as text, goes into both faces of the editor, pasted or dropped; the policy of the site is off.

const wish = process.env.ASKWELL_E2E_ATTACKS || '50'
const inFull = wish === 'all' || wish.includes('/')
const attacks = wish === 'all' ? payloads : inFull ? part(wish) : slice(Number(wish))
/** So many at a time, so that one can see which it was. */
const AT_A_TIME = 50

const SURFACES = { markdown: '.cm-content', rich: '.rich-text' }
type Face = keyof typeof SURFACES

interface Paste {
  html?: string
  text: string
}

// Each is pasted in place of the one before it, and the editor shows it for a moment.
const pasting = (face: Face, pastes: Paste[]) => `async (setOff) => {
  const until = async (is) => { for (let turn = 0; turn < 400 && !is(); turn++) await new Promise((resolve) => setTimeout(resolve, 25)) }
  const surface = () => document.querySelector('main ${SURFACES[face]}')
  document.querySelector('.editor-face input[value=${face}]').click()
  if ('${face}' === 'markdown') document.querySelector('main [name=content]').focus()
  await until(surface)
  if (!surface()) return ['no ${face}']
  const found = []
  let empty = 0
  for (const [at, { html, text }] of ${JSON.stringify(pastes)}.entries()) {
    surface().focus()
    document.execCommand('selectAll')
    document.execCommand('delete')
    await new Promise((resolve) => setTimeout(resolve))
    const given = new DataTransfer()
    if (html) given.setData('text/html', html)
    given.setData('text/plain', text)
    const { left, top } = surface().getBoundingClientRect()
    surface().dispatchEvent(
      html && at % 2 === 0
        ? new DragEvent('drop', { dataTransfer: given, clientX: left + 10, clientY: top + 10, bubbles: true, cancelable: true })
        : new ClipboardEvent('paste', { clipboardData: given, bubbles: true, cancelable: true }),
    )
    await new Promise((resolve) => setTimeout(resolve, html ? 10 : 1))
    if (document.querySelector('main [name=content]').value === '') empty++
    for (const what of await setOff(document.querySelector('.editor'))) found.push(what + ' in ' + (html ?? text).slice(0, 300))
  }
  found.push(...(await setOff(document)))
  if (empty > ${pastes.length} / 2) found.push(empty + ' pastes came to nothing')
  return found
}`

journey('an attack that would run in the editor is noticed', async ({ site, browser }) => {
  const watch = await openWatch(browser, site.url, { cookie: (await register(site, 'Nell')).token })
  const planted = (html: string) => `async (setOff) => {
    document.querySelector('main').insertAdjacentHTML('beforeend', ${JSON.stringify(html)})
    return setOff(document)
  }`
  expect(await watch.act('/questions/ask', planted('<img src=x onerror="window.a = 1">'))).not.toEqual([])
  expect(await watch.act('/questions/ask', planted('<a href="javascript:window.b=1">x</a>'))).not.toEqual([])
  expect(await watch.act('/questions/ask', planted('<p>x</p>'))).toEqual([])
  await watch.close()
})

for (const [face, name] of [
  ['rich', 'Nora'],
  ['markdown', 'Nina'],
] as const)
  journey.skipIf(attacks.length === 0)(
    `${attacks.length} attacks pasted and dropped into the ${face} face run nowhere`,
    { timeout: inFull ? 3_600_000 : 300_000 },
    async ({ site, browser }) => {
      const watch = await openWatch(browser, site.url, { cookie: (await register(site, name)).token })
      const noticed: string[] = []
      let pasted = 0
      for (let at = 0; at < attacks.length; at += AT_A_TIME) {
        const pastes = attacks
          .slice(at, at + AT_A_TIME)
          .flatMap((attack, place): Paste[] => [
            { html: `<p>beside <b>words</b></p>${attack}`, text: 'words' },
            { text: attack },
            { text: dressed(attack, at + place) },
          ])
        pasted += pastes.length
        noticed.push(...(await watch.act('/questions/ask', pasting(face, pastes))))
      }
      console.log(`${face}: ${attacks.length} attacks in ${pasted} pastes, ${noticed.length} noticed`)
      expect(noticed).toEqual([])
      await watch.close()
    },
  )
