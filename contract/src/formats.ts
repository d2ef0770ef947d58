import { Format } from 'typebox/format'
import { NEW_EMAIL_MAX } from './limits.ts'
import type { FieldReason } from './reasons.ts'
import { TAG_SLUG } from './tag-slug.ts'
import { isVisible } from './visible.ts'

const webAddress = (value: string) => /^https?:\/\/\S+$/i.test(value) && URL.canParse(value)
/** All addresses of the site begin with it, so it has no query and no fragment. */
const siteAddress = (value: string) =>
  /^https?:\/\/[^\s/?#@\\<>"'`]+(\/[^\s?#\\<>"'`]*)?$/i.test(value) && URL.canParse(value)
const email = (value: string) => Format.Test('email', value)
/** RFC 5321 allows 64 characters before the @ and 254 in all. Existing addresses may be longer. */
export const isMailable = (value: string) =>
  email(value) && value.length <= NEW_EMAIL_MAX && value.lastIndexOf('@') <= 64

/** What a text must look like, apart from its length, and the reason where it doesn't. */
const FORMATS = {
  email: { test: email, reason: 'field.bad_email' },
  'new-email': { test: isMailable, reason: 'field.bad_email' },
  'optional-email': { test: (value) => value === '' || email(value), reason: 'field.bad_email' },
  // Mail programs distrust a sender whose name is an address.
  'not-an-email': { test: (value) => !email(value.trim()), reason: 'field.is_email' },
  'site-address': { test: (value) => siteAddress(value.trim()), reason: 'field.bad_url' },
  'optional-web-address': { test: (value) => value === '' || webAddress(value), reason: 'field.bad_url' },
  'not-blank': { test: isVisible, reason: 'field.blank' },
  // No spaces: a second-factor code may follow one. There is no rule of strength.
  password: { test: (value) => !/\s/.test(value), reason: 'field.has_spaces' },
  // Letters and digits of any script.
  'display-name': {
    test: (value) => /^[\p{L}\p{M}\p{N} ._-]*$/u.test(value) && /[\p{L}\p{N}]/u.test(value),
    reason: 'field.bad_name',
  },
  username: { test: (value) => /^[a-z0-9._-]*$/.test(value), reason: 'field.bad_username' },
  'tag-slug': { test: (value) => TAG_SLUG.test(value), reason: 'field.bad_slug' },
} satisfies Record<string, { test: (value: string) => boolean; reason: FieldReason }>

for (const [name, { test }] of Object.entries(FORMATS)) if (name !== 'email') Format.Set(name, test)

export type TextFormat = keyof typeof FORMATS
export const TEXT_FORMATS = Object.keys(FORMATS) as TextFormat[]

export const reasonOfFormat = (name: string): FieldReason => FORMATS[name as TextFormat]?.reason ?? 'field.bad_type'
