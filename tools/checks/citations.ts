import { posix } from 'node:path'
import { type Files, isCode, moduleOf } from '../source.ts'

/** A file of text or code, as a path or by its name alone. Globs and parts of longer names are something else. */
const DOCUMENT = /(?<![\w./:@*…<>-])((?:\.{0,2}\/)?(?:[\w-]+\/)*[\w-]+\.md)\b/g
const FILE = /(?<![\w./:@*…<>-])((?:\.{0,2}\/)?(?:[\w-]+\/)*[\w-]+(?:\.[\w-]+)*\.(?:md|tsx?|mjs|css))\b/g
/** A numbered rule of a document that isn't named as a file: "rulings 5". */
const NUMBERED_RULE = /\brulings? \d+|\b(?:product-spec|domain-facts)\b/gi
/** `docs/operations.md §3` names its document; a lone `§3` doesn't. */
const SECTION = /(\S+)? ?§ ?\d+/g

/** A file is named from the top of the repository, from beside the other file, or by the end of its path. */
const exists = (files: Files, from: string, name: string) =>
  files.has(posix.normalize(name)) ||
  files.has(posix.join(posix.dirname(from), name)) ||
  [...files.keys()].some((path) => path.endsWith(`/${name}`))

const lineAt = (text: string, offset: number) => text.slice(0, offset).split('\n').length

/** What the file says to its readers, with the line where each piece begins. In code a string may name any file. */
const prose = (path: string, text: string) => (isCode(path) ? moduleOf(path, text).comments : [{ text, line: 1 }])

const documentsIn = (files: Files, path: string, text: string) => [
  ...[...text.matchAll(isCode(path) ? FILE : DOCUMENT)].filter(([, name]) => !exists(files, path, name!)),
  ...[...text.matchAll(SECTION)].filter(([, name]) => !name || !exists(files, path, name.replace(/^[(`]|`$/g, ''))),
]

/** This check and its test name what doesn't exist. */
const IS_ABOUT_CITATIONS = /^tools\/checks\/citations(\.test)?\.ts$/

/** A rule is written where it lives: nobody can look it up in a document that isn't in the repository. */
export const outsideCitations = (files: Files) =>
  [...files].flatMap(([path, text]) => {
    if (IS_ABOUT_CITATIONS.test(path)) return []
    const found = [
      ...[...text.matchAll(NUMBERED_RULE)].map((match) => ({ cited: match[0], line: lineAt(text, match.index) })),
      ...prose(path, text).flatMap((piece) =>
        documentsIn(files, path, piece.text).map((match) => ({
          cited: match[0].trim(),
          line: piece.line + lineAt(piece.text, match.index) - 1,
        })),
      ),
    ]
    return found.map(
      ({ cited, line }) => `${path}:${line} cites ${cited}, which is not in the repository: say the rule itself`,
    )
  })
