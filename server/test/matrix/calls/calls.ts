import type { Example } from '../cast.ts'
import type { Row } from '../table.ts'
import { administering } from './administering.ts'
import { reading } from './reading.ts'
import { starting } from './starting.ts'
import { writing } from './writing.ts'

/** For each row of the table a call that it speaks of. */
export const calls = { ...starting, ...reading, ...writing, ...administering } satisfies Record<Row, Example>
