import { DUPLICATE, needsRemark } from '@askwell/contract/flag-reasons.ts'
import { FLAG_MAX } from '@askwell/contract/limits.ts'
import type { Reason } from '@askwell/contract/site.ts'
import { useMemo, useState } from 'react'
import type { Refusal } from '../../forms.tsx'
import { useText } from '../../i18n/text.tsx'
import { ChoiceGroup, Radio } from '../../ui/checkbox.tsx'
import { fieldId } from '../../ui/field.tsx'
import { FormErrors } from '../../ui/form-errors.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { DuplicateField } from './duplicate-field.tsx'
import { consequenceKey, isDangerous, type StateAct, type StatefulPost } from './state-acts.ts'
import './state-form.css'

export const lookOf = (act: StateAct) => (isDangerous(act) ? 'danger-fill' : 'primary')

/** Each reason has a field of its own for the remark that the call has one for. */
export const remarkOf = (reason: string | number) => `close_msg_${reason}`

/** As `FormErrors` wants them: by the names that the fields have here. */
const errorsOf = (
  { errors: { close_msg, close_type, ...others }, values, message }: Refusal,
  unreachable: string,
): Record<string, string> => {
  const all = {
    ...others,
    ...(close_msg && { [remarkOf(values.close_type ?? '')]: close_msg }),
    ...(close_type && { close_type }),
  }
  return Object.keys(all).length ? all : { '': message || unreachable }
}

interface Props {
  act: StateAct
  post: StatefulPost
  /** For closing. */
  reasons: Reason[]
  refusal: Refusal | undefined
}

/** Says what is going to happen, and has the fields it needs; the page or the dialog adds the buttons. */
export function StateFields({ act, post, reasons, refusal }: Props) {
  const t = useText('states')
  const ui = useText('ui')
  const unreachable = ui('unreachable')
  // The same as long as it is about the same refusal: the form's errors take the focus when they come.
  const errors = useMemo(
    () => (refusal && !refusal.told ? errorsOf(refusal, unreachable) : undefined),
    [refusal, unreachable],
  )
  return (
    <>
      <FormErrors
        errors={errors}
        idOf={(name) => (name === 'close_type' ? `${fieldId(name)}-${reasons[0]?.reason_type}` : fieldId(name))}
        labels={{
          close_type: t('reason'),
          ...Object.fromEntries(
            reasons.map(({ reason_type, placeholder }) => [
              remarkOf(reason_type),
              reason_type === DUPLICATE ? placeholder : t('remark'),
            ]),
          ),
        }}
      />
      <p className="state-text">{t(consequenceKey(act, post))}</p>
      {act === 'approve' && post.revision_id && <input type="hidden" name="seen" value={post.revision_id} />}
      {act === 'close' && <CloseReason reasons={reasons} refusal={refusal} />}
    </>
  )
}

/** Without scripts every reason's field is there, and one is used. */
function CloseReason({ reasons, refusal }: Pick<Props, 'reasons' | 'refusal'>) {
  const t = useText('states')
  const [chosen, choose] = useState(refusal?.values.close_type ?? '')
  return (
    <ChoiceGroup label={t('reason')}>
      {reasons.map(({ reason_type, name, description, placeholder }) => {
        const value = String(reason_type)
        const remark = {
          name: remarkOf(value),
          label: placeholder || t('remark'),
          hideLabel: true,
          placeholder,
          maxLength: FLAG_MAX,
          error: chosen === value ? refusal?.errors.close_msg : undefined,
          defaultValue: refusal?.values[remarkOf(value)],
        }
        return (
          <div className="state-reason" key={value}>
            <Radio
              name="close_type"
              value={value}
              label={name}
              help={needsRemark(reason_type) && reason_type !== DUPLICATE ? t('other_help') : description}
              required
              defaultChecked={chosen === value}
              onChange={() => choose(value)}
            />
            {needsRemark(reason_type) &&
              (reason_type === DUPLICATE ? <DuplicateField {...remark} /> : <Textarea {...remark} rows={3} />)}
          </div>
        )
      })}
    </ChoiceGroup>
  )
}
