import type { Filtered } from '@askwell/plugin-kit'
import { Type } from 'typebox'
import { outsideSlot } from '../concurrency-slot.ts'
import { call, simplePort } from './port.ts'
import type { Asking } from './running.ts'

const TEXT_CHARACTERS = 200_000

export const filter = simplePort('filter', {
  filter: call<Filtered>()(2000, Type.String({ maxLength: TEXT_CHARACTERS })),
})

/** The text as it is to be kept: each plugin gets what the one before made of it. One that fails changes nothing. */
export const filtered = async (plugins: Asking, text: Filtered): Promise<string> => {
  const filters = plugins.having('filter')
  if (filters.length === 0) return text.content
  return outsideSlot(async () => {
    let { content } = text
    for (const slug_name of filters)
      content = await plugins.ask(slug_name, 'filter', { ...text, content }).catch(() => content)
    return content
  })
}
