import type { Kysely } from 'kysely'

/** Ways to sign in that come with the site and ran in its own process until then: what each may do from then on, and whether an admin types where it goes. */
export type FormerSignIns = Record<string, { powers: readonly string[]; typed?: true }>

export const FORMER: FormerSignIns = {
  oauth2: { powers: ['connector', 'net:{emails_url}', 'net:{token_url}', 'net:{user_url}'], typed: true },
  github: { powers: ['connector', 'net:api.github.com', 'net:github.com'] },
  discord: { powers: ['connector', 'net:discord.com'] },
  openid_connect: { powers: ['connector', 'openid:{issuer}'], typed: true },
  google: {
    powers: [
      'connector',
      'net:accounts.google.com',
      'net:oauth2.googleapis.com',
      'net:openidconnect.googleapis.com',
      'net:www.googleapis.com',
    ],
  },
  gitlab: { powers: ['connector', 'net:gitlab.com'] },
  slack: { powers: ['connector', 'net:slack.com'] },
  microsoft: { powers: ['connector', 'net:graph.microsoft.com', 'net:login.microsoftonline.com'] },
  apple: { powers: ['connector', 'net:appleid.apple.com'] },
}

/**
 * Those that are on go on without anybody doing anything: some admins have no other way in, so what they may do counts as agreed.
 * Where an admin has typed an address, it may go on being in a private network, as it could until now: whether a name is of one can't be told here.
 */
export const agreeToFormer = async (db: Kysely<any>, moved: FormerSignIns) => {
  const read = async (name: string): Promise<any> => {
    const row = await db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst()
    return row && JSON.parse(row.value as string)
  }
  const on: string[] = (await read('plugins_on')) ?? []
  const { list }: { list: { slug_name: string; of: string }[] } = (await read('plugin_instances')) ?? { list: [] }
  const original = new Map(list.map(({ slug_name, of }) => [slug_name, of]))
  for (const slug_name of on) {
    const of = original.get(slug_name) ?? slug_name
    const former = Object.hasOwn(moved, of) ? moved[of] : undefined
    if (!former) continue
    await db
      .insertInto('settings')
      .values({ name: `plugin_agreed:${slug_name}`, value: JSON.stringify(former.powers), updated_at: 0 })
      .onConflict((taken) => taken.column('name').doNothing())
      .execute()
    const name = `plugin:${slug_name}`
    const settings: object | undefined = former.typed && (await read(name))
    if (settings)
      await db
        .updateTable('settings')
        .set({ value: JSON.stringify({ ...settings, private_network: true }) })
        .where('name', '=', name)
        .execute()
  }
}

export const up = (db: Kysely<any>) => agreeToFormer(db, FORMER)
