import * as contract from '@askwell/contract/answers.ts'
import type { Api } from '../../../../../http/api/perform.ts'
import { answerWithQuestion } from '../answer-with-question.ts'
import { askAndAnswer, faultsOfBoth, writeAnswer } from './service.ts'

export const routes = (api: Api) => {
  api.on(contract.writeAnswer, async ({ app, actor, caller, body }) =>
    answerWithQuestion(app, await writeAnswer(app, actor, body, caller), actor, caller),
  )
  api.on(
    contract.askAndAnswer,
    async ({ app, actor, caller, body }) =>
      answerWithQuestion(app, (await askAndAnswer(app, actor, body, caller)).answer_id, actor, caller),
    { alsoWrong: ({ app, actor, body }) => faultsOfBoth(app, actor, body) },
  )
}
