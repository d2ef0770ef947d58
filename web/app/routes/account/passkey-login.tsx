import { passkeyLogInOptions } from '@askwell/contract/second-factors.ts'
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import { useState } from 'react'
import { useSubmit } from 'react-router'
import { useRoot } from '../../root-data.ts'
import { call } from '../../session.ts'
import { useText } from '../../i18n/text.tsx'
import { Button } from '../../ui/button.tsx'
import { useHydrated } from '../../ui/hydrated.ts'
import { Notice } from '../../ui/notice.tsx'

export const PASSKEY = 'passkey'

/** The browser asks for the passkey; what it signs is sent as a form of the page. Only where there are scripts, and something to ask. */
export function PasskeyLogin({ look }: { look?: 'primary' }) {
  const t = useText('sign_in')
  const { form_token } = useRoot()
  const submit = useSubmit()
  const hydrated = useHydrated()
  const [state, setState] = useState<'' | 'asking' | 'failed'>('')
  const ask = async () => {
    setState('asking')
    try {
      const [{ challenge, options }, { startAuthentication }] = await Promise.all([
        call(passkeyLogInOptions),
        import('@simplewebauthn/browser'),
      ])
      const credential = await startAuthentication({
        optionsJSON: JSON.parse(options) as PublicKeyCredentialRequestOptionsJSON,
      })
      await submit(
        { intent: PASSKEY, form_token, challenge, credential: JSON.stringify(credential) },
        { method: 'post', replace: true },
      )
      setState('')
    } catch {
      setState('failed')
    }
  }
  if (!hydrated || typeof PublicKeyCredential !== 'function') return null
  return (
    <>
      {state === 'failed' && (
        <Notice kind="danger" role="alert">
          {t('passkey_failed')}
        </Notice>
      )}
      <Button block look={look} icon="keyRound" busy={state === 'asking'} onClick={() => void ask()}>
        {t('with_passkey')}
      </Button>
    </>
  )
}
