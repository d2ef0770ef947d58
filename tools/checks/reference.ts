import type { Files } from '../source.ts'
import { messagesOf } from './messages.ts'

const FOLDER = 'docs/reference/'

/** The English message of a key; a key without one would stand on the page as it is. */
export const englishOf = (files: Files) => {
  const messages = messagesOf(files, 'en_US')
  return (key: string) => {
    const message = messages.get(key)
    if (message === undefined) throw new Error(`locales/en_US has no message ${key}`)
    return message
  }
}

/** Pages of docs/reference/ that are missing, that differ from what the constants say now, or that nothing makes. */
export const staleReference = (files: Files, pages: Record<string, string>) => [
  ...Object.entries(pages)
    .filter(([name, text]) => files.get(FOLDER + name) !== text)
    .map(([name]) => `${FOLDER}${name} is out of date: npm run reference`),
  ...[...files.keys()]
    .filter((path) => path.startsWith(FOLDER) && !Object.hasOwn(pages, path.slice(FOLDER.length)))
    .map((path) => `${path} is made by nothing`),
]
