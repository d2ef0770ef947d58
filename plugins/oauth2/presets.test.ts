import { createHash } from 'node:crypto'
import type { ConnectorPart, Kit, PluginParts } from '@askwell/plugin-kit'
import { describe, expect, test } from 'vitest'
import discord from './discord.ts'
import github from './github.ts'

const CONFIG = { client_id: 'our-id', client_secret: 'our-secret' }
const SIGN_IN = {
  redirect_uri: 'https://site.example/users/oauth/x/callback',
  state: 'the-state',
  nonce: 'the-nonce',
  code_verifier: 'v'.repeat(43),
}

interface Asked {
  method: string
  headers: Headers
  body: URLSearchParams
}
type Answers = Record<string, (asked: Asked) => Response>

const json = (said: unknown, status = 200) => Response.json(said, { status })

/** Codes are good once, for the client and the verifier that they were given for. */
const judgeCode = (codes: Set<string>, { body }: Asked) => {
  const challenge = createHash('sha256').update(body.get('code_verifier')!).digest('base64url')
  return (
    body.get('client_id') === CONFIG.client_id &&
    body.get('client_secret') === CONFIG.client_secret &&
    body.get('redirect_uri') === SIGN_IN.redirect_uri &&
    body.get('grant_type') === 'authorization_code' &&
    codes.delete(`${body.get('code')} ${challenge}`)
  )
}

/** A service whose page everybody agrees to. */
const serviceWith = (parts: PluginParts, answersWith: (codes: Set<string>) => Answers) => {
  const codes = new Set<string>()
  const answers = answersWith(codes)
  const kit = {
    config: CONFIG,
    fetch: (address: string, { method = 'GET', headers = {}, body = '' }: Parameters<Kit['fetch']>[1] = {}) =>
      Promise.resolve(
        answers[`${method} ${address}`]?.({
          method,
          headers: new Headers(headers),
          body: new URLSearchParams(body.toString()),
        }) ?? new Response('', { status: 404 }),
      ),
  } as unknown as Kit
  const begin = async () => new URL(await (parts.connector as ConnectorPart).begin(SIGN_IN, kit))
  const finish = (said: Record<string, string>) =>
    (parts.connector as ConnectorPart).finish(
      { ...SIGN_IN, address: `${SIGN_IN.redirect_uri}?${new URLSearchParams(said)}`, posted: {} },
      kit,
    )
  const agree = async () => {
    const asked = (await begin()).searchParams
    codes.add(`the-code ${asked.get('code_challenge')}`)
    return finish({ code: 'the-code', state: asked.get('state')! })
  }
  return { begin, finish, agree }
}

