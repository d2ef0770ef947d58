import { uploadFile } from '@askwell/contract/files.ts'
import { renderPost } from '@askwell/contract/posts.ts'
import { searchUsers } from '@askwell/contract/users.ts'
import { call, upload } from '../../session.ts'

/** A text as it will look, made by the server: there is only one Markdown here. */
export const renderText = (content: string) => call(renderPost, { body: { content } })

/** Keeps an image for a post and says where. */
export const uploadImage = (file: File) => upload(uploadFile, { source: 'post', file })

/** Members to mention: of those who may see this question or answer; of all, where it is still being written. */
export const membersWhoSee =
  (object_id = '') =>
  (username: string) =>
    call(searchUsers, { query: { username, object_id } })
