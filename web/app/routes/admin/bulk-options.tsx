import type { Role } from '@askwell/contract/administration.ts'
import type { BulkAct, BulkKind } from '@askwell/contract/bulk.ts'
import { BULK_QUERY_MAX, SUSPENSION_NOTE_MAX, SUSPENSIONS } from '@askwell/contract/limits.ts'
import type { Reason } from '@askwell/contract/site.ts'
import { useSearchParams } from 'react-router'
import { ClosingReasonFields } from '../../components/moderation/reason-fields.tsx'
import { useText } from '../../i18n/text.tsx'
import { Checkbox, ChoiceGroup, Radio } from '../../ui/checkbox.tsx'
import { Select } from '../../ui/select.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { Textarea } from '../../ui/textarea.tsx'

interface Props {
  kind: BulkKind
  act: BulkAct
  reasons: Reason[]
  roles: Role[]
  errors: Record<string, string>
}

/** What an act has to know; what was chosen before is in the address. */
export function BulkOptionFields({ kind, act, reasons, roles, errors }: Props) {
  const t = useText('bulk')
  const ta = useText('admin')
  const [search] = useSearchParams()
  const field = (name: string, error = name) => ({
    name,
    error: errors[error],
    defaultValue: search.get(name) ?? undefined,
  })
  if (act === 'close')
    return (
      <ClosingReasonFields
        id="bulk"
        legend={t('close_reason')}
        reasons={reasons}
        values={Object.fromEntries(search)}
        errors={{ reason: errors.close_type, remark: errors.close_msg }}
      />
    )
  if (act === 'retag')
    return (
      <>
        <TextInput {...field('add_tags')} label={t('add_tags')} help={t('tags_help')} />
        <TextInput {...field('remove_tags')} label={t('remove_tags')} help={t('tags_help')} />
      </>
    )
  if (act === 'author')
    return (
      <TextInput
        {...field('new_author', 'author')}
        label={t('new_author')}
        help={t('new_author_help')}
        maxLength={BULK_QUERY_MAX}
        required
      />
    )
  if (act === 'role')
    return (
      <ChoiceGroup label={ta('role')}>
        {roles.map(({ id, name, description }) => (
          <Radio
            key={id}
            name="role_id"
            value={String(id)}
            label={name}
            help={description}
            defaultChecked={(search.get('role_id') ?? '1') === String(id)}
          />
        ))}
      </ChoiceGroup>
    )
  if (act === 'suspend')
    return (
      <>
        <Select
          {...field('suspend_duration')}
          label={ta('suspend_duration')}
          options={SUSPENSIONS.map((value) => ({ value, label: ta(`for_${value}`) }))}
        />
        <Textarea
          {...field('note')}
          label={ta('suspension_note')}
          help={ta('suspension_note_help')}
          rows={3}
          maxLength={SUSPENSION_NOTE_MAX}
        />
      </>
    )
  if (act === 'sweep') return <SweepFields errors={errors} />
  return act === 'delete' && kind === 'user' ? <ContentFields choices={['stay', 'own', 'all']} /> : null
}

/** What becomes of what a member wrote. */
function ContentFields({ choices }: { choices: ('stay' | 'own' | 'all')[] }) {
  const t = useText('bulk')
  const [search] = useSearchParams()
  return (
    <ChoiceGroup label={t('content')}>
      {choices.map((choice) => (
        <Radio
          key={choice}
          name="content"
          value={choice}
          label={t(`content_${choice}`)}
          help={t(`content_${choice}_help`)}
          defaultChecked={(search.get('content') ?? 'own') === choice}
        />
      ))}
    </ChoiceGroup>
  )
}

function SweepFields({ errors }: { errors: Record<string, string> }) {
  const t = useText('bulk')
  const [search] = useSearchParams()
  const chosen = search.getAll('what')
  return (
    <>
      <ChoiceGroup label={t('what')}>
        {errors.what && (
          <p className="field-error" role="alert">
            {errors.what}
          </p>
        )}
        {(['posts', 'comments', 'votes'] as const).map((what) => (
          <Checkbox
            key={what}
            id={`what-${what}`}
            name="what"
            value={what}
            label={t(`what_${what}`)}
            defaultChecked={search.has('preview') ? chosen.includes(what) : true}
          />
        ))}
      </ChoiceGroup>
      <div className="bulk-filter-grid">
        <TextInput
          name="since_day"
          label={t('since')}
          type="date"
          defaultValue={search.get('since_day') ?? ''}
          error={errors.since}
        />
        <TextInput
          name="until_day"
          label={t('until')}
          type="date"
          defaultValue={search.get('until_day') ?? ''}
          error={errors.until}
        />
      </div>
      <ContentFields choices={['own', 'all']} />
    </>
  )
}