describe('GitHub', () => {
  const USER = { login: 'octo', id: 583231, name: 'Octo Cat', email: 'shown@example.com', verified: true }
  const ADDRESSES = [
    { email: 'old@example.com', primary: false, verified: true, visibility: null },
    { email: 'octo@example.com', primary: true, verified: true, visibility: 'private' },
  ]
  /** It says what is wrong with a code by an answer of status 200, and speaks JSON only where it is asked to. */
  const service = (addresses: unknown = ADDRESSES, user: unknown = USER) =>
    serviceWith(github, (codes) => {
      const forToken = (said: unknown) => (asked: Asked) =>
        asked.headers.get('authorization') === 'Bearer gho_token' ? json(said) : json({ message: 'Bad' }, 401)
      return {
        'POST https://github.com/login/oauth/access_token': (asked) => {
          if (!asked.headers.get('accept')?.includes('application/json')) return new Response('access_token=x')
          return judgeCode(codes, asked)
            ? json({ access_token: 'gho_token', scope: 'read:user,user:email', token_type: 'bearer' })
            : json({ error: 'bad_verification_code', error_description: 'The code is incorrect or expired.' })
        },
        'GET https://api.github.com/user': forToken(user),
        'GET https://api.github.com/user/emails': forToken(addresses),
      }
    })

  test('sends people to its page', async () => {
    const address = await service().begin()
    expect(address.origin + address.pathname).toBe('https://github.com/login/oauth/authorize')
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      response_type: 'code',
      client_id: 'our-id',
      redirect_uri: SIGN_IN.redirect_uri,
      scope: 'read:user user:email',
      state: 'the-state',
      code_challenge: createHash('sha256').update(SIGN_IN.code_verifier).digest('base64url'),
      code_challenge_method: 'S256',
    })
  })

  test('knows people by their number; the address is the one that they have chosen and verified', async () => {
    expect(await service().agree()).toEqual({
      external_id: '583231',
      username: 'octo',
      display_name: 'Octo Cat',
      e_mail: 'octo@example.com',
      e_mail_verified: true,
    })
  })

  test.each([
    ['an unverified one is none', [{ email: 'a@example.com', primary: true, verified: false }], undefined, false],
    [
      'where the chosen one isn’t verified, another that is',
      [
        { email: 'a@example.com', primary: true, verified: false },
        { email: 'b@example.com', primary: false, verified: true },
      ],
      'b@example.com',
      true,
    ],
    ['nobody has any', [], undefined, false],
    ['an answer that is no list', { message: 'Not Found' }, undefined, false],
  ])('of addresses: %s', async (_, addresses, e_mail, e_mail_verified) =>
    expect(await service(addresses).agree()).toMatchObject({ e_mail, e_mail_verified }),
  )

  test('a name that isn’t said, and one that names nobody', async () => {
    expect(await service(ADDRESSES, { ...USER, name: null }).agree()).toMatchObject({ display_name: undefined })
    await expect(service(ADDRESSES, { login: 'octo' }).agree()).rejects.toThrow('the service names nobody at id')
  })

  test('another state, another code and a no', async () => {
    const { finish } = service()
    await expect(finish({ code: 'the-code', state: 'another' })).rejects.toMatchObject({
      cause: { message: expect.stringContaining('state') as unknown },
    })
    await expect(finish({ code: 'made-up', state: 'the-state' })).rejects.toThrow('invalid response encountered')
    expect(await finish({ error: 'access_denied', state: 'the-state' })).toEqual({ refused: true })
    await expect(finish({ error: 'access_denied', state: 'another' })).rejects.toThrow('invalid response encountered')
  })
})

describe('Discord', () => {
  const USER = {
    id: '80351110224678912',
    username: 'nelly',
    discriminator: '0',
    global_name: 'Nelly',
    email: 'nelly@example.com',
    verified: true,
  }
  const service = (user: unknown = USER) =>
    serviceWith(discord, (codes) => ({
      'POST https://discord.com/api/oauth2/token': (asked) =>
        judgeCode(codes, asked)
          ? json({
              access_token: 'd-token',
              token_type: 'Bearer',
              expires_in: 604800,
              refresh_token: 'r',
              scope: 'identify email',
            })
          : json({ error: 'invalid_grant', error_description: 'Invalid "code" in request.' }, 400),
      'GET https://discord.com/api/users/@me': ({ headers }) =>
        headers.get('authorization') === 'Bearer d-token' ? json(user) : json({ message: '401: Unauthorized' }, 401),
    }))

  test('sends people to its page, for who they are and their address', async () => {
    const address = await service().begin()
    expect(address.origin + address.pathname).toBe('https://discord.com/oauth2/authorize')
    expect(address.searchParams.get('scope')).toBe('identify email')
  })

  test('knows people by their number, which is longer than JavaScript counts', async () => {
    expect(await service().agree()).toEqual({
      external_id: '80351110224678912',
      username: 'nelly',
      display_name: 'Nelly',
      e_mail: 'nelly@example.com',
      e_mail_verified: true,
    })
  })

  test.each([false, null, undefined, 'true'])('verified: %j is no word for it', async (verified) =>
    expect(await service({ ...USER, verified }).agree()).toMatchObject({ e_mail_verified: false }),
  )

  test('a code that isn’t good, and an answer that isn’t one', async () => {
    const { finish } = service()
    await expect(finish({ code: 'made-up', state: 'the-state' })).rejects.toMatchObject({ error: 'invalid_grant' })
    await expect(service('nobody').agree()).rejects.toThrow('the service names nobody at id')
  })
})
