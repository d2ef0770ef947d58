import { PagePart, PluginPagePart } from '@askwell/contract/plugin-pages.ts'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { whenNeeded } from '../lazy.ts'
import type { CallName } from './ports.ts'

type Part = TSchema & { properties: { part: { const: string } } }

/** By what they call themselves; compiled once, as an answer may have thousands of them. */
const byName = (parts: Part[]) =>
  new Map<unknown, () => ReturnType<typeof Compile>>(
    parts.map((part) => [part.properties.part.const, whenNeeded(() => Compile(part))]),
  )

const PARTS_OF: { [C in CallName]?: ReturnType<typeof byName> } = {
  widget: byName(PagePart.anyOf),
  'route.page': byName(PluginPagePart.anyOf),
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** What is wrong with a value, and where: the first of it. */
export const firstWrong = (
  validator: { Errors(value: unknown): { instancePath: string; message: string; params: object }[] },
  value: unknown,
  within = '',
) => {
  const [wrong] = validator.Errors(value)
  if (!wrong) return ''
  const allowed = 'allowedValues' in wrong.params ? `: ${(wrong.params.allowedValues as unknown[]).join(', ')}` : ''
  return `${within}${wrong.instancePath} ${wrong.message}${allowed}`.trim()
}

/** Of a page or a widget: the first part that doesn't fit what it calls itself. The union of all parts would name what another kind of part lacks. */
export const wrongPart = (name: CallName, answer: unknown) => {
  const known = PARTS_OF[name]
  if (!known || !isRecord(answer) || !Array.isArray(answer.parts)) return ''
  for (const [at, one] of answer.parts.entries()) {
    const where = `/parts/${at}`
    if (!isRecord(one)) return `${where} must be object`
    const validator = known.get(one.part)
    if (!validator)
      return `${where}/part ${JSON.stringify(one.part) ?? 'nothing'} is no part; there are: ${[...known.keys()].join(', ')}`
    if (!validator().Check(one)) return firstWrong(validator(), one, where)
  }
  return ''
}
