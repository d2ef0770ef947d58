import { objectId, parseObjectId } from '@askwell/contract/ids.ts'
import type { Reason } from '@askwell/contract/site.ts'
import { useDraft } from '../../drafts.ts'
import type { Refusal } from '../../forms.tsx'
import { remarkName } from './reason-fields.tsx'

/** The name of the draft of what one says about this post. */
export const flagDraft = (id: string) => {
  const { type = 'question', number = 0 } = parseObjectId(id) ?? {}
  return `flag:${objectId(type, number)}`
}

/** Remarks on a flag are drafts like other texts; a reason alone is quickly chosen again. */
export function useFlagDraft(id: string, reasons: Reason[], refusal: Refusal | undefined) {
  const remarks = reasons.filter(({ content_type }) => content_type).map(({ reason_type }) => reason_type)
  const { form, keep, version, begin, draft } = useDraft(flagDraft(id), remarks.map(remarkName))
  const field = begin((name) => ({ name, error: undefined, defaultValue: refusal?.values[name] }))
  const kept = Object.fromEntries(
    remarks.flatMap((reason): [string, string][] => {
      const { defaultValue } = field(remarkName(reason))
      return defaultValue ? [[remarkName(reason), defaultValue]] : []
    }),
  )
  const about = remarks.find((reason) => kept[remarkName(reason)])
  const values = {
    ...(about !== undefined && { report_type: String(about) }),
    ...refusal?.values,
    ...kept,
  }
  return { form, keep, version, values, draft }
}
