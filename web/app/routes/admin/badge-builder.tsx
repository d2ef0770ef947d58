import {
  ACTIVITY_NAMES,
  BADGE_ACTIVITIES,
  BADGE_FIELDS,
  type BadgeActivity,
  type BadgeField,
  USER_FIELDS,
} from '@askwell/contract/badge-rules.ts'
import { type AdminBadge, BADGE_GROUPS, BADGE_ICONS, BADGE_LEVELS } from '@askwell/contract/badges.ts'
import { BADGE_DESCRIPTION_MAX, BADGE_NAME, BADGE_RULE } from '@askwell/contract/limits.ts'
import { type ReactNode, useState } from 'react'
import { type FieldOf, PageForm } from '../../forms.tsx'
import { useRoot } from '../../root-data.ts'
import { BadgeEmblem } from '../../components/badges/badge-emblem.tsx'
import { LEVELS, type Level } from '../../components/badges/medal.tsx'
import { useText } from '../../i18n/text.tsx'
import { Button, ButtonRow, SubmitButton } from '../../ui/button.tsx'
import { Radio } from '../../ui/checkbox.tsx'
import { FieldError, FieldLayout } from '../../ui/field.tsx'
import { useHydrated } from '../../ui/hydrated.ts'
import { Select } from '../../ui/select.tsx'
import { SettingRow, Settings } from '../../ui/settings.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { CONDITION_ROWS } from './badge-draft.ts'

const isFixed = (activity: BadgeActivity) => 'fixed' in BADGE_ACTIVITIES[activity]

/** What a badge is and what it is awarded for. Its children stand over the buttons: what a preview has found. */
export function BadgeBuilder({ badge, children }: { badge: AdminBadge | undefined; children?: ReactNode }) {
  const t = useText('badge_admin')
  const [activity, setActivity] = useState<BadgeActivity>(badge?.rule.activity ?? 'answer')
  const [level, setLevel] = useState<Level>(badge?.level ?? 1)
  const own = !badge?.is_builtin
  return (
    <PageForm
      intent="save"
      encType="multipart/form-data"
      preventScrollReset
      labels={{
        name: t('name'),
        icon: t('icon'),
        file: t('icon'),
        activity: t('activity'),
        conditions: t('conditions'),
        count: t('often'),
      }}
    >
      {(field, { busy }) => (
        <Settings>
          {own && <Words badge={badge} field={field} />}
          {own ? (
            <Select
              {...field('activity', activity)}
              label={t('activity')}
              help={t('activity_help')}
              onChange={(event) => setActivity(event.target.value as BadgeActivity)}
              options={ACTIVITY_NAMES.filter((name) => !isFixed(name)).map((value) => ({
                value,
                label: t(`does_${value}`),
              }))}
            />
          ) : (
            <Row name={t('activity')}>
              <input type="hidden" name="activity" value={activity} />
              {t(`does_${activity}`)}
            </Row>
          )}
          <Conditions badge={badge} activity={activity} field={field} />
          <Often badge={badge} activity={activity} field={field} />
          <Select
            {...field('level', level)}
            label={t('level')}
            onChange={(event) => setLevel(Number(event.target.value) as Level)}
            options={BADGE_LEVELS.map((value) => ({ value: String(value), label: t(`level_${LEVELS[value]}`) }))}
          />
          <Select
            {...field('group_id', badge?.group_id ?? 2)}
            label={t('group')}
            options={BADGE_GROUPS.map((value) => ({ value: String(value), label: t(`group_${value}`) }))}
          />
          <Icons badge={badge} level={level} field={field} />
          <div className="builder-end">
            {children}
            <ButtonRow>
              <SubmitButton busy={busy}>{t('save')}</SubmitButton>
              {!isFixed(activity) && (
                <Button type="submit" name="preview" value="1">
                  {t('preview')}
                </Button>
              )}
            </ButtonRow>
          </div>
        </Settings>
      )}
    </PageForm>
  )
}

/** Fields that belong together: each under its own name. */
const Row = ({ children, ...rest }: Parameters<typeof SettingRow>[0]) => (
  <SettingRow {...rest}>
    <FieldLayout value="above">{children}</FieldLayout>
  </SettingRow>
)

interface Part {
  badge: AdminBadge | undefined
  field: FieldOf
}

