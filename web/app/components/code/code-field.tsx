import { type ComponentType, useRef, useState } from 'react'
import { Field, type FieldFrame } from '../../ui/field.tsx'
import type { CodeFieldSurface } from './code-field-surface.tsx'
import '../../ui/text-input.css'
import './code-field.css'

type Surface = ComponentType<Parameters<typeof CodeFieldSurface>[0]>

interface Props extends FieldFrame {
  language: 'css' | 'html'
  defaultValue?: string
  maxLength?: number
  rows?: number
}

/** A field for code: a textarea, which becomes an editor with colours once somebody turns to it. On touch screens it stays: phones know it best. */
export function CodeField({ language, defaultValue = '', maxLength, rows = 6, ...frame }: Props) {
  const [text, setText] = useState(defaultValue)
  const [surface, setSurface] = useState<Surface | null>(null)
  const asked = useRef(false)
  const load = () => {
    if (asked.current || matchMedia('(pointer: coarse)').matches) return
    asked.current = true
    import('./code-field-surface.tsx').then(
      ({ CodeFieldSurface: loaded }) => setSurface(() => loaded),
      () => {
        asked.current = false
      },
    )
  }
  const Code = surface
  return (
    <Field {...frame}>
      {({ id, name, ...aria }) => (
        <>
          <textarea
            {...aria}
            id={Code ? undefined : id}
            name={name}
            className="input code-field"
            dir="ltr"
            rows={rows}
            maxLength={maxLength}
            spellCheck={false}
            autoCapitalize="off"
            value={text}
            hidden={Code !== null}
            onFocus={load}
            onChange={(event) => setText(event.target.value)}
          />
          {Code && (
            <Code
              text={text}
              language={language}
              onChange={setText}
              attributes={{
                id,
                'aria-labelledby': `${id}-label`,
                ...(aria['aria-describedby'] && { 'aria-describedby': aria['aria-describedby'] }),
                ...(aria['aria-invalid'] && { 'aria-invalid': 'true' }),
              }}
            />
          )}
        </>
      )}
    </Field>
  )
}
