import { createHash } from 'node:crypto'
import { type Happened, type Kit, plugin, type PluginConfig, type Reviewed, textOf } from '@askwell/plugin-kit'
import { forget, keep, type Kept, recall } from './kept.ts'

const CONTENT_MAX = 5000
const TYPES = {
  question: 'forum-post',
  answer: 'reply',
  comment: 'comment',
  profile: 'signup',
  tag: 'comment',
} as const

const hashOf = (content: string) => createHash('sha256').update(content).digest('hex').slice(0, 32)

const paramsOf = (text: Reviewed, config: PluginConfig): Record<string, string> => {
  const { ip = '', user_agent = '', display_name = '', e_mail = '' } = text.sender ?? {}
  return {
    user_ip: ip,
    user_agent,
    comment_type: TYPES[text.object_type],
    comment_author: display_name,
    ...(config.e_mail === true && e_mail && { comment_author_email: e_mail }),
    comment_content: `${text.title}\n\n${text.content}`.trim(),
    blog_lang: text.language.slice(0, 2),
    ...(text.is_edit && { recheck_reason: 'edit' }),
  }
}

const call = async (name: string, params: Record<string, string>, { config, fetch }: Kit) => {
  const body = new URLSearchParams({
    api_key: textOf(config, 'api_key'),
    blog: textOf(config, 'site'),
    blog_charset: 'UTF-8',
    ...params,
  })
  const response = await fetch(`${textOf(config, 'server').replace(/\/$/, '')}/1.1/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: body.toString(),
  })
  return { status: response.status, headers: response.headers, said: (await response.text()).trim() }
}

const isSpam = async (params: Record<string, string>, kit: Kit) => {
  const { status, headers, said } = await call('comment-check', params, kit)
  if (status !== 200 || (said !== 'true' && said !== 'false')) {
    const help = headers.get('x-akismet-debug-help') ?? headers.get('x-akismet-alert-msg') ?? ''
    throw new Error(`the service answered ${status} ${said.slice(0, 50)} ${help}`.trim())
  }
  return { spam: said === 'true', certainly: headers.get('x-akismet-pro-tip') === 'discard' }
}

/** Tells the service that it was wrong. */
const teach = async (name: 'submit-ham' | 'submit-spam', { params }: Kept, kit: Kit) => {
  const { status, said } = await call(name, params, kit)
  if (status !== 200) throw new Error(`the service answered ${status} ${said.slice(0, 50)}`)
  return name
}

const hear = async ({ event, actor, object_id, post }: Happened, kit: Kit) => {
  const lessons = textOf(kit.config, 'teach')
  if (event.endsWith('.deleted')) {
    const known = await recall(kit.storage, 'post', object_id)
    const isOwn = actor?.username === known?.username
    if (!known || isOwn || lessons !== 'both') return
    return teach('submit-spam', known, kit)
  }
  const known = post && (await recall(kit.storage, 'text', hashOf(post.text)))
  if (!known) return
  const approved = event.endsWith('.approved') && known.spam
  const taught = approved && lessons !== 'nothing' ? await teach('submit-ham', known, kit) : undefined
  await keep(kit.storage, 'post', object_id, { ...known, spam: false })
  await forget(kit.storage, 'text', hashOf(post.text))
  return taught
}

export default plugin({
  async reviewer(text, kit) {
    const params = paramsOf(text, kit.config)
    const { spam, certainly } = await isSpam(params, kit)
    const isLesson = (text.object_type === 'question' || text.object_type === 'answer') && !text.is_edit
    if (isLesson && textOf(kit.config, 'teach') !== 'nothing') {
      const short = { ...params, comment_content: params.comment_content!.slice(0, CONTENT_MAX) }
      const lesson = { params: short, spam, username: text.sender?.username ?? '' }
      await keep(kit.storage, 'text', hashOf(text.content), lesson).catch(console.error) // the verdict counts all the same
    }
    if (!spam) return { verdict: 'approved' }
    return { verdict: certainly && kit.config.discard === true ? 'deleted' : 'waiting', reason: 'Akismet: spam' }
  },
  event: hear,
})
