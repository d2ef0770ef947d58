import { RATE_REFUSALS_DAILY } from '@askwell/contract/limits.ts'
import { userNumber } from '@askwell/contract/ids.ts'
import type { App } from '../../../events/events.ts'
import { DAY } from '../../../lib/clock.ts'
import { isNetworkName } from '../../../lib/addresses.ts'
import { Invalid, NotFound } from '../../../lib/errors.ts'
import { findUser, listUserIdsByEmail } from '../../users/users/queries.ts'
import { recordAudit } from '../audit/queries.ts'
import { countRefusalsOf, saveRefusals } from './queries.ts'
import type { Counted } from './refusals.ts'

const NUMBERED = /^(?:user|step):(\d+)$/

/** The members whose accounts were tried, as far as there are such. */
const ownersOf = async (app: App, all: Counted[]) => {
  const mailboxes = [...new Set(all.map(({ account }) => account))].filter((one) => one && !NUMBERED.test(one))
  const ids = await listUserIdsByEmail(app.db, mailboxes)
  return (account: string) => Number(NUMBERED.exec(account)?.[1] ?? ids.get(account) ?? 0)
}

export const writeRefusals = async (app: App, all: Counted[]) => {
  const ownerOf = await ownersOf(app, all)
  const rows = new Map<string, Omit<Counted, 'account'> & { day: number }>()
  const add = (row: Omit<Counted, 'account'> & { day: number }) => {
    const key = `${row.day} ${row.name} ${row.user_id} ${row.network}`
    const there = rows.get(key)
    if (!there) return void rows.set(key, { ...row })
    there.count += row.count
    there.first_at = Math.min(there.first_at, row.first_at)
    there.last_at = Math.max(there.last_at, row.last_at)
  }
  const day = Math.floor(app.clock.now() / DAY)
  // On a day with very many, more aren't told apart: whoever comes from ever new networks can't fill the database.
  const isFull = (await countRefusalsOf(app.db, day, RATE_REFUSALS_DAILY)) >= RATE_REFUSALS_DAILY
  for (const { account, ...one } of all) {
    const user_id = one.user_id || ownerOf(account)
    add(isFull ? { ...one, day, user_id: 0, network: '' } : { ...one, day, user_id })
  }
  await app.transaction((tx) => saveRefusals(tx.db, [...rows.values()]))
}

/** @returns whose limits are lifted now. */
export const liftLimits = async (app: App, actor_id: number, id: string) => {
  const user = await findUser(app.db, userNumber(id))
  if (!user) throw new NotFound('error.user.not_found')
  await app.transaction(async (tx) => {
    await recordAudit(tx, {
      actor_id,
      action: 'user.limits_lifted',
      object_type: 'user',
      object_id: user.id,
      before: null,
      after: null,
    })
    await tx.emit('user.limits_lifted', {
      actor_id,
      object_type: 'user',
      object_id: user.id,
      question_id: 0,
    })
  })
  return user
}

/** For a network as the list names it. The site forgets the address, so the record has the network only. */
export const liftLimitsOfNetwork = (app: App, actor_id: number, network: string) =>
  app.transaction(async (tx) => {
    if (!isNetworkName(network)) throw new Invalid([{ field: 'network', reason: 'field.not_a_choice' }])
    await recordAudit(tx, {
      actor_id,
      action: 'site.limits_lifted',
      object_type: 'site',
      object_id: 0,
      name: network,
      before: null,
      after: null,
    })
    await tx.emit('network.limits_lifted', {
      actor_id,
      object_type: 'user',
      object_id: actor_id,
      question_id: 0,
      network,
    })
  })
