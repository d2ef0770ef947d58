import { PASSWORD } from '@askwell/contract/limits.ts'
import type { S3_FIELDS } from '@askwell/contract/s3.ts'
import type { FieldOf } from '../../forms.tsx'
import { useText } from '../../i18n/text.tsx'
import { TextInput } from '../../ui/text-input.tsx'

interface Props {
  field: FieldOf
  now: Record<keyof typeof S3_FIELDS, string>
  passwordHelp: string
}

/** Which bucket, the keys to it, and the password that another one wants. */
export function S3Fields({ field, now, passwordHelp }: Props) {
  const t = useText('admin_operations')
  return (
    <>
      <TextInput
        {...field('s3_endpoint', now.s3_endpoint)}
        label={t('s3_endpoint')}
        help={t('s3_endpoint_help')}
        type="url"
      />
      <TextInput {...field('s3_region', now.s3_region)} label={t('s3_region')} help={t('s3_region_help')} />
      <TextInput {...field('s3_bucket', now.s3_bucket)} label={t('s3_bucket')} />
      <TextInput {...field('s3_prefix', now.s3_prefix)} label={t('s3_prefix')} help={t('s3_prefix_help')} />
      <TextInput {...field('s3_access_key', now.s3_access_key)} label={t('s3_access_key')} autoComplete="off" />
      <TextInput
        {...field('s3_secret_key')}
        label={t('s3_secret_key')}
        help={t('s3_secret_key_help')}
        type="password"
        autoComplete="new-password"
      />
      <TextInput
        {...field('storage_pass')}
        label={t('password')}
        help={passwordHelp}
        type="password"
        autoComplete="current-password"
        maxLength={PASSWORD.max}
      />
    </>
  )
}
