import { LRUCache } from 'lru-cache'

/** Taking a text apart costs more than all else in a search, so what was made of the last ones is kept. */
export const remembering = <T extends object>(max: number, make: (text: string, language: string) => T) => {
  const known = new LRUCache<string, T>({ max })
  return (text: string, language = '') => {
    const key = `${language} ${text}`
    let made = known.get(key)
    if (!made) known.set(key, (made = make(text, language)))
    return made
  }
}
