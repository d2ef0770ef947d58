import type { Kysely } from 'kysely'
import { agreeToFormer, type FormerSignIns } from './0137-agreed-sign-ins.ts'

export const FORMER: FormerSignIns = { saml: { powers: ['connector'] } }

/** SAML that is on goes on as well; it asks for nothing but to let people in. */
export const up = (db: Kysely<any>) => agreeToFormer(db, FORMER)
