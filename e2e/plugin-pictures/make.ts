import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { launchBrowser } from '../browser.ts'
import { admin } from '../people.ts'
import { startSite } from '../site.ts'
import { SCENES } from './scenes.ts'
import { SETTINGS, settingsFilledIn } from './settings.ts'
import { createStage, type Stage } from './stage.ts'

// The pictures of docs/plugins/, or those that are named: `npm run pictures` builds the pages first.

const FOLDER = join(import.meta.dirname, '../../docs/plugins/pictures')
const WIDEST = 1200
const MOST_BYTES = 60_000

const PICTURES: Record<string, (stage: Stage) => Promise<Buffer>> = {
  ...Object.fromEntries(Object.entries(SETTINGS).map(([name, filledIn]) => [name, settingsFilledIn(filledIn)])),
  ...SCENES,
}

/** As good as fits. */
const small = async (screenshot: Buffer, name: string) => {
  const picture = sharp(screenshot).resize({ width: WIDEST, withoutEnlargement: true })
  for (const quality of [90, 80, 70, 60]) {
    const bytes = await picture.clone().webp({ quality, effort: 6 }).toBuffer()
    if (bytes.length <= MOST_BYTES) return bytes
  }
  throw new Error(`the picture of ${name} is larger than ${MOST_BYTES} bytes`)
}

const names = process.argv.slice(2)
const unknown = names.filter((name) => !Object.hasOwn(PICTURES, name))
if (unknown.length) throw new Error(`there is no picture called ${unknown.join(', ')}`)

/** Takes one, and leaves the site as it was. */
const make = async (stage: Stage, name: string) => {
  let bytes: Buffer
  try {
    bytes = await small(await PICTURES[name]!(stage), name)
  } finally {
    await stage.end()
  }
  if (stage.complaints.length) throw new Error(`the browser complained:\n${stage.complaints.join('\n')}`)
  writeFileSync(join(FOLDER, `${name}.webp`), bytes)
  console.log(`${name}: ${Math.ceil(bytes.length / 1000)} KB`)
}

const site = await startSite({ first: { site_name: 'Garden' } })
const browser = await launchBrowser()
try {
  const chief = await admin(site)
  for (const name of names.length ? names : Object.keys(PICTURES).sort())
    await make(createStage(browser, site, chief), name).catch((error: Error) => {
      process.exitCode = 1
      console.error(`${name}: ${error.stack ?? error.message}`)
    })
} finally {
  await browser.close()
  await site.stop()
}
