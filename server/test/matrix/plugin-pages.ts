import { PAGE_READERS, type PageReaders } from '@askwell/contract/plugin-pages.ts'
import { pluginArchive } from '../plugin-package.ts'
import { sendPackage, turnPlugin } from '../plugins.ts'
import type { World } from '../world.ts'
import type { Scene } from './cast.ts'

export const pagesFor = (readers: PageReaders) => `pages_for_${readers}`

const CODE = `const title = ({ reader }) => 'For ' + (reader ? reader.username + ', ' + reader.role : 'nobody')
export default {
  route: { page: (asked) => ({ title: title(asked), parts: [] }), send: ({ base }) => ({ go: base }) },
  endpoint: ({ headers }) => ({ status: 200, body: { headers: Object.keys(headers) } }),
}`

/** For each of those who may open pages a plugin that has some, and answers programs. */
export const switchOnPages = async (w: World, { cast: { admin } }: Pick<Scene, 'cast'>) => {
  for (const open_to of PAGE_READERS) {
    const slug_name = pagesFor(open_to)
    const askwell = { kinds: ['route', 'endpoint'], languages: undefined, open_to }
    await sendPackage(w, admin, await pluginArchive({ slug_name, code: CODE, askwell }))
    await turnPlugin(w, admin, slug_name, true)
  }
}
