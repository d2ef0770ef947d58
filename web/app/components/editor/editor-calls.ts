import { uploadFile } from '@askwell/contract/files.ts'
import { renderPost } from '@askwell/contract/posts.ts'
import { searchUsers } from '@askwell/contract/users.ts'
import { call, upload } from '../../session.ts'

/** The preview of a text, rendered by the server: there is only one Markdown here. */
export const renderText = (content: string) => call(renderPost, { body: { content } })

/** Uploads an image for a post. @returns its address. */
export const uploadImage = (file: File) => upload(uploadFile, { source: 'post', file })

/** Members to mention: those who may see this question or answer; all, if it is still being written. */
export const membersWhoSee =
  (object_id = '') =>
  (username: string) =>
    call(searchUsers, { query: { username, object_id } })
