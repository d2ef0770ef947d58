import type { StallCase } from './case.ts'
import { cases as administering } from './cases/administering.ts'
import { cases as calls } from './cases/calls.ts'
import { cases as comparing } from './cases/comparing.ts'
import { cases as forms } from './cases/forms.ts'
import { cases as passwords } from './cases/passwords.ts'
import { cases as plugins } from './cases/plugins.ts'
import { cases as queries } from './cases/queries.ts'
import { cases as rendering } from './cases/rendering.ts'
import { cases as threads } from './cases/threads.ts'
import { cases as uploads } from './cases/uploads.ts'

export const cases: StallCase[] = [
  ...forms,
  ...passwords,
  ...uploads,
  ...rendering,
  ...comparing,
  ...threads,
  ...queries,
  ...calls,
  ...administering,
  ...plugins,
]
