import { API_TOKEN_MARK } from '@askwell/contract/api-tokens.ts'
import type { FastifyRequest } from 'fastify'
import type { Runtime } from '../../runtime.ts'
import { languageOf } from '../api/envelope.ts'
import type { Caller } from '../api/perform.ts'
import { type Recognized, recognize, recognizeProgram, SIGN_IN_COOKIE } from './request-auth.ts'

/** Who asks, as far as a request says; `programs`: tokens for programs count, which is so of calls and of nothing else. Writes count the header only, so that no other site can write in a member's name. */
export const callerOf = async (
  runtime: Runtime,
  request: FastifyRequest,
  token: string,
  programs = false,
): Promise<Caller> => {
  const {
    actor,
    session,
    token: program,
    gone,
  }: Recognized = !runtime.app
    ? { actor: null }
    : programs && token.startsWith(API_TOKEN_MARK)
      ? await recognizeProgram(runtime.app, token)
      : await recognize(runtime.app, token)
  if (runtime.app && session) runtime.renewSession(runtime.app, session)
  if (actor && session) runtime.visits.here(actor.id)
  if (runtime.app && program) runtime.noteTokenUse(runtime.app, program)
  return {
    actor,
    ...(program && { scopes: program.scopes }),
    ...(programs && gone && { gone }),
    token: actor ? token : '',
    session_id: session?.id ?? 0,
    ip: request.ip,
    language: languageOf(request),
    user_agent: request.headers['user-agent'] ?? '',
    browser: request.cookies[SIGN_IN_COOKIE] ?? '',
  }
}
