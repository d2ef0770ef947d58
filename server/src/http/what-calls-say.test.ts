import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines, type World, world } from '../../test/world.ts'
import { JSON_TYPE, V, envelopeOf } from '../../test/envelopes.ts'

describe.each(engines)('what a call says (%s)', (engine) => {
  let w: World
  beforeAll(async () => {
    w = await world(engine)
  })
  afterAll(() => w.close())
  const info = (language?: string) =>
    envelopeOf(w, `${V}/question/info?id=1`, { headers: language === undefined ? {} : { 'accept-language': language } })

  test('is in the language that is asked for, as far as there is one', async () => {
    const english = (await info()).msg
    const german = (await info('de')).msg
    expect(german).not.toBe(english)
    for (const tag of ['de_DE', 'de-AT', 'xx, de;q=0.5', 'de;q=0.9, en;q=0.8'])
      expect((await info(tag)).msg).toBe(german)
    for (const tag of ['en', 'xx', '', '*', 'en;q=0.9, de;q=0.8', ';;;', 'x'.repeat(9000)])
      expect((await info(tag)).msg).toBe(english)
  })

  test('null is the same as nothing, and what nobody knows is ignored', async () => {
    const ann = await w.given.member({ rank: 100 })
    const asked = await w.server.inject({
      method: 'POST',
      url: `${V}/question`,
      headers: { ...JSON_TYPE, authorization: ann.token },
      payload: JSON.stringify({
        title: 'What does null mean?',
        content: 'The text of it.',
        captcha_id: null,
        captcha_code: null,
        mention_username_list: null,
        tags: [{ slug_name: 'support', display_name: null, colour: 'red' }],
        id: '10010000000000001',
        vote_count: 99,
        user_id: '1',
      }),
    })
    expect(asked.json()).toMatchObject({ code: 200 })
    const { data } = await envelopeOf(w, `${V}/question/info?id=${asked.json<{ data: { id: string } }>().data.id}`)
    expect(data).toMatchObject({ vote_count: 0, user_info: { username: ann.username } })
  })

  test('an empty part of the query asks for nothing in particular', async () => {
    expect(await envelopeOf(w, `${V}/question/page?page=&page_size=&order=&tag=`)).toMatchObject({ code: 200 })
  })

  test('a document describes all calls', async () => {
    const response = await w.server.inject('/answer/openapi.json')
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(response.json<{ openapi: string; paths: object }>()).toMatchObject({
      openapi: expect.stringMatching(/^3\.1/),
      paths: expect.objectContaining({ '/answer/api/v1/question': expect.anything() }),
    })
  })

  test('a fault of ours is reported here and told to nobody', async () => {
    const answers = w.site.api.answers.get('GET /answer/api/v1/siteinfo')!
    const { answer } = answers
    answers.answer = () => {
      throw new Error('the secret is a turnip')
    }
    const failed = await envelopeOf(w, `${V}/siteinfo`)
    answers.answer = answer
    expect(failed).toMatchObject({ code: 500, reason: 'base.server_error', data: null })
    expect(JSON.stringify(failed)).not.toContain('turnip')
    expect(w.faults.splice(0)).toMatchObject([{ message: 'the secret is a turnip' }])
  })
})
