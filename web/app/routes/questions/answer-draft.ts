export const answerDraft = (question_id: string) => `answer:${question_id}`
