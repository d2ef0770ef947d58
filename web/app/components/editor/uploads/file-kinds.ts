import type { SiteInfo } from '@askwell/web/context.ts'

type Limits = Pick<
  SiteInfo['site_write'],
  'max_image_size' | 'max_attachment_size' | 'authorized_image_extensions' | 'authorized_attachment_extensions'
>

export type Source = 'post' | 'post_attachment'

/** What a file would be in a text, and what is wrong with it before it is sent. The server has the last word. */
export interface FileKind {
  source: Source
  fault?: { kind: 'empty' } | { kind: 'too_large'; bytes: number } | { kind: 'type'; allowed: string[] }
}

const MEGABYTE = 1024 * 1024

const extensionOf = (name: string) => /\.([a-z0-9]{1,16})$/.exec(name.toLowerCase())?.[1] ?? ''

/** An image is shown; anything else is attached where the site takes such files. */
export function fileKind({ name, type, size }: Pick<File, 'name' | 'type' | 'size'>, limits: Limits): FileKind {
  const extension = extensionOf(name)
  const images = limits.authorized_image_extensions
  const attachments = limits.authorized_attachment_extensions.map((one) => one.toLowerCase())
  const isImage = type.startsWith('image/')
  // A drawing that can't be shown here may still be attached.
  const attach = attachments.includes(extension) && !(isImage && images.includes(extension))
  if (size === 0) return { source: attach ? 'post_attachment' : 'post', fault: { kind: 'empty' } }
  if (!attach && !isImage) return { source: 'post', fault: { kind: 'type', allowed: [...images, ...attachments] } }
  const bytes = MEGABYTE * (attach ? limits.max_attachment_size : limits.max_image_size)
  return {
    source: attach ? 'post_attachment' : 'post',
    ...(size > bytes && { fault: { kind: 'too_large', bytes } }),
  }
}
