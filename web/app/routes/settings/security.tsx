import { useSearchParams } from 'react-router'
import { useText } from '../../i18n/text.tsx'
import { AppStep } from './app-step.tsx'
import { FactorsPanel } from './factors-panel.tsx'
import { LoginsPanel } from './logins-panel.tsx'
import { PasskeyStep } from './passkey-step.tsx'
import { ProofStep } from './proof-step.tsx'
import type { loadSecurity } from './security-acts.ts'
import { SessionsPanel } from './sessions-panel.tsx'
import { TokensPanel, TokenStep } from './tokens.tsx'
import './security.css'

export const STEPS = ['app', 'remove-app', 'passkey', 'remove-passkey', 'codes', 'token'] as const
export type SecurityStep = (typeof STEPS)[number]

/** Which of the things to do stands alone on the tab. */
export const useSecurityStep = () => {
  const [params] = useSearchParams()
  return STEPS.find((name) => name === params.get('do'))
}

interface Props {
  security: Awaited<ReturnType<typeof loadSecurity>>
}

export function SecurityStepPage({
  step,
  security: {
    factors: { have_password },
  },
}: Props & { step: SecurityStep }) {
  const t = useText('security')
  const [params] = useSearchParams()
  switch (step) {
    case 'app':
      return <AppStep password={have_password} />
    case 'passkey':
      return <PasskeyStep password={have_password} />
    case 'token':
      return <TokenStep password={have_password} />
    case 'remove-app':
      return (
        <ProofStep
          intent="app-remove"
          title={t('app_remove_title')}
          lead={t('app_remove_lead')}
          button={t('app_remove')}
          password={have_password}
        />
      )
    case 'remove-passkey':
      return (
        <ProofStep
          intent="passkey-remove"
          title={t('passkey_remove_title')}
          lead={t('passkey_remove_lead')}
          button={t('passkey_remove')}
          password={have_password}
          id={params.get('id') ?? ''}
        />
      )
    case 'codes':
      return (
        <ProofStep
          intent="codes-renew"
          title={t('codes_new_title')}
          lead={t('codes_new_lead')}
          button={t('codes_new')}
          password={have_password}
        />
      )
  }
}

/** Accounts elsewhere, second factors, where one is logged in, and tokens for programs. */
export const SecurityPanels = ({ security: { factors, sessions, tokens, logins } }: Props) => (
  <>
    <LoginsPanel logins={logins} />
    <FactorsPanel factors={factors} />
    <SessionsPanel sessions={sessions} hasTokens={tokens.length > 0} />
    <TokensPanel tokens={tokens} />
  </>
)
