import * as contract from '@askwell/contract/bulk.ts'
import { numberOf, userNumber } from '@askwell/contract/ids.ts'
import { usersPage } from '@askwell/contract/user-administration.ts'
import { pageOf } from '../../../db/page.ts'
import type { Api } from '../../../http/api/perform.ts'
import { NotFound } from '../../../lib/errors.ts'
import { ensureMay } from '../../../lib/staff-rights.ts'
import { memberFileOf } from './member/file.ts'
import { listAnsweredByOthers, listBelongings } from './member/queries.ts'
import { findBulk, listBulks, listChanges } from './queries.ts'
import { countOf } from './selection/counts.ts'
import { accountsMatch, matchOf } from './selection/match.ts'
import { listMatching } from './selection/queries.ts'
import { beginBulk, seeBulk, undoBulk } from './service.ts'
import { accountRows, bulkRows, changeRows, contentRows, memberRows } from './views.ts'

export const routes = (api: Api) => {
  api.on(contract.contentPage, async ({ app, actor, caller, query }) => {
    ensureMay(actor, 'content.find')
    const match = await matchOf(app, query)
    const ids = await listMatching(app.db, match, query)
    const rows = await contentRows(app.db, query.kind, ids, { viewer: actor, language: caller.language })
    return pageOf(rows, await countOf(app, match), query)
  })
  api.on(contract.memberPage, async ({ app, actor, caller, query }) => {
    ensureMay(actor, 'member.find')
    const match = await matchOf(app, query)
    const ids = await listMatching(app.db, match, query)
    return pageOf(await memberRows(app.db, ids, caller.language), await countOf(app, match), query)
  })
  api.on(usersPage, async ({ app, caller, query }) => {
    const match = await accountsMatch(app, query)
    const ids = await listMatching(app.db, match, query)
    return pageOf(await accountRows(app.db, ids, caller.language), await countOf(app, match), query)
  })
  api.on(contract.memberBelongings, async ({ app, actor, caller, query: { user_id, what, ...asked } }) => {
    ensureMay(actor, 'member.find')
    const { count, ids } = await listBelongings(app.db, userNumber(user_id), what, asked)
    const kind = what === 'answer_of_others' ? 'answer' : what
    const answered = kind === 'question' ? await listAnsweredByOthers(app.db, ids) : new Set<number>()
    const rows = await contentRows(app.db, kind, ids, { viewer: actor, language: caller.language })
    const list = rows.map((row) => ({ ...row, answered: answered.has(numberOf('question', row.id)) }))
    return pageOf(list, count, asked)
  })
  api.on(contract.previewBulk, ({ app, actor, caller, body }) => seeBulk(app, actor, body, caller.language))
  api.on(contract.beginBulk, async ({ app, actor, body: { confirm = '', ...wish } }) => ({
    id: String(await beginBulk(app, actor, wish, confirm)),
  }))
  api.on(contract.bulkPage, async ({ app, actor, query }) => {
    ensureMay(actor, 'content.find')
    const { count, list } = await listBulks(app.db, query)
    return pageOf(await bulkRows(app.db, list, app.clock.now()), count, query)
  })
  api.on(contract.bulkInfo, async ({ app, actor, caller, query }) => {
    ensureMay(actor, 'content.find')
    const bulk = await findBulk(app.db, userNumber(query.id))
    if (!bulk) throw new NotFound()
    const { count, list } = await listChanges(app.db, { ...query, id: bulk.id })
    const [act] = await bulkRows(app.db, [bulk], app.clock.now())
    return {
      act: act!,
      options: JSON.parse(bulk.options) as contract.BulkOptions,
      count,
      list: await changeRows(app.db, list, caller.language),
    }
  })
  api.on(contract.undoBulk, ({ app, actor, body }) => undoBulk(app, actor, userNumber(body.id)))
  api.on(contract.memberFile, ({ app, actor, query }) => {
    ensureMay(actor, 'member.find')
    return memberFileOf(app.db, actor, userNumber(query.user_id))
  })
}
