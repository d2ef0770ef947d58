import { plugin, textOf } from '@askwell/plugin-kit'

const VERIFY = 'https://api.hcaptcha.com/siteverify'

export default plugin({
  captcha: {
    challenge({ scripts, alternative }, { config }) {
      // Without scripts nothing of the service is shown: the site asks in its own way.
      if (!scripts || alternative) return []
      return [{ site_key: textOf(config, 'site_key'), secret: 'at the service' }]
    },
    async verify({ typed: response }, { config, fetch }) {
      if (!response) return false
      const answer = await fetch(VERIFY, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({
          secret: textOf(config, 'secret_key'),
          response,
          sitekey: textOf(config, 'site_key'),
        }).toString(),
      })
      const said = (await answer.json()) as { success?: boolean; 'error-codes'?: string[] }
      const codes = said['error-codes'] ?? []
      // Of the keys, not of the person: the admin has to learn of it.
      if (codes.some((code) => /secret|sitekey/.test(code))) throw new Error(`hcaptcha says ${codes.join(', ')}`)
      return said.success === true
    },
  },
})
