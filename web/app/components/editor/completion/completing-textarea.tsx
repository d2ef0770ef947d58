import { useRef, type TextareaHTMLAttributes } from 'react'
import '../../../ui/text-input.css'
import { textareaSurface } from '../editor-surface.ts'
import { CompletionList } from './completion-list.tsx'
import { type FindUsers, sourcesFor } from './sources.ts'
import { useCompletion } from './use-completion.ts'

interface Props extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  findMembers?: FindUsers
}

/** A text field in which `@` and a few letters bring up members to choose from, and other signs questions, tags and emoji. */
export function CompletingTextarea({ findMembers, onInput, onKeyDown, onBlur, ...rest }: Props) {
  const field = useRef<HTMLTextAreaElement>(null)
  const surface = () => textareaSurface(field.current!)
  const completion = useCompletion(sourcesFor(findMembers), (change) => surface().apply(change))
  return (
    <div className="completion-box">
      <textarea
        dir="auto"
        className="input"
        {...rest}
        {...completion.aria}
        ref={field}
        onInput={(event) => {
          completion.look(surface().read())
          onInput?.(event)
        }}
        onBlur={(event) => {
          completion.close()
          onBlur?.(event)
        }}
        onKeyDown={(event) => {
          if (!completion.onKey(event.key)) return onKeyDown?.(event)
          event.preventDefault()
          event.stopPropagation()
        }}
      />
      <CompletionList completion={completion.shown} surface={surface} />
    </div>
  )
}
