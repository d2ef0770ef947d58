import { FormOutcome, PAGE_READERS, type PageReaders, PluginPage } from '@askwell/contract/plugin-pages.ts'
import { toldApart } from '@askwell/contract/told-apart.ts'
import type { FormSent, PageAsked } from '@askwell/plugin-kit'
import { Type } from 'typebox'
import { wordOf } from '../isolated-plugin.ts'
import { call, type ManifestKey, port } from './port.ts'
import type { Asking } from './running.ts'

const PAGE_CHARACTERS = 250_000

const open_to: ManifestKey<PageReaders | undefined> = {
  none: undefined,
  read(value, note) {
    const found = PAGE_READERS.find((readers) => readers === value)
    if (!found) note(`askwell.open_to has to say who may open its pages: ${PAGE_READERS.join(', ')}`)
    return found
  },
}

export const route = port({
  keys: { open_to },
  powers: (keys) => (keys.open_to ? [`page:${keys.open_to}`] : []),
  calls: {
    'route.page': call<PageAsked>()(5000, Type.Union([PluginPage, Type.Null()])),
    'route.send': call<FormSent>()(8000, Type.Union([FormOutcome, Type.Null()])),
  },
})

/** Pages of plugins, for those who may open them. */
export const createPages = (plugins: Asking, iconOf: (slug_name: string) => string) => {
  const readersOf = (slug_name: string) =>
    plugins.having('route').includes(slug_name) ? plugins.manifestOf(slug_name).open_to : undefined
  return {
    /** Who may open the pages of a plugin; undefined where it has none. */
    readersOfPages: readersOf,
    /** What stands in the navigation. */
    pages(language: string, mayOpen: (readers: PageReaders) => boolean) {
      const open = plugins.having('route').flatMap((slug_name) => {
        const readers = readersOf(slug_name)
        const manifest = plugins.manifestOf(slug_name)
        const name = wordOf(manifest, language, 'page') || wordOf(manifest, language, 'name')
        return readers && mayOpen(readers) ? [{ slug_name, name, icon: iconOf(slug_name) }] : []
      })
      return toldApart(open).map(({ name: title, ...page }) => ({ ...page, title }))
    },
    /** Null where there is no such page. */
    async page(slug_name: string, asked: PageAsked) {
      const page = await plugins.ask(slug_name, 'route.page', asked)
      if (JSON.stringify(page).length > PAGE_CHARACTERS) plugins.refuse(slug_name, `its page ${asked.path} is too long`)
      return page
    },
    sendForm: (slug_name: string, sent: FormSent) => plugins.ask(slug_name, 'route.send', sent),
  }
}
