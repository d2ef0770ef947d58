import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

// What a browser never uses is left out before bundling. Everything here is about size: without it the pages work the same.

const inBrowsers = { applyToEnvironment: ({ name }: { name: string }) => name === 'client' }

interface Property {
  type: string
  start: number
  key?: { name?: string }
}
interface Node {
  type?: string
  start?: number
  end?: number
  callee?: { name?: string; object?: { name?: string } }
  arguments?: { type: string; end: number; properties: Property[] }[]
}

/** Which properties of the object that is handed to a function stay; what is spread into it does, too. The rest goes, and with it whatever only the rest refers to. */
const keepProperties = (code: string, program: unknown, callee: string, kept: string[]) => {
  const cuts: [number, number][] = []
  const visit = (node: unknown) => {
    if (!node || typeof node !== 'object') return
    if (Array.isArray(node)) return node.forEach(visit)
    const { type, callee: called, arguments: [given] = [] } = node as Node
    if (type !== 'CallExpression' || called?.name !== callee || given?.type !== 'ObjectExpression')
      return Object.values(node).forEach(visit)
    for (const [place, { type: kind, start, key }] of given.properties.entries())
      if (kind !== 'SpreadElement' && !kept.includes(key?.name ?? ''))
        cuts.push([start, given.properties[place + 1]?.start ?? given.end - 1])
  }
  visit(program)
  return cuts.reduceRight((text, [from, to]) => text.slice(0, from) + text.slice(to), code)
}

/** Schemas as nothing at all: what is made of one another, a bundler would keep. */
const emptySchemas = (code: string, program: unknown) => {
  const calls: [number, number][] = []
  const visit = (node: unknown) => {
    if (!node || typeof node !== 'object') return
    if (Array.isArray(node)) return node.forEach(visit)
    const { type, start, end, callee } = node as Node
    if (type === 'CallExpression' && callee?.object?.name === 'Type') return calls.push([start!, end!])
    Object.values(node).forEach(visit)
  }
  visit(program)
  return calls.reduceRight((text, [from, to]) => `${text.slice(0, from)}void 0${text.slice(to)}`, code)
}

/** What the contract makes schemas with, in its own words. */
const SCHEMA_WORDS = ['oneOf', 'text', 'span', 'nullable', 'flag', 'paged', 'partly']

/** Says of these calls that they do nothing but answer. Only here: elsewhere `text` and `span` are names like any other, and `text.append()` does something. */
const pureSchemas = (code: string, program: unknown) => {
  const starts: number[] = []
  const visit = (node: unknown) => {
    if (!node || typeof node !== 'object') return
    if (Array.isArray(node)) return node.forEach(visit)
    const { type, start, callee } = node as Node
    if (type === 'CallExpression' && SCHEMA_WORDS.includes(callee?.name ?? '')) starts.push(start!)
    Object.values(node).forEach(visit)
  }
  visit(program)
  return starts
    .sort((a, b) => a - b)
    .reduceRight((text, start) => `${text.slice(0, start)}/* @__PURE__ */ ${text.slice(start)}`, code)
}

/** In a browser an endpoint is an address: what it takes and gives is checked by the server, so schemas and formats stay at home. */
export const endpointsAsAddresses: Plugin = {
  name: 'endpoints-as-addresses',
  enforce: 'post',
  ...inBrowsers,
  transform: {
    filter: { id: /\/contract\/src\/[\w-]+\.ts$/, code: /\w\(/ },
    handler(code) {
      const addresses = keepProperties(code, this.parse(code), 'endpoint', ['prefix', 'method', 'path'])
      const empty = emptySchemas(addresses, this.parse(addresses))
      return { code: pureSchemas(empty, this.parse(empty)), map: null }
    },
  },
}

export const withoutSchemas: Plugin = {
  name: 'without-schemas',
  enforce: 'pre',
  ...inBrowsers,
  resolveId: (id) => (id === 'typebox' || id === './formats.ts' ? `${import.meta.dirname}/no-schemas.ts` : null),
}

const DRAWINGS = `${import.meta.dirname}/app/ui/icon-drawings.ts`
const ICON = 'virtual:icon/'
/** Which file of the package has which drawing. */
const drawings = () =>
  new Map(
    [...readFileSync(DRAWINGS, 'utf8').matchAll(/__iconData as (\w+) } from '([^']+)'/g)].map(
      ([, name, file]) => [name!, file!] as const,
    ),
  )

/** Icons come with the modules that name them, rather than all with the first. */
export const iconsWhereNamed = (): Plugin => {
  const files = drawings()
  return {
    name: 'icons-where-named',
    enforce: 'pre',
    ...inBrowsers,
    resolveId: (id) => (id.startsWith(ICON) ? `\0${id}` : null),
    load(id) {
      if (id === DRAWINGS) return 'export const drawings = {}'
      if (!id.startsWith(`\0${ICON}`)) return null
      const name = id.slice(ICON.length + 1)
      return `import { drawings } from '${DRAWINGS}'\nimport { __iconData } from '${files.get(name)}'\ndrawings.${name} = __iconData`
    },
    transform: {
      filter: { id: /\/(web\/app\/(?!ui\/icon-drawings).*|contract\/src\/reactions)\.tsx?$/ },
      handler(code) {
        const named = new Set(
          [...code.matchAll(/(['"])(\w+)\1/g)].map(([, , word]) => word!).filter((word) => files.has(word)),
        )
        return named.size > 0
          ? { code: `${code}\n${[...named].map((name) => `import '${ICON}${name}'`).join('\n')}`, map: null }
          : null
      },
    },
  }
}

/** Of an icon's file only the drawing is used. */
export const iconDrawings: Plugin = {
  name: 'icon-drawings',
  ...inBrowsers,
  transform: {
    filter: { id: /\/lucide-react\/dist\/esm\/icons\/[\w-]+\.mjs$/ },
    handler(code) {
      const drawing = /\bnode: (\[[\s\S]*?\])\s*,?\s*(?:aliases: .*)?\s*\};/.exec(code)?.[1]
      if (!drawing) return this.error('its drawing is not where it was')
      return { code: `export const __iconData = { node: ${drawing.replaceAll(/, key: "\w+"/g, '')} }`, map: null }
    },
  },
}
