import { tagSlug } from '../../../../lib/slug.ts'
import type { Selection } from '../selection.ts'
import type { Given, TableName } from './columns.ts'
import { answerKey, questionKey } from './keys.ts'

/** As the rows stand there: what can't be read is told of those that would come. */
export const isSelected = ({ posts, members, tags }: Selection, table: TableName, given: Given) => {
  const idOf = (name: string) => String(given[name] ?? '')
  switch (table) {
    case 'tags':
      return tags.has(tagSlug(idOf('name')))
    case 'members':
      return members.has(idOf('id'))
    case 'questions':
      return posts.has(questionKey(idOf('id')))
    case 'answers':
      return posts.has(answerKey(idOf('id')))
    case 'comments':
    case 'votes':
      return posts.has(idOf('answer') ? answerKey(idOf('answer')) : questionKey(idOf('question')))
  }
}
