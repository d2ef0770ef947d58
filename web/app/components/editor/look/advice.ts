import { withoutCode } from '../text-lines.ts'

/** What would make a question easier to answer. None of it keeps one from asking. */
export type Advice = 'question' | 'tags' | 'short' | 'code' | 'picture' | 'alt'

const SHORT = 80
const FEW_LINES = 3
const IMAGE = /!\[[^\]\n]*\]\([^)\n]*\)/g
/** Ends, or begins, as lines of programs do and sentences don't. */
const CODE =
  /[;{}]\s*$|^\s*(?:import|from|def|class|function|const|let|var|public|private|return|#include|if|for|while)\b.*[(){};=]|^\s*<\/?[a-z][\w-]*[\s>/]|=>|^\s*\$ \w/

const isCode = (line: string) => !/^(?: {4}|\t)/.test(line) && CODE.test(line.replace(/`[^`]*`/g, ''))

/** No words, or a name that a device gave. */
const NAMELESS =
  /!\[(?:|image|img|picture|photo|unnamed|untitled|(?:screenshot|screen shot|bildschirmfoto|img|dsc|pxl|photo|image)[\d\s_.:()-][^\]\n]*|[\d\s_.:-]+|[0-9a-f-]{16,})\]\(/i

/** Looks at what is written so far; of an empty field nothing is said, and of an answer nothing about title and tags. */
export const adviceFor = ({ title, content, tags }: { title?: string; content: string; tags?: string }): Advice[] => {
  const outside = withoutCode(content)
  const words = outside.replace(IMAGE, '').trim()
  const isPicture = /!\[/.test(outside) && words.length < SHORT
  const found: [Advice, boolean][] = [
    ['question', title !== undefined && title.trim() !== '' && !/[?？؟;՞]/u.test(title)],
    ['picture', isPicture],
    ['alt', NAMELESS.test(outside)],
    ['short', title !== undefined && !isPicture && content.trim() !== '' && content.trim().length < SHORT],
    ['code', outside.split('\n').filter(isCode).length >= FEW_LINES],
    ['tags', tags !== undefined && content.trim() !== '' && tags.trim() === ''],
  ]
  return found.filter(([, is]) => is).map(([name]) => name)
}

/** Addresses of other sites in a text, each once. */
export const countLinks = (content: string, origin: string) => {
  const links = withoutCode(content).match(/https?:\/\/[^\s<>"')\]]+/gi) ?? []
  return new Set(links.filter((link) => URL.parse(link) && URL.parse(link)!.origin !== origin)).size
}
