import { uploadFile } from '@askwell/contract/files.ts'
import { renderPost } from '@askwell/contract/posts.ts'
import { searchUsers } from '@askwell/contract/users.ts'
import { call } from '../../session.ts'
import type { SendFile } from './editor-surface.ts'

/** The preview of a text, rendered by the server: there is only one Markdown here. */
export const renderText = (content: string) => call(renderPost, { body: { content } })

/** Uploads an image or an attachment for a post. @returns its address. */
export const sendFile: SendFile = async (sent) => {
  const { uploadLong } = await import('../../long-upload.ts')
  return (await uploadLong(uploadFile, sent)) as string
}

/** Members to mention: those who may see this question or answer; all, if it is still being written. */
export const usersWhoSee =
  (object_id = '') =>
  (username: string) =>
    call(searchUsers, { query: { username, object_id } })
