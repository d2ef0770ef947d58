import { type Happened, HEARD_EVENTS, type HeardEvent } from '@askwell/plugin-kit'
import { Type } from 'typebox'
import { call, port, texts } from './port.ts'

const isHeard = (event: string) => (HEARD_EVENTS as readonly string[]).includes(event)

/** What it answers is for admins to read, if it is a text; what it throws is tried again later. */
export const event = port({
  keys: {
    events: texts<HeardEvent>('events', {
      most: HEARD_EVENTS.length,
      problemOf: (event) =>
        isHeard(event)
          ? undefined
          : `"${event}" is no event that plugins hear of: there are ${HEARD_EVENTS.join(', ')}`,
      missing: 'askwell.events has to say what is heard of',
    }),
  },
  powers: ({ events }) => events.map((event) => `event:${event}`),
  calls: { event: call<Happened>()(20_000, Type.Unknown()) },
})
