import { type ComponentProps, Suspense } from 'react'
import { lazyPart } from '../../chunks.ts'
import '../../ui/field.css' // rendered before its scripts are fetched
import './captcha.css'

const Fetched = lazyPart(
  () => import('./captcha-fieldset.tsx'),
  (part) => part.CaptchaFieldset,
)

/** The fields of a captcha, in a form that was refused because it needs one. Only the server renders it: with scripts a dialog asks, so they are fetched where it was rendered. */
export const CaptchaFields = (props: ComponentProps<typeof Fetched>) => (
  <Suspense>
    <Fetched {...props} />
  </Suspense>
)
