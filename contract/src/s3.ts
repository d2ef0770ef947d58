import { text } from './shapes.ts'

/** A bucket of an S3-compatible storage. */
export const S3_FIELDS = {
  s3_endpoint: text({ max: 300 }, 'optional-web-address'),
  s3_region: text({ max: 100 }),
  s3_bucket: text({ max: 100 }),
  /** Put before the names of files. */
  s3_prefix: text({ max: 200 }),
  s3_access_key: text({ max: 200 }),
  /** Never told; empty leaves it as it is. */
  s3_secret_key: text({ max: 200 }),
}
