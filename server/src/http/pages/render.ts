import { type PageSession, pageSession } from '@askwell/web/context.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { RouterContextProvider } from 'react-router'
import type { Runtime } from '../../runtime.ts'
import { failure } from '../api/errors.ts'
import { sendMessage } from '../api/envelope.ts'
import { callerOf } from '../auth/caller.ts'
import { ownAddress, refuseForeign, refuseForged } from '../auth/form-checks.ts'
import { asFormData, type FormBody } from '../bodies/form-body.ts'
import type { RenderRequest } from './build.ts'
import type { CachedPage } from './page-store.ts'
import { contentPolicy, hasCode, SECURITY_HEADERS } from './content-policy.ts'
import { type PageCache, isReading } from './page-cache.ts'
import { asRequest, readPageForm } from './page-request.ts'
import { pageSessionFor } from './session.ts'

/** What a mail program sends where its reader wants no more (RFC 8058): it has no form of ours, and what it may do is in the code. */
const isUnsubscribing = (request: FastifyRequest) => request.url.startsWith('/users/unsubscribe?')
const isOneClick = ({ fields }: FormBody) =>
  fields.some(([name, value]) => name === 'List-Unsubscribe' && value === 'One-Click')

interface Parts {
  runtime: Runtime
  cached: PageCache
  render: RenderRequest
  isDev: boolean
}

interface Rendering {
  /** Under which it is stored for all; nothing where it is rendered for one. */
  key: string | undefined
  token: string
  done(page?: CachedPage): void
}

/** Renders one page, after the form that was posted to it has been checked. */
export const createPageRenderer = ({ runtime, cached, render, isDev }: Parts) => {
  const respond = async (request: FastifyRequest, session: PageSession, key: string | undefined) => {
    const context = new RouterContextProvider()
    context.set(pageSession, session)
    const reading = isReading(request)
    // Rendered for all, a page must not depend on the name that one of them asked it under.
    const origin = reading ? key && (await ownAddress(runtime))?.origin : request.headers.origin
    const responding = () => render(asRequest(request, origin), context)
    return reading ? responding() : runtime.loadShedder.during(responding) // by now its form has come, however slow the line
  }

  const headersOf = (request: FastifyRequest, session: PageSession, headers: Record<string, string>) => {
    const all: Record<string, string> = {
      ...headers,
      ...SECURITY_HEADERS,
      ...(hasCode(request.url) && { 'referrer-policy': 'same-origin' }),
      'cache-control': headers['cache-control'] ?? 'no-store',
    }
    if (headers['content-type']?.startsWith('text/html') && session.nonce)
      all['content-security-policy'] = contentPolicy([`'nonce-${session.nonce}'`])
    if (isDev) delete all['content-security-policy'] // the tools for developing bring scripts of their own
    return all
  }

  const renderFor = async (
    request: FastifyRequest,
    reply: FastifyReply,
    session: PageSession,
    { key, done }: Rendering,
  ) => {
    const renderedIn = cached.cache.generation
    const response = await respond(request, session, key)
    const headers = Object.fromEntries([...response.headers].filter(([name]) => name !== 'set-cookie'))
    for (const value of response.headers.getSetCookie()) void reply.header('set-cookie', value)
    const content = Buffer.from(await response.arrayBuffer())
    if (response.status >= 500 && content.length === 0) return sendMessage(reply, failure(undefined, session.language))
    const isHtml = headers['content-type']?.startsWith('text/html')
    if (!key || !session.nonce || !isHtml || response.status !== 200)
      return reply
        .code(response.status)
        .headers(headersOf(request, session, headers))
        .send(content)
    const rendered = { url: request.url, html: content.toString(), nonce: session.nonce, headers }
    const page = await cached.store(key, rendered, renderedIn)
    done(page)
    return cached.send(request, reply, page)
  }

  return async (request: FastifyRequest, reply: FastifyReply, rendering: Rendering) => {
    const caller = await callerOf(runtime, request, rendering.token)
    runtime.rates('read', caller.actor?.id, caller.ip) // what a form does counts by itself
    if (!runtime.app && isReading(request) && !/^\/(install|preferences)\b/.test(request.url))
      return reply.redirect('/install', 302)
    const { session, holder } = await pageSessionFor(runtime, request, reply, caller)
    if (isReading(request)) return renderFor(request, reply, session, rendering)
    const mayBeOneClick = isUnsubscribing(request)
    if (!mayBeOneClick) await refuseForeign(runtime, request)
    const form = await readPageForm(runtime, request, caller, (fields) => refuseForged(runtime, holder, fields))
    try {
      if (!mayBeOneClick || !isOneClick(form)) {
        if (mayBeOneClick) await refuseForeign(runtime, request)
        refuseForged(runtime, holder, Object.fromEntries(form.fields))
      }
      session.form = await asFormData(form)
      return await renderFor(request, reply, session, rendering)
    } finally {
      await form.dispose()
    }
  }
}
