import { plugin } from '@askwell/plugin-kit'

const DAY_MS = 24 * 60 * 60 * 1000
const WORDS = {
  en_US: { title: 'Next meeting', days: 'Days to go', more: 'More about it' },
  de_DE: { title: 'Nächstes Treffen', days: 'Tage bis dahin', more: 'Mehr dazu' },
}

export default plugin({
  // No page waits for it: what it says holds for `seconds`, and everybody gets the same.
  widget({ language }, { config }) {
    const today = Math.floor(Date.now() / DAY_MS)
    const days = Date.parse(config.day) / DAY_MS - today
    if (!(days >= 0)) return null
    const words = WORDS[language] ?? WORDS.en_US
    const more = { part: 'links', links: [{ title: words.more, to: config.link }] }
    return {
      title: words.title,
      parts: [
        { part: 'figures', figures: [{ label: words.days, value: String(days), note: config.day }] },
        ...(config.link ? [more] : []),
      ],
      seconds: 3600,
    }
  },
})
