import { saveWriteSettings, writeSettings } from '@askwell/contract/site-settings.ts'
import { type FieldOf, inBrowserSubmit, isOn, onServerSubmit, type Submission, text } from '../../forms.tsx'
import { inBrowser, onServer, type RouteContext } from '../../session.ts'
import { findTags } from '../../components/editor/find-tags.ts'
import { useText } from '../../i18n/text.tsx'
import { Switch } from '../../ui/checkbox.tsx'
import { SettingRow } from '../../ui/settings.tsx'
import { TagInput, wordsOf } from '../../ui/tag-input.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { SettingsPage } from './settings-page.tsx'
import type { Route } from './+types/write.ts'

const load = ({ call }: RouteContext) => call(writeSettings)
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

const words = (form: FormData, name: string) => wordsOf(text(form, name))
const tags = (form: FormData, name: string) => words(form, name).map((slug_name) => ({ slug_name, display_name: '' })) // what it is called is the tag's own business

const send = ({ call, form }: Submission) =>
  call(saveWriteSettings, {
    body: {
      restrict_answer: isOn(form, 'restrict_answer'),
      required_tag: isOn(form, 'required_tag'),
      recommend_tags: tags(form, 'recommend_tags'),
      reserved_tags: tags(form, 'reserved_tags'),
      max_image_size: Number(text(form, 'max_image_size')),
      max_attachment_size: Number(text(form, 'max_attachment_size')),
      max_image_megapixel: Number(text(form, 'max_image_megapixel')),
      authorized_image_extensions: words(form, 'authorized_image_extensions'),
      authorized_attachment_extensions: words(form, 'authorized_attachment_extensions'),
    },
  })
export const action = onServerSubmit(send)
export const clientAction = inBrowserSubmit(send)

export default function WriteSettings({ loaderData: now }: Route.ComponentProps) {
  const t = useText('admin')
  const slugs = (list: { slug_name: string }[]) => list.map(({ slug_name }) => slug_name).join(', ')
  return (
    <SettingsPage
      title={t('page_write')}
      labels={{
        recommend_tags: t('recommend_tags'),
        reserved_tags: t('reserved_tags'),
        max_image_size: t('max_image_size'),
        max_image_megapixel: t('max_image_megapixel'),
        max_attachment_size: t('max_attachment_size'),
        authorized_image_extensions: t('image_extensions'),
        authorized_attachment_extensions: t('attachment_extensions'),
      }}
    >
      {(field, switched) => (
        <>
          <SettingRow name={t('answers')}>
            <Switch
              name="restrict_answer"
              label={t('restrict_answer')}
              defaultChecked={switched('restrict_answer', now.restrict_answer)}
            />
          </SettingRow>
          <Tags
            field={field('recommend_tags', slugs(now.recommend_tags))}
            label={t('recommend_tags')}
            help={t('recommend_tags_help')}
          />
          <SettingRow name={t('required')}>
            <Switch
              name="required_tag"
              label={t('required_tag')}
              defaultChecked={switched('required_tag', now.required_tag)}
            />
          </SettingRow>
          <Tags
            field={field('reserved_tags', slugs(now.reserved_tags))}
            label={t('reserved_tags')}
            help={t('reserved_tags_help')}
          />
          <TextInput
            {...field('max_image_size', now.max_image_size)}
            label={t('max_image_size')}
            type="number"
            min={1}
          />
          <TextInput
            {...field('max_image_megapixel', now.max_image_megapixel)}
            label={t('max_image_megapixel')}
            type="number"
            min={1}
          />
          <TextInput
            {...field('authorized_image_extensions', now.authorized_image_extensions.join(' '))}
            label={t('image_extensions')}
          />
          <TextInput
            {...field('max_attachment_size', now.max_attachment_size)}
            label={t('max_attachment_size')}
            type="number"
            min={1}
          />
          <TextInput
            {...field('authorized_attachment_extensions', now.authorized_attachment_extensions.join(' '))}
            label={t('attachment_extensions')}
            help={t('attachment_extensions_help')}
          />
        </>
      )}
    </SettingsPage>
  )
}

const Tags = ({
  field: { defaultValue = '', ...field },
  ...rest
}: {
  field: ReturnType<FieldOf>
  label: string
  help: string
}) => <TagInput {...field} {...rest} defaultValue={wordsOf(defaultValue)} find={findTags} />
