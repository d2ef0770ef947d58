import {
  type FormField,
  type Kit,
  type PageAsked,
  plugin,
  type PluginPage,
  type PluginPagePart,
} from '@askwell/plugin-kit'
import { addEvent, deleteEvent, eventIn, faultsOf, findEvent, listEvents, today, whenOf } from './calendar.ts'
import { type Words, wordsIn } from './words.ts'

const SHOWN = 100

const isAdmin = ({ reader }: PageAsked) => reader?.role === 'admin'

const fieldsOf = (words: Words): FormField[] => [
  { name: 'title', kind: 'text', label: words.title, required: true },
  { name: 'date', kind: 'date', label: words.date, required: true },
  { name: 'time', kind: 'time', label: words.time, required: true },
  { name: 'place', kind: 'text', label: words.place, help: words.place_help },
  { name: 'about', kind: 'long', label: words.about },
  { name: 'link', kind: 'text', label: words.link },
]

const listPage = async (asked: PageAsked, { storage }: Kit, past: boolean): Promise<PluginPage> => {
  const words = wordsIn(asked.language)
  const { base, language } = asked
  const events = await listEvents(storage, { past, now: today(asked.time_zone), most: SHOWN })
  const links = events.map(({ id, title, place, ...at }) => ({
    title,
    to: `${base}/${id}`,
    note: [whenOf(at, language), place].filter(Boolean).join(' · '),
  }))
  const other = past ? { title: words.to_upcoming, to: base } : { title: words.to_past, to: `${base}/past` }
  const adding: PluginPagePart[] = [
    { part: 'heading', text: words.add },
    { part: 'form', name: 'add', fields: fieldsOf(words), button: words.add },
  ]
  return {
    title: past ? words.past : words.upcoming,
    parts: [
      links.length ? { part: 'links', links } : { part: 'text', text: past ? words.none_past : words.none },
      { part: 'links', links: [other] },
      ...(isAdmin(asked) && !past ? adding : []),
    ],
  }
}

const eventPage = async (asked: PageAsked, { storage }: Kit): Promise<PluginPage | null> => {
  const words = wordsIn(asked.language)
  const event = await findEvent(storage, asked.path.slice(1))
  if (!event) return null
  const { title, place, about, link } = event
  return {
    title,
    lead: [whenOf(event, asked.language), place].filter(Boolean).join(' · '),
    parts: [
      ...(about ? [{ part: 'text' as const, text: about }] : []),
      {
        part: 'links',
        links: [
          ...(link ? [{ title: words.more, to: link, note: new URL(link).host }] : []),
          { title: words.to_upcoming, to: asked.base },
        ],
      },
      ...(isAdmin(asked)
        ? [{ part: 'form' as const, name: 'delete', fields: [], button: words.remove, look: 'danger' as const }]
        : []),
    ],
  }
}

export default plugin({
  route: {
    page(asked, kit) {
      if (asked.path === '/') return listPage(asked, kit, false)
      if (asked.path === '/past') return listPage(asked, kit, true)
      return eventPage(asked, kit)
    },
    async send(sent, { storage }) {
      if (!isAdmin(sent)) return null
      if (sent.form === 'delete') {
        await deleteEvent(storage, sent.path.slice(1))
        return { go: sent.base }
      }
      if (sent.form !== 'add') return null
      const words = wordsIn(sent.language)
      const event = eventIn(sent.values)
      const errors = faultsOf(event, words, today(sent.time_zone))
      if (Object.keys(errors).length) return { errors }
      const id = await addEvent(storage, event)
      return id ? { go: `${sent.base}/${id}` } : { errors: { title: words.full } }
    },
  },
})
