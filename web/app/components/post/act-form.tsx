import { useEffect, type ComponentProps, type FormEvent } from 'react'
import { useFetcher } from 'react-router'
import { FormToken, type Outcome } from '../../forms.tsx'
import { useText } from '../../i18n/text.tsx'
import { showToast } from '../../ui/toast.tsx'
import type { Intent } from './intents.ts'

/** Says what was refused, and to a form that can do something about it also for which reason. */
type Tell = (text: string, refusal: { reason: string; values: Record<string, string> }) => void
const sayInToast: Tell = (text) => showToast(text, 'danger')

/**
 * Sends small forms of a page without leaving it: what was refused is said in a toast, or by `tell`. Without scripts the same forms post to the page.
 * Forms that do one thing and are done in the meantime share it.
 */
export function useAct<T = unknown>(done?: (value: T) => void, tell: Tell = sayInToast) {
  const t = useText('ui')
  const fetcher = useFetcher<Outcome<T>>()
  const { data } = fetcher
  useEffect(() => {
    if (!data) return
    if (data.ok) done?.(data.value)
    else if (!data.told)
      tell(
        data.errors[Object.keys(data.errors)[0] ?? ''] ??
          (data.message || t(tell === sayInToast ? 'act_unreachable' : 'unreachable')),
        data,
      )
    // Other functions are no new outcome.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [data])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    void fetcher.submit(event.currentTarget, { method: 'post' })
  }
  return { submit, sent: fetcher.formData, busy: fetcher.state !== 'idle' }
}

interface Props extends ComponentProps<'form'> {
  intent: Intent
  fields: Record<string, string>
}

/** A form of one button, mostly. */
export const ActForm = ({ intent, fields, children, ...form }: Props) => (
  <form method="post" noValidate {...form}>
    <FormToken />
    <input type="hidden" name="intent" value={intent} />
    {Object.entries(fields).map(([name, value]) => (
      <input key={name} type="hidden" name={name} value={value} />
    ))}
    {children}
  </form>
)
