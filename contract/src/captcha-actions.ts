import type { CaptchaAction } from './accounts.ts'

/** The calls that may need a captcha, by method and path, and the action they count as. */
export const CAPTCHA_ACTION_OF: Record<string, CaptchaAction> = {
  'POST /user/register/email': 'email',
  'POST /user/email/verification/send': 'email',
  'POST /user/password/reset': 'email',
  'POST /connector/binding/email': 'email',
  'POST /user/login/email': 'password',
  'PUT /user/password': 'edit_userinfo',
  'POST /user/email/change/code': 'edit_userinfo',
  'POST /user/deletion': 'edit_userinfo',
  'POST /question': 'question',
  'POST /question/answer': 'question',
  'POST /answer': 'answer',
  'POST /comment': 'comment',
  'PUT /question': 'edit',
  'PUT /answer': 'edit',
  'PUT /comment': 'edit',
  'DELETE /question': 'delete',
  'DELETE /answer': 'delete',
  'DELETE /comment': 'delete',
  'GET /search': 'search',
  'POST /vote/:direction': 'vote',
  'POST /report': 'report',
  'PUT /question/invite': 'invitation_answer',
}
