import { type PageSession, pageSession } from '@askwell/web/context.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { RouterContextProvider } from 'react-router'
import type { Runtime } from '../../runtime.ts'
import { failure } from '../api/errors.ts'
import { sendMessage } from '../api/envelope.ts'
import { callerOf } from '../auth/caller.ts'
import { ownAddress, refuseForeign, refuseForged } from '../auth/form-checks.ts'
import { asFormData, type FormBody } from '../bodies/form-body.ts'
import { discoveryHead } from '../discovery/head.ts'
import type { Told } from '../discovery/told.ts'
import type { RenderRequest } from './build.ts'
import type { CachedPage } from './page-store.ts'
import { type Appearance, withHead } from './appearance.ts'
import { contentPolicy, hasCode, SECURITY_HEADERS } from './content-policy.ts'
import { type PageCache, isReading } from './page-cache.ts'
import { readAddress } from './read-address.ts'
import { asRequest, readPageForm } from './page-request.ts'
import { pageSessionFor } from './session.ts'
import { noteShared } from './shared-address.ts'

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

interface Visit {
  session: PageSession
  appearance: Appearance
  told: Told
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
    const { address, ignored } = key ? readAddress(request.raw.url!) : { address: undefined, ignored: '' }
    const responding = async () => {
      const response = await render(asRequest(request, origin, address), context)
      const to = response.headers.get('location')
      if (to && ignored) response.headers.set('location', `${to}${to.includes('?') ? '&' : '?'}${ignored}`)
      return response
    }
    return reading ? responding() : runtime.loadShedder.during(responding) // by now its form has come, however slow the line
  }

  const headersOf = (request: FastifyRequest, { session, appearance }: Visit, headers: Record<string, string>) => {
    const all: Record<string, string> = {
      ...headers,
      ...SECURITY_HEADERS,
      ...(hasCode(request.url) && { 'referrer-policy': 'same-origin' }),
      'cache-control': headers['cache-control'] ?? 'no-store',
    }
    if (headers['content-type']?.startsWith('text/html') && session.nonce)
      all['content-security-policy'] = contentPolicy([`'nonce-${session.nonce}'`], appearance)
    if (isDev) delete all['content-security-policy'] // the tools for developing bring scripts of their own
    return all
  }

  /** What a form has changed is seen on the page that follows it: their name and language, what the site is like, under a new session if it began one. */
  const readAnewAfterForm = (request: FastifyRequest, reply: FastifyReply, visit: Visit, before: string) => {
    const { session } = visit
    let token = before
    const { nonce, setToken: setCookie } = session
    const setToken = (next: string) => {
      token = next
      setCookie(next)
    }
    session.setToken = setToken
    session.readAnew = async () => {
      const fresh = await pageSessionFor(runtime, request, reply, await callerOf(runtime, request, token))
      // The pages hold on to the one object.
      Object.assign(visit, fresh, { session: Object.assign(session, fresh.session, { nonce, setToken }) })
    }
  }

  const renderFor = async (request: FastifyRequest, reply: FastifyReply, visit: Visit, { key, done }: Rendering) => {
    const { session } = visit
    const renderedIn = cached.cache.generation
    const response = await respond(request, session, key)
    const { appearance, told } = visit
    const headers = Object.fromEntries([...response.headers].filter(([name]) => name !== 'set-cookie'))
    for (const value of response.headers.getSetCookie()) void reply.header('set-cookie', value)
    const isHtml = headers['content-type']?.startsWith('text/html')
    // Search engines and sites that show a link are anonymous; members needn't carry what is for them.
    const isPage = isHtml && response.status === 200 && isReading(request) && !session.user
    const head = isPage ? (await discoveryHead(runtime, request, told)) + appearance.head : appearance.head
    const content = isHtml
      ? Buffer.from(withHead(await response.text(), head))
      : Buffer.from(await response.arrayBuffer())
    if (response.status >= 500 && content.length === 0) return sendMessage(reply, failure(undefined, session.language))
    if (!key || !session.nonce || !isHtml || response.status !== 200)
      return reply
        .code(response.status)
        .headers(headersOf(request, visit, headers))
        .send(content)
    const rendered = { url: request.url, html: content.toString(), nonce: session.nonce, headers, appearance }
    const page = await cached.store(key, rendered, renderedIn)
    done(page)
    return cached.send(request, reply, page)
  }

  return async (request: FastifyRequest, reply: FastifyReply, rendering: Rendering) => {
    const caller = await callerOf(runtime, request, rendering.token)
    runtime.rates('read', caller.actor?.id, caller.ip) // what a form does counts by itself
    if (!runtime.app && isReading(request) && !/^\/(install|preferences)\b/.test(request.url))
      return reply.redirect('/install', 302)
    const visit = await pageSessionFor(runtime, request, reply, caller)
    const { session, holder } = visit
    if (isReading(request)) {
      await noteShared(runtime, request, caller)
      return renderFor(request, reply, visit, rendering)
    }
    const mayBeOneClick = isUnsubscribing(request)
    if (!mayBeOneClick) await refuseForeign(runtime, request)
    const form = await readPageForm(runtime, request, caller, (fields) => refuseForged(runtime, holder, fields))
    try {
      if (!mayBeOneClick || !isOneClick(form)) {
        if (mayBeOneClick) await refuseForeign(runtime, request)
        refuseForged(runtime, holder, Object.fromEntries(form.fields))
      }
      session.form = await asFormData(form)
      readAnewAfterForm(request, reply, visit, rendering.token)
      return await renderFor(request, reply, visit, rendering)
    } finally {
      await form.dispose()
    }
  }
}
