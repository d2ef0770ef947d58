import * as contract from '@askwell/contract/site-invitations.ts'
import { inviteByEmail, inviteByLink } from '../../../src/features/users/site-invitations/inviting.ts'
import { example, fresh, type Scene } from '../cast.ts'

const terms = { role_id: 1, days: 7 } as const
const address = () => `${fresh('guest')}@example.com`

const byLink = async ({ w, cast }: Scene) => {
  const { url } = await inviteByLink(w.app, cast.admin as never, { ...terms, max_uses: 1 })
  return new URL(url).searchParams.get('code')!
}
const byEmail = async ({ w, cast }: Scene) => {
  await inviteByEmail(w.app, cast.admin as never, { ...terms, e_mails: address() }, 'en_US')
  const { id } = await w.app.db
    .selectFrom('site_invitations')
    .select('id')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return String(id)
}

export const inviting = {
  siteInvitations: example(contract.siteInvitations),
  inviteByEmail: example(contract.inviteByEmail, () => ({ body: { ...terms, e_mails: address() } })),
  inviteByLink: example(contract.inviteByLink, () => ({ body: { ...terms, max_uses: 1 } })),
  endSiteInvitation: example(contract.endSiteInvitation, async (s) => ({ body: { id: await byEmail(s) } })),
  sendSiteInvitation: example(contract.sendSiteInvitation, async (s) => ({ body: { id: await byEmail(s) } })),
  checkPeople: example(contract.checkPeople, () => ({ body: { ...terms, csv: address() } })),
  invitePeople: example(contract.invitePeople, async ({ w }) => {
    await w.settle() // one at a time
    return { body: { ...terms, csv: address() } }
  }),
  invitationToSite: example(contract.invitationToSite, async (s) => ({ query: { code: await byLink(s) } })),
  acceptSiteInvitation: example(contract.acceptSiteInvitation, async (s) => ({
    body: { code: await byLink(s), name: fresh('Guest'), e_mail: address(), pass: 'a-password-of-theirs' },
  })),
}
