import { type FormEvent, useEffect, useRef } from 'react'
import { Form, useNavigation, useSubmit } from 'react-router'
import { Icon } from '../../ui/icon.tsx'
import '../layout/search-box.css'
import '../../ui/text-input.css'
import './name-filter.css'

const PAUSE = 250

interface Props {
  name: string
  value: string
  label: string
  /** What else the address keeps; empty ones are left out. */
  others: Record<string, string>
}

/** Filters a list by name while one types; without scripts on Enter. */
export function NameFilter({ name, value, label, others }: Props) {
  const submit = useSubmit()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // If the visitor goes elsewhere meanwhile, perhaps by Enter, they aren't called back.
  const { location: ahead } = useNavigation()
  useEffect(() => {
    if (ahead) clearTimeout(timer.current)
  }, [ahead])
  useEffect(() => () => clearTimeout(timer.current), [])
  const typed = (event: FormEvent<HTMLFormElement>) => {
    const form = event.currentTarget
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void submit(form, { replace: true, preventScrollReset: true }), PAUSE)
  }
  return (
    <Form className="name-filter" role="search" aria-label={label} onInput={typed}>
      <span className="search-box">
        <Icon name="search" />
        <input
          className="input"
          type="search"
          name={name}
          dir="auto"
          defaultValue={value}
          aria-label={label}
          placeholder={label}
          autoComplete="off"
        />
      </span>
      {Object.entries(others).map(
        ([other, kept]) => kept && <input key={other} type="hidden" name={other} value={kept} />,
      )}
    </Form>
  )
}
