import { posix } from 'node:path'
import type { Files } from '../source.ts'

/** Folders with a name of their own on the map; what is inside them is for the reader of the code. */
const NAMED = /^([^/]+|server\/src\/[^/]+|server\/src\/features\/[^/]+|web\/app\/[^/]+|web\/app\/routes\/[^/]+|plugins\/[^/]+)$/

const foldersOf = (files: Files) => {
  const folders = new Set<string>()
  for (const path of files.keys()) for (let folder = posix.dirname(path); folder !== '.'; folder = posix.dirname(folder)) folders.add(folder)
  return [...folders]
}

/** `votes/` and `server/src/features/votes/` within code, the two ways the map names a folder. */
const named = (map: string) => {
  const code = [...map.matchAll(/```[^\n]*\n([\s\S]*?)```|`([^`\n]+)`/g)].map(([, block, inline]) => block ?? inline!).join('\n')
  return new Set([...code.matchAll(/(?<![\w/:.-])((?:[\w-]+\/)+)(?![\w*<{])/g)].map((match) => match[1]!.slice(0, -1)))
}

/** Folders the map doesn't name, and names on the map without a folder. */
export const mapGaps = (files: Files) => {
  const map = files.get('docs/map.md')
  if (map === undefined) return ['docs/map.md is missing']
  const folders = foldersOf(files)
  const names = named(map)
  return [
    ...folders.filter((folder) => NAMED.test(folder) && !names.has(folder) && !names.has(posix.basename(folder))).map((folder) => `docs/map.md doesn't name ${folder}/`),
    ...[...names].filter((name) => !folders.some((folder) => folder === name || folder.endsWith(`/${name}`))).map((name) => `docs/map.md names ${name}/, which doesn't exist`),
  ]
}
