import type { Kysely } from 'kysely'
import { agreeToFormer, type FormerSignIns } from './0137-agreed-sign-ins.ts'

export const FORMER: FormerSignIns = {
  ldap: { powers: ['connector', 'passwords', 'tcp:{ldap_url}'], typed: true },
}

/** Directories that are on go on as well, in the networks that they could reach. */
export const up = (db: Kysely<any>) => agreeToFormer(db, FORMER)
