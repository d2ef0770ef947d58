import { pageSession } from '@askwell/web/context.ts'
import { RouterContextProvider } from 'react-router'
import type { Runtime } from '../../runtime.ts'
import { languageOf } from '../api/envelope.ts'
import type { DrawMaintenance } from '../guards/admission.ts'
import type { RenderRequest } from './build.ts'
import { contentPolicy, SECURITY_HEADERS, withoutScripts } from './content-policy.ts'
import { pageSessionFor } from './session.ts'

/** As anonymous readers see it, without scripts: in the browser they would find themselves at another address than it was rendered for. */
export const createMaintenancePage =
  (runtime: Runtime, render: RenderRequest): DrawMaintenance =>
  async (request) => {
    const caller = { actor: null, token: '', ip: request.ip, language: languageOf(request), user_agent: '' }
    const { session } = await pageSessionFor(runtime, request, undefined, caller)
    const context = new RouterContextProvider()
    context.set(pageSession, session)
    const response = await render(
      new Request(new URL('/maintenance', `${request.protocol}://${request.host}`)),
      context,
    )
    if (response.status !== 200) return undefined
    return {
      html: withoutScripts(await response.text()),
      headers: {
        ...SECURITY_HEADERS,
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': contentPolicy([]),
      },
    }
  }