/** The site's language first; a name in one of them is enough. */
function Words({ badge, field }: Part) {
  const t = useText('badge_admin')
  const { languages, language } = useRoot()
  const inOrder = languages.toSorted((a, b) => Number(b.value === language) - Number(a.value === language))
  return inOrder.map(({ value, label }, place) => (
    <Row key={value} name={label} help={place === 0 ? t('words_help') : undefined}>
      <TextInput
        {...field(`name_${value}`, badge?.words[value]?.name ?? '')}
        {...(place === 0 && { error: field('name').error })}
        label={t('name')}
        maxLength={BADGE_NAME.max}
      />
      <TextInput
        {...field(`description_${value}`, badge?.words[value]?.description ?? '')}
        label={t('description')}
        maxLength={BADGE_DESCRIPTION_MAX}
      />
    </Row>
  ))
}

/** With scripts only what goes with the activity can be chosen; without, the site says what doesn't. */
function Conditions({ badge, activity, field }: Part & { activity: BadgeActivity }) {
  const t = useText('badge_admin')
  const scripted = useHydrated()
  const fields = (
    scripted ? [...BADGE_ACTIVITIES[activity].fields, ...USER_FIELDS] : Object.keys(BADGE_FIELDS)
  ) as BadgeField[]
  const { error } = field('conditions')
  return (
    <Row name={t('conditions')} help={t('conditions_help')}>
      {Array.from({ length: CONDITION_ROWS }, (_, row) => (
        <Condition
          key={`${activity}${row}`}
          row={row}
          fields={fields}
          before={badge?.rule.activity === activity ? badge.rule.conditions[row] : undefined}
          field={field}
        />
      ))}
      {error && <FieldError id="conditions-error">{error}</FieldError>}
    </Row>
  )
}

function Condition({
  row,
  fields,
  before,
  field,
}: {
  row: number
  fields: BadgeField[]
  before: AdminBadge['rule']['conditions'][number] | undefined
  field: FieldOf
}) {
  const t = useText('badge_admin')
  const kept = field(`field_${row}`, before?.field ?? '')
  const [chosen, setChosen] = useState(kept.defaultValue ?? '')
  const isYes = chosen !== '' && BADGE_FIELDS[chosen as BadgeField] === 'yes'
  return (
    <div className="condition-row">
      <Select
        {...kept}
        label={t('condition', { count: row + 1 })}
        hideLabel
        onChange={(event) => setChosen(event.target.value)}
        options={[
          { value: '', label: t('no_condition') },
          ...fields.map((value) => ({ value, label: t(`field_${value}`) })),
        ]}
      />
      <TextInput
        {...field(`value_${row}`, before && BADGE_FIELDS[before.field] !== 'yes' ? before.value : '')}
        label={t('value', { count: row + 1 })}
        hideLabel
        hidden={isYes}
      />
    </div>
  )
}

function Often({ badge, activity, field }: Part & { activity: BadgeActivity }) {
  const t = useText('badge_admin')
  const scripted = useHydrated()
  const often = field('often', badge && !badge.is_single ? 'each' : 'once')
  const mayEach = !scripted || BADGE_ACTIVITIES[activity].each
  return (
    <Row name={t('often')} help={t('often_help')}>
      <Radio
        name="often"
        value="once"
        label={t('often_once')}
        defaultChecked={often.defaultValue !== 'each' || !mayEach}
        key={`once ${mayEach}`}
      />
      {mayEach && (
        <Radio name="often" value="each" label={t('often_each')} defaultChecked={often.defaultValue === 'each'} />
      )}
      <TextInput
        {...field('count', badge?.rule.count ?? 1)}
        label={t('count_needed')}
        type="number"
        min={1}
        max={BADGE_RULE.count}
      />
    </Row>
  )
}

function Icons({ badge, level, field }: Part & { level: Level }) {
  const t = useText('badge_admin')
  const now = field('icon', badge?.icon ?? BADGE_ICONS[0])
  const own = now.defaultValue !== undefined && !(BADGE_ICONS as readonly string[]).includes(now.defaultValue)
  const choices = [...(own ? [now.defaultValue!] : []), ...BADGE_ICONS]
  return (
    <Row name={t('icon')} help={t('icon_help')}>
      <div className="icon-choices">
        {choices.map((icon) => (
          <label className="icon-choice" key={icon} title={icon}>
            <input type="radio" name="icon" value={icon} defaultChecked={icon === now.defaultValue} />
            <BadgeEmblem icon={icon} level={level} />
            <span className="visually-hidden">
              {t('icon_named', { name: icon.replaceAll(/-(fill|\d\w*)(?=-|$)/g, '').replaceAll('-', ' ') })}
            </span>
          </label>
        ))}
      </div>
      {now.error && <FieldError id="icon-error">{now.error}</FieldError>}
      <TextInput
        name="image"
        error={field('file').error}
        label={t('image')}
        type="file"
        accept="image/png,image/jpeg,image/webp,image/gif"
      />
    </Row>
  )
}
