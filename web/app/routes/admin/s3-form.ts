import { text } from '../../forms.tsx'

/** What the fields of a bucket (s3-fields.tsx) say. */
export const s3In = (form: FormData) => ({
  s3_endpoint: text(form, 's3_endpoint'),
  s3_region: text(form, 's3_region'),
  s3_bucket: text(form, 's3_bucket'),
  s3_prefix: text(form, 's3_prefix'),
  s3_access_key: text(form, 's3_access_key'),
  s3_secret_key: text(form, 's3_secret_key'),
})
