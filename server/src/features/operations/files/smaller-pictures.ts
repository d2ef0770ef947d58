import type { App } from '../../../events/events.ts'
import { smallerPicture } from '../../../lib/images.ts'
import { smallerWidths } from '../../../lib/picture-sizes.ts'
import { findFile } from './queries.ts'
import { pictureSource, storeNamed } from './stores/of-site.ts'
import { smallerPath } from './views.ts'

/** An upload with its smaller copies. */
export const withCopies = (path: string, width: number) => [
  path,
  ...smallerWidths(width).map((smaller) => smallerPath(path, smaller)),
]

/** A smaller copy is named after its picture. */
const COPY = /\.\d+\.webp$/
export const isCopy = (path: string) => COPY.test(path)
export const originalOf = (path: string) => path.replace(COPY, '')

/** The same picture for small screens, beside it; a moving one stays as it is. */
export const makeSmaller = async (app: App, path: string) => {
  const file = await findFile(app.db, path)
  if (!file) return
  const widths = smallerWidths(file.width)
  const picture = widths.length ? await pictureSource(app, path, file.storage) : undefined
  if (!picture) return
  const store = await storeNamed(app, file.storage)
  for (const width of widths) {
    const bytes = await smallerPicture(picture, width)
    if (!bytes) return
    await store.put(smallerPath(path, width), { bytes }, 'image/webp')
  }
  // It was moved meanwhile: then they belong there.
  const now = await findFile(app.db, path)
  if (now?.storage === file.storage) return
  await store.remove(widths.map((width) => smallerPath(path, width)))
  if (now) await makeSmaller(app, path)
}
