import { BADGE_FIELDS, type BadgeCondition, type BadgeField } from '@askwell/contract/badge-rules.ts'
import type { AdminBadge } from '@askwell/contract/badges.ts'
import { text } from '../../forms.tsx'

/** This many conditions have a place in the form. */
export const CONDITION_ROWS = 4

const isField = (name: string): name is BadgeField => Object.hasOwn(BADGE_FIELDS, name)

const conditionsIn = (form: FormData): BadgeCondition[] =>
  Array.from({ length: CONDITION_ROWS }, (_, row) => row).flatMap((row) => {
    const field = text(form, `field_${row}`)
    if (!isField(field)) return []
    const value = text(form, `value_${row}`).trim()
    if (BADGE_FIELDS[field] === 'yes') return [{ field, value: 1 }]
    // What is no number goes as it is: the site says which condition it was.
    return [
      { field, value: BADGE_FIELDS[field] !== 'is' && /^[1-9]\d*$/.test(value) ? Number(value) : value.toLowerCase() },
    ]
  })

/** What the form of the builder says. */
export const draftIn = (form: FormData) => ({
  icon: text(form, 'icon'),
  level: Number(text(form, 'level')) as AdminBadge['level'],
  group_id: Number(text(form, 'group_id')) as AdminBadge['group_id'],
  is_single: text(form, 'often') !== 'each',
  rule: {
    activity: text(form, 'activity') as AdminBadge['rule']['activity'],
    conditions: conditionsIn(form),
    count: text(form, 'often') === 'each' ? 1 : Number(text(form, 'count') || 1),
  },
  words: Object.fromEntries(
    [...form.keys()]
      .filter((name) => name.startsWith('name_'))
      .map((name) => name.slice('name_'.length))
      .map((language) => [
        language,
        { name: text(form, `name_${language}`), description: text(form, `description_${language}`) },
      ]),
  ),
})
