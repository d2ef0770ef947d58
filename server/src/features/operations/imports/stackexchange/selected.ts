import type { Selection } from '../selection.ts'
import type { Fields, File } from './files.ts'

const TAG_TEXT = ['4', '5']

/** Texts about tags come where their tags do. */
export const isSelected = ({ posts, members, tags }: Selection, file: File, fields: Fields) => {
  const { Id = '', PostId = '', UserId = '', TagName = '', RelatedPostId = '', PostTypeId = '' } = fields
  switch (file) {
    case 'Tags':
      return tags.has(TagName)
    case 'Users':
      return members.has(Id)
    case 'Posts':
      return posts.has(Id) || TAG_TEXT.includes(PostTypeId)
    case 'Badges':
      return members.has(UserId)
    case 'PostLinks':
      return posts.has(PostId) && posts.has(RelatedPostId)
    case 'Comments':
    case 'PostHistory':
    case 'Votes':
      return posts.has(PostId)
  }
}
