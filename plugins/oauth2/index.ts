import { textOf } from '@askwell/plugin-kit'
import { credentials, signInBy } from './service.ts'

export default signInBy((config) => ({
  authorize_url: textOf(config, 'authorize_url'),
  token_url: textOf(config, 'token_url'),
  user_url: textOf(config, 'user_url'),
  emails_url: textOf(config, 'emails_url'),
  scope: textOf(config, 'scope'),
  ...credentials(config),
  fields: {
    external_id: textOf(config, 'path_external_id'),
    username: textOf(config, 'path_username'),
    display_name: textOf(config, 'path_display_name'),
    e_mail: textOf(config, 'path_e_mail'),
    e_mail_verified: textOf(config, 'path_e_mail_verified'),
  },
}))
