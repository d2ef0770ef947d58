import { uploadFile } from '@askwell/contract/files.ts'
import type { Api } from '../../../http/api/perform.ts'
import { storeFile } from './service.ts'

export const routes = (api: Api) => {
  api.on(uploadFile, ({ app, actor, body, file }) => storeFile(app, actor, body.source, file))
}
