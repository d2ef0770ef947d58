import { plugin } from '@askwell/plugin-kit'

export default plugin({
  reviewer({ links, author }, { config }) {
    const isNewcomer = author.approved_question_count + author.approved_answer_count === 0
    if (isNewcomer && links.length > Number(config.most_links))
      return { verdict: 'waiting', reason: `${links.length} links in the first text` }
    return { verdict: 'approved' }
  },
})
