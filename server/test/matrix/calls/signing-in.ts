import * as contract from '@askwell/contract/connectors.ts'
import { insertLogin, insertProfile, storeCode, noteEmail } from '../../../src/features/users/connectors/queries.ts'
import { hashToken, newToken } from '../../../src/lib/tokens.ts'
import { example, fresh, type Scene } from '../cast.ts'
import { withPasskey } from './securing.ts'

const connector = 'openid_connect'

/** It is offered; nobody gets as far as to ask it. */
const nobodysService = {
  begin: () => Promise.reject(new Error('not asked')),
  finish: () => Promise.reject(new Error('not asked')),
}

/** Somebody who has come from elsewhere, in a browser without cookies. */
const newcomer = async ({ w }: Scene, e_mail: string) => {
  const binding_key = newToken()
  w.site.connectors.use(connector, { name: 'Club', connector: nobodysService })
  const key = { key_hash: hashToken(binding_key), browser_hash: hashToken('') }
  await w.app.transaction((tx) =>
    insertProfile(tx.db, {
      ...key,
      connector,
      service: 'Club',
      external_id: fresh('id'),
      username: '',
      display_name: fresh('newcomer'),
      known_as: 'newcomer',
      e_mail,
      expires_at: tx.now() + 600,
    }),
  )
  return { binding_key, ...key }
}
const address = () => `${fresh('newcomer')}@example.com`

export const signingIn = {
  connectors: example(contract.connectors),
  ownLogins: example(contract.ownLogins),
  unbindLogin: example(contract.unbindLogin, async (s, who) => {
    const user_id = s.cast[who].id
    const external_id = fresh('id')
    await withPasskey(s, user_id) // another way in
    await s.w.app.transaction(async (tx) => {
      await tx.db.deleteFrom('external_logins').where('user_id', '=', user_id).execute()
      await insertLogin(tx.db, { user_id, connector, external_id, known_as: '', created_at: tx.now(), used_at: 0 })
    })
    return { body: { external_id } }
  }),
  pendingLogin: example(contract.pendingLogin, async (s) => ({
    query: { binding_key: (await newcomer(s, address())).binding_key },
  })),
  bindByEmail: example(contract.bindByEmail, async (s) => ({
    body: { binding_key: (await newcomer(s, '')).binding_key, email: address() },
  })),
  bindByCode: example(contract.bindByCode, async (s) => {
    const e_mail = address()
    const { binding_key, ...key } = await newcomer(s, e_mail)
    await s.w.app.transaction(async (tx) => {
      await noteEmail(tx.db, key, e_mail, 1)
      await storeCode(tx.db, key.key_hash, hashToken('ABCD2345'), tx.now() + 600)
    })
    return { body: { binding_key, code: 'abcd-2345' } }
  }),
}
