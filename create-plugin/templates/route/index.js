import { plugin } from '@askwell/plugin-kit'

const SHOWN = 20
const WORDS = {
  en_US: {
    title: 'Guest book',
    none: 'Nobody has written yet.',
    field: 'Your line',
    write: 'Write',
    empty: 'Write something.',
  },
  de_DE: {
    title: 'Gästebuch',
    none: 'Noch hat niemand geschrieben.',
    field: 'Deine Zeile',
    write: 'Schreiben',
    empty: 'Schreib etwas.',
  },
}
/** Keys are listed in their order: the newest line first. */
const keyAt = (ms, { username }) => `line:${9e15 - ms}:${username}`
const wordsIn = (language) => WORDS[language] ?? WORDS.en_US

export default plugin({
  route: {
    async page({ path, language }, { storage }) {
      if (path !== '/') return null
      const words = wordsIn(language)
      const keys = await storage.list('line:')
      const lines = []
      for (const key of keys.slice(0, SHOWN)) lines.push(await storage.get(key)) // at most fifty may be asked for at once
      const field = { name: 'text', kind: 'text', label: words.field, required: true }
      return {
        title: words.title,
        parts: [
          ...(lines.length ? [] : [{ part: 'text', text: words.none }]),
          ...lines.map(({ by, text }) => ({ part: 'text', text: `${by}: ${text}` })),
          { part: 'form', name: 'write', fields: [field], button: words.write, look: 'primary' },
        ],
      }
    },
    // Fields can be sent by anybody who may open the page: what they say is checked here.
    async send({ form, values, reader, language, base }, { storage }) {
      if (form !== 'write') return null
      const text = values.text?.trim().slice(0, 300)
      if (!text) return { errors: { text: wordsIn(language).empty } }
      // It is in the writer's archive, and goes with their account.
      await storage.set(keyAt(Date.now(), reader), { by: reader.display_name, text }, { username: reader.username })
      return { go: base }
    },
  },
})
