import { statfs } from 'node:fs/promises'
import * as contract from '@askwell/contract/storage.ts'
import { beginTask } from '../../../events/tasks/service.ts'
import { actingNow } from '../../../lib/acting.ts'
import type { Api } from '../../../http/api/perform.ts'
import { recordAudit } from '../audit/queries.ts'
import { anyStored } from '../files/queries.ts'
import { uploadStorage } from '../files/stores/of-site.ts'
import { makeSureAgain } from '../../users/second-factors/make-sure.ts'
import { withFieldNames } from '../../../lib/errors.ts'
import { largestUploads } from './largest.ts'
import { measuredLast } from './measure.ts'
import * as uploads from './upload-storage.ts'

const entry = (action: string, after: unknown) =>
  ({ action, object_type: 'site', object_id: 0, before: null, after }) as const

export const routes = (api: Api) => {
  api.on(contract.storage, async ({ app }) => {
    const last = await measuredLast(app)
    const { blocks, bavail, bsize } = await statfs(app.config.data)
    return {
      measured_at: last?.at ?? 0,
      kinds: last?.kinds ?? [],
      disk: { bytes: blocks * bsize, free: bavail * bsize },
    }
  })
  api.on(contract.measureStorage, async ({ app, actor }) => {
    await beginTask(app, actor.id, 'measure_storage', {})
    return null
  })
  api.on(contract.cleanStorage, async ({ app, actor, body: { kind } }) => {
    const expected = (await measuredLast(app))?.kinds.find((one) => one.kind === kind)?.cleanable?.files ?? 0
    await beginTask(app, actor.id, 'clean_storage', { kind, expected, ...actingNow(actor.id) }, (tx) =>
      recordAudit(tx, { actor_id: actor.id, ...entry('storage.clean_begun', { kind }) }),
    )
    return null
  })
  api.on(contract.makeSmallerPictures, async ({ app, actor }) => {
    await beginTask(app, actor.id, 'make_smaller', {}, (tx) =>
      recordAudit(tx, { actor_id: actor.id, ...entry('storage.smaller_begun', null) }),
    )
    return null
  })
  api.on(contract.uploadStorage, async ({ app }) => {
    const storage = await uploadStorage(app.db)
    const used: contract.UploadStore[] = []
    for (const place of contract.UPLOAD_STORES) if (await anyStored(app.db, place)) used.push(place)
    return { storage: { ...storage, s3_secret_key: '' }, used, plugins: app.plugins.named('upload_store') }
  })
  // Whoever names a storage can take everything away to it.
  api.on(contract.saveUploadStorage, async (call) => {
    const { storage_pass, ...given } = call.body
    if (await uploads.namesOther(call.app, given))
      await withFieldNames({ pass: 'storage_pass' }, () => makeSureAgain(call, storage_pass))
    return uploads.save(call.app, call.actor.id, given)
  })
  api.on(contract.testUploadStorage, ({ app }) => uploads.test(app))
  api.on(contract.largestUploads, ({ app, query }) => largestUploads(app, query.before))
  api.on(contract.moveUploads, ({ app, actor, body }) => uploads.beginMove(app, actor.id, body.to))
}
