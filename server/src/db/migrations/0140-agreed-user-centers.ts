import type { Kysely } from 'kysely'

/** What admins have agreed to of the user center over OpenID Connect that comes along, and what it asks for now. */
const FORMER = ['net:{issuer}', 'user_center']
export const NOW = ['openid:{issuer}', 'user_center']

/** Those that are on go on without anybody doing anything: where one stands alone, nobody could log in until an admin had agreed again. */
export const up = async (db: Kysely<any>) => {
  const read = async (name: string): Promise<any> => {
    const row = await db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst()
    return row && JSON.parse(row.value as string)
  }
  const on: string[] = (await read('plugins_on')) ?? []
  const { list }: { list: { slug_name: string; of: string }[] } = (await read('plugin_instances')) ?? { list: [] }
  const centers = [
    'openid_center',
    ...list.filter(({ of }) => of === 'openid_center').map(({ slug_name }) => slug_name),
  ]
  for (const slug_name of centers.filter((one) => on.includes(one))) {
    const name = `plugin_agreed:${slug_name}`
    const agreed: string[] = (await read(name)) ?? []
    if (!FORMER.every((power) => agreed.includes(power))) continue // it waits for an agreement
    await db
      .updateTable('settings')
      .set({ value: JSON.stringify(NOW) })
      .where('name', '=', name)
      .execute()
  }
}
