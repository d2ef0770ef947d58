import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { whenNeeded } from '../../src/lib/lazy.ts'

// The vocabulary of schema.org, as the package `schema-dts` has it made from its public definition: each type with what it is a kind of, and
// the properties that belong to it with what they may hold.

interface Type {
  parents: string[]
  properties: Map<string, string[]>
}

const SIMPLE = new Set(['Text', 'URL', 'Date', 'DateTime', 'Time', 'Integer', 'Number', 'Float', 'Boolean', 'string'])
const NUMBERS = ['Integer', 'Number', 'Float']
const MOMENT = /^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d))?$/
const OURS = 'https://schema.org/'

const vocabulary = whenNeeded(() => {
  const path = fileURLToPath(import.meta.resolve('schema-dts')).replace(/\.js$/, '.d.ts')
  const types = new Map<string, Type>()
  let now: Type | undefined
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    const [, name, parents = ''] = /^(?:export )?interface (\w+)Base(?: extends ([^{]+))? \{/.exec(line) ?? []
    if (name)
      types.set(
        name,
        (now = { parents: [...parents.matchAll(/(\w+)Base/g)].map(([, one]) => one!), properties: new Map() }),
      )
    const [, property, range] = /^ {4}"(\w+)"\?: SchemaValue<(.+), "\w+">;$/.exec(line) ?? []
    if (property) now?.properties.set(property, range!.split(' | '))
    if (line === '}') now = undefined
    // A type without properties of its own has no base of its own.
    const [, leaf, base] = /^export interface (\w+)Leaf extends (\w+)Base \{/.exec(line) ?? []
    if (leaf && leaf !== base) types.set(leaf, { parents: [base!], properties: new Map() })
  }
  return types
})

const isKindOf = (name: string, wanted: string): boolean =>
  name === wanted || (vocabulary().get(name)?.parents ?? []).some((parent) => isKindOf(parent, wanted))

const rangeOf = (name: string, property: string): string[] | undefined => {
  const type = vocabulary().get(name)
  if (!type) return undefined
  return type.properties.get(property) ?? type.parents.map((one) => rangeOf(one, property)).find(Boolean)
}

const faultsOfValue = (value: unknown, range: string[], place: string): string[] => {
  if (Array.isArray(value)) return value.flatMap((one) => faultsOfValue(one, range, place))
  if (typeof value === 'object' && value !== null) {
    const type = String((value as Record<string, unknown>)['@type'])
    return [
      ...(range.some((one) => isKindOf(type, one)) ? [] : [`${place} may not be a ${type}, but ${range.join(' | ')}`]),
      ...faultsOfObject(value as Record<string, unknown>, place),
    ]
  }
  if (typeof value === 'number') return range.some((one) => NUMBERS.includes(one)) ? [] : [`${place} may be no number`]
  if (typeof value !== 'string') return [`${place} is ${JSON.stringify(value)}`]
  const isMoment = range.some((one) => one === 'Date' || one === 'DateTime') && !range.includes('Text')
  if (isMoment) return MOMENT.test(value) ? [] : [`${place} is no moment: ${value}`]
  if (range.includes('Text') || range.includes('string')) return value.trim() ? [] : [`${place} is empty`]
  // The address of a thing stands for it; one of schema.org's own for its type.
  if (value.startsWith(OURS))
    return range.some((one) => isKindOf(value.slice(OURS.length), one)) ? [] : [`${place} may not be ${value}`]
  const isAddress = URL.canParse(value) && /^https?:/.test(value)
  return isAddress && range.some((one) => one === 'URL' || !SIMPLE.has(one)) ? [] : [`${place} is no address: ${value}`]
}

const faultsOfObject = (thing: Record<string, unknown>, place: string): string[] => {
  const type = String(thing['@type'])
  if (!vocabulary().has(type)) return [`${place}: there is no type ${type}`]
  return Object.entries(thing).flatMap(([name, value]) => {
    if (name === '@type' || name === '@id') return []
    const [, input] = /^(\w+)-input$/.exec(name) ?? []
    if (input && isKindOf(type, 'Action') && rangeOf(type, input)) return []
    const range = rangeOf(type, name)
    return range ? faultsOfValue(value, range, `${place}.${name}`) : [`${place}: ${type} has no property ${name}`]
  })
}

/** What of some JSON-LD the vocabulary doesn't know. */
export const schemaFaults = (said: { '@context'?: unknown; '@graph'?: unknown }) => [
  ...(said['@context'] === 'https://schema.org' ? [] : ['the context is not schema.org']),
  ...(said['@graph'] as Record<string, unknown>[]).flatMap((one) => faultsOfObject(one, String(one['@type']))),
]
