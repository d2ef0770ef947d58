import { useRef, type TextareaHTMLAttributes } from 'react'
import '../../ui/text-input.css'
import { textareaSurface } from './editor-surface.ts'
import { MentionList } from './mention-list.tsx'
import { type FindMembers, useMentions } from './use-mentions.ts'

interface Props extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  findMembers?: FindMembers
}

/** A text field in which `@` and a few letters bring up members to choose from. */
export function MentionTextarea({ findMembers, onInput, onKeyDown, onBlur, ...rest }: Props) {
  const field = useRef<HTMLTextAreaElement>(null)
  const surface = () => textareaSurface(field.current!)
  const mentions = useMentions(findMembers, (change) => surface().apply(change))
  return (
    <div className="mention-box">
      <textarea
        dir="auto"
        className="input"
        {...rest}
        {...mentions.aria}
        ref={field}
        onInput={(event) => {
          mentions.look(surface().read())
          onInput?.(event)
        }}
        onBlur={(event) => {
          mentions.close()
          onBlur?.(event)
        }}
        onKeyDown={(event) => {
          if (!mentions.onKey(event.key)) return onKeyDown?.(event)
          event.preventDefault()
          event.stopPropagation()
        }}
      />
      {mentions.shown && <MentionList mentions={mentions.shown} surface={surface} />}
    </div>
  )
}
