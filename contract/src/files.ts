import { Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { oneOf } from './shapes.ts'

/** A form with `source` and `file`; the reply is the file's address. Branding is for admins. */
export const uploadFile = endpoint({
  method: 'POST',
  path: '/file',
  summary: 'Upload a picture or an attachment',
  access: 'activated',
  visibility: 'own',
  rate: 'upload',
  multipart: true,
  body: Type.Object({ source: oneOf(['post', 'post_attachment', 'avatar', 'branding']) }),
  reply: Type.String(),
})
