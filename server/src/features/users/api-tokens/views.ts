import type { ApiToken, Scope } from '@askwell/contract/api-tokens.ts'
import type { App } from '../../../events/events.ts'
import { listTokensOf } from './queries.ts'

export const apiTokens = async (app: App, user_id: number): Promise<ApiToken[]> =>
  (await listTokensOf(app.db, user_id, app.clock.now())).map(({ id, scopes, ...token }) => ({
    ...token,
    id: String(id),
    scopes: scopes.split(' ') as Scope[],
  }))
