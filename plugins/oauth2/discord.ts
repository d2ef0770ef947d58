import { credentials, signInBy } from './service.ts'

export default signInBy((config) => ({
  authorize_url: 'https://discord.com/oauth2/authorize',
  token_url: 'https://discord.com/api/oauth2/token',
  user_url: 'https://discord.com/api/users/@me',
  emails_url: '',
  scope: 'identify email',
  ...credentials(config),
  fields: {
    external_id: 'id',
    username: 'username',
    display_name: 'global_name',
    e_mail: 'email',
    e_mail_verified: 'verified',
  },
}))
