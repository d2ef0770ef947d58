import { useEffect, type FormEvent, type ReactNode } from 'react'
import { useFetcher } from 'react-router'
import { FormToken, type Outcome } from '../../forms.tsx'
import { useText } from '../../i18n/text.tsx'
import { showToast } from '../../ui/toast.tsx'
import type { Intent } from './intents.ts'

/**
 * Sends small forms of a page without leaving it: what was refused is said in a toast. Without scripts the same forms post to the page.
 * Forms that do one thing and are done in the meantime share it.
 */
export function useAct<T = unknown>(done?: (value: T) => void) {
  const t = useText('ui')
  const fetcher = useFetcher<Outcome<T>>()
  const { data } = fetcher
  useEffect(() => {
    if (!data) return
    if (data.ok) done?.(data.value)
    else if (!data.told)
      showToast(data.errors[Object.keys(data.errors)[0] ?? ''] ?? (data.message || t('unreachable')), 'danger')
    // A new `done` is no new outcome.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [data])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    void fetcher.submit(event.currentTarget, { method: 'post' })
  }
  return { submit, sent: fetcher.formData, busy: fetcher.state !== 'idle' }
}

interface Props {
  intent: Intent
  fields: Record<string, string>
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  className?: string
  children: ReactNode
}

/** A form of one button, mostly. */
export const ActForm = ({ intent, fields, onSubmit, className, children }: Props) => (
  <form method="post" className={className} onSubmit={onSubmit}>
    <FormToken />
    <input type="hidden" name="intent" value={intent} />
    {Object.entries(fields).map(([name, value]) => (
      <input key={name} type="hidden" name={name} value={value} />
    ))}
    {children}
  </form>
)
