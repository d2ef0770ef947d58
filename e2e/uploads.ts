import sharp from 'sharp'
import type { TestUser } from './people.ts'
import type { Site } from './site.ts'

/** A picture of this size, uploaded for a text. @returns its address. */
export const pictureOf = async (site: Site, { token }: TestUser, width: number, height: number) => {
  const bytes = await sharp({ create: { width, height, channels: 3, background: '#c96' } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.append('source', 'post')
  form.append('file', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'picture.png')
  const response = await fetch(`${site.url}/answer/api/v1/file`, {
    method: 'POST',
    headers: { authorization: token },
    body: form,
  })
  return ((await response.json()) as { data: string }).data
}
