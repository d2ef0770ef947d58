import { type ComponentProps, Suspense } from 'react'
import { lazyPart } from '../../chunks.ts'
import '../../ui/field.css' // drawn before its scripts are fetched
import './captcha.css'

const Fetched = lazyPart(
  () => import('./captcha-fieldset.tsx'),
  (part) => part.CaptchaFieldset,
)

/** What a captcha asks, in a form that came back for want of it. Only the server draws it: with scripts a dialog asks, so they are fetched where it was drawn. */
export const CaptchaFields = (props: ComponentProps<typeof Fetched>) => (
  <Suspense>
    <Fetched {...props} />
  </Suspense>
)
