import { credentials, signInBy } from './service.ts'

export default signInBy((config) => ({
  authorize_url: 'https://github.com/login/oauth/authorize',
  token_url: 'https://github.com/login/oauth/access_token',
  user_url: 'https://api.github.com/user',
  emails_url: 'https://api.github.com/user/emails',
  scope: 'read:user user:email',
  ...credentials(config),
  fields: { external_id: 'id', username: 'login', display_name: 'name', e_mail: '', e_mail_verified: '' },
}))
