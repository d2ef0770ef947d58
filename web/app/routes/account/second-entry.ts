import { finishLogIn, logInWithPasskey } from '@askwell/contract/second-factors.ts'
import { type Submission, text } from '../../forms.tsx'
import { PASSKEY } from './passkey-login.tsx'
import { SECOND_STEP } from './second-step.tsx'

/** What follows after the first way in; nothing where the form is none of these. */
export const secondEntry = ({ call, form }: Submission) => {
  switch (text(form, 'intent')) {
    case SECOND_STEP:
      return call(finishLogIn, { body: { challenge: text(form, 'challenge'), code: text(form, 'code') } })
    case PASSKEY:
      return call(logInWithPasskey, {
        body: { challenge: text(form, 'challenge'), credential: text(form, 'credential') },
      })
    default:
      return undefined
  }
}
