import { TITLE } from '@askwell/contract/limits.ts'
import { similarQuestions } from '@askwell/contract/questions.ts'
import { useText } from '../../i18n/text.tsx'
import { paths } from '../../paths.ts'
import { call } from '../../session.ts'
import { CompletedInput } from '../../ui/completed-input.tsx'
import type { FieldFrame } from '../../ui/field.tsx'

const isAddress = (typed: string) => /^(https?:|\/)/.test(typed)

interface Props extends FieldFrame {
  placeholder?: string
  maxLength?: number
  defaultValue?: string
}

/** The question that another is a duplicate of: its address, or words of its title to find it by. */
export function DuplicateField(props: Props) {
  const t = useText('post')
  return (
    <CompletedInput
      {...props}
      listLabel={t('duplicate_found')}
      find={async (typed) =>
        isAddress(typed) ? [] : call(similarQuestions, { query: { title: typed.slice(0, TITLE.max) } })
      }
      valueOf={(question) => paths.question(question)}
    >
      {({ title }) => <span dir="auto">{title}</span>}
    </CompletedInput>
  )
}
