import { posix } from 'node:path'
import type { Files } from '../source.ts'

/** Folders with a name of their own on the map; what is inside them is for the reader of the code. */
const NAMED =
  /^([^/]+|server\/src\/[^/]+|server\/src\/(features|http)\/.+|web\/app\/[^/]+|web\/app\/(routes|components)\/[^/]+|plugins\/[^/]+)$/

const foldersOf = (files: Files) => {
  const folders = new Set<string>()
  for (const path of files.keys())
    for (let folder = posix.dirname(path); folder !== '.'; folder = posix.dirname(folder)) folders.add(folder)
  return [...folders]
}

/** The code on the map: a tree in a code block, and what is between backticks. */
const codeOf = (map: string) =>
  [...map.matchAll(/```[^\n]*\n([\s\S]*?)```|`([^`\n]+)`/g)].map(([, block, inline]) => ({ block, inline }))

/** `votes/` or `server/src/features/engagement/votes/` anywhere in code, and a whole `votes` between backticks. */
const named = (map: string) => {
  const code = codeOf(map)
  const paths = code.flatMap(({ block, inline }) =>
    [...(block ?? inline!).matchAll(/(?<![\w/:.-])((?:[\w-]+\/)+)(?![\w*<{])/g)].map((match) => match[1]!.slice(0, -1)),
  )
  return { paths, words: code.flatMap(({ inline }) => inline ?? []) }
}

const isAt = (folder: string, name: string) => folder === name || folder.endsWith(`/${name}`)

/** Folders the map doesn't name, and names on the map without a folder. */
export const mapGaps = (files: Files) => {
  const map = files.get('docs/map.md')
  if (map === undefined) return ['docs/map.md is missing']
  const folders = foldersOf(files)
  const { paths, words } = named(map)
  return [
    ...folders
      .filter((folder) => NAMED.test(folder) && ![...paths, ...words].some((name) => isAt(folder, name)))
      .map((folder) => `docs/map.md doesn't name ${folder}/`),
    ...paths
      .filter((path) => !folders.some((folder) => isAt(folder, path)))
      .map((path) => `docs/map.md names ${path}/, which doesn't exist`),
  ]
}
