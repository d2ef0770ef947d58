import { deleteNote, writeNote } from '@askwell/contract/bulk.ts'
import { userNumber } from '@askwell/contract/ids.ts'
import type { Api } from '../../../http/api/perform.ts'
import { ensureMay } from '../../../lib/staff-rights.ts'
import * as service from './service.ts'

export const routes = (api: Api) => {
  api.on(writeNote, ({ app, actor, body }) => {
    ensureMay(actor, 'member.note')
    return service.writeNote(app, actor, userNumber(body.user_id), body.text)
  })
  api.on(deleteNote, ({ app, actor, body }) => {
    ensureMay(actor, 'member.note')
    return service.deleteNote(app, actor, userNumber(body.note_id))
  })
}
