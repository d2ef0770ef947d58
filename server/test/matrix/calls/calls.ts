import type { Example } from '../cast.ts'
import type { Row } from '../table.ts'
import { administering } from './administering.ts'
import { auditing } from './auditing.ts'
import { badging } from './badging.ts'
import { bulkActs } from './bulk.ts'
import { operating } from './operating.ts'
import { connecting } from './connecting.ts'
import { inviting } from './inviting.ts'
import { reading } from './reading.ts'
import { reviewing } from './reviewing.ts'
import { revising } from './revising.ts'
import { securing } from './securing.ts'
import { signingIn } from './signing-in.ts'
import { starting } from './starting.ts'
import { stating } from './stating.ts'
import { tagging } from './tagging.ts'
import { writing } from './writing.ts'

/** For each row of the table a call that it speaks of. */
export const calls = {
  ...starting,
  ...securing,
  ...signingIn,
  ...reading,
  ...writing,
  ...stating,
  ...reviewing,
  ...revising,
  ...connecting,
  ...tagging,
  ...administering,
  ...inviting,
  ...badging,
  ...auditing,
  ...bulkActs,
  ...operating,
} satisfies Record<Row, Example>
