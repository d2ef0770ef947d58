import { DUPLICATE, needsRemark } from '@askwell/contract/flag-reasons.ts'
import type { Reason } from '@askwell/contract/site.ts'
import { useText } from '../../i18n/text.tsx'
import { ChoiceGroup, Radio } from '../../ui/checkbox.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { DuplicateField } from './duplicate-field.tsx'
import './reason-fields.css'

/** The remark for the picked reason. */
export const remarkName = (reason: number | string) => `remark_${reason}`

interface Props {
  legend: string
  name: string
  reasons: Reason[]
  /** The picked reason and the typed remarks, if the form was refused. */
  values?: Record<string, string>
  errors?: { reason?: string; remark?: string }
  /** Tells forms of one page apart. */
  id: string
  /** What is said of "Something else", where that isn't for moderators alone. */
  otherHelp?: string
}

/** Reasons to pick one from; the remark that some need appears below it when it is picked, by CSS alone. */
export function ReasonFields({ legend, name, reasons, values = {}, errors = {}, id, otherHelp }: Props) {
  const t = useText('review')
  const picked = values[name]
  return (
    <ChoiceGroup label={legend}>
      {errors.reason && (
        <p className="field-error" role="alert">
          {errors.reason}
        </p>
      )}
      {reasons.map(({ reason_type, name: label, description, content_type, placeholder }) => {
        const value = String(reason_type)
        const Remark = content_type === 'text' ? DuplicateField : Textarea
        return (
          <div className="reason-choice" key={value}>
            <Radio
              id={`${id}-${value}`}
              name={name}
              value={value}
              label={label}
              help={needsRemark(reason_type) && reason_type !== DUPLICATE ? (otherHelp ?? description) : description}
              defaultChecked={picked === value}
              required
            />
            {content_type && (
              <div className="reason-remark">
                <Remark
                  id={`${id}-${remarkName(value)}`}
                  name={remarkName(value)}
                  label={t(content_type === 'text' ? 'remark_address' : 'remark')}
                  placeholder={placeholder}
                  maxLength={500}
                  defaultValue={values[remarkName(value)]}
                  error={picked === value ? errors.remark : undefined}
                />
              </div>
            )}
          </div>
        )
      })}
    </ChoiceGroup>
  )
}

/** Why a question is closed. */
export function ClosingReasonFields(props: Omit<Props, 'name' | 'otherHelp'>) {
  const states = useText('states')
  return <ReasonFields {...props} name="close_type" otherHelp={states('other_help')} />
}
