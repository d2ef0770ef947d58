import { createRequire } from 'node:module'
import type * as cssTree from 'css-tree'
import { whenNeeded } from '../../lib/lazy.ts'

/** Loaded with the first stylesheet: it takes 4 MB, and most sites have none of a plugin. */
const loadCssTree = whenNeeded(() => createRequire(import.meta.url)('css-tree') as typeof cssTree)

/** None of them loads anything. */
const AT_RULES = new Set([
  'media',
  'supports',
  'layer',
  'container',
  'scope',
  'keyframes',
  'property',
  'starting-style',
])
const BYTES = 64 * 1024
/** Functions that load something from the address in them. */
const LOADING = new Set(['url', 'src', 'image', 'image-set', '-webkit-image-set'])

/**
 * What is wrong with a plugin's stylesheet, in a sentence; nothing if it may be shown. It may load nothing: an address elsewhere would learn of
 * everybody who reads a page, and with a rule for each letter even what stands there.
 */
export const problemOfStylesheet = (css: string): string | undefined => {
  if (Buffer.byteLength(css) > BYTES) return `is larger than ${BYTES / 1024} KB`
  let problem: string | undefined
  const note = (found: string, line?: number) => {
    problem ??= `${found}${line === undefined ? '' : ` (line ${line})`}`
  }
  const { ident, parse, walk } = loadCssTree()
  const tree = parse(css, {
    positions: true,
    parseCustomProperty: true,
    onParseError: (error) => note(`can't be read: ${error.message}`, (error as { line?: number }).line),
  })
  walk(tree, (node) => {
    const line = node.loc?.start.line
    if (node.type === 'Atrule' && !AT_RULES.has(node.name.toLowerCase())) note(`has @${node.name}`, line)
    if (node.type === 'Url' && !/^data:(image|font)\//i.test(node.value.trim())) note('has an address', line)
    if (node.type === 'Function' && LOADING.has(ident.decode(node.name).toLowerCase())) note(`has ${node.name}()`, line)
    if (node.type === 'Raw' && /url|src|image|@|\\/i.test(node.value)) note(`has what can't be checked`, line)
  })
  return problem
}
