import type { App } from '../../../events/events.ts'
import { DAY } from '../../../lib/clock.ts'
import { deleteOldEntries } from '../audit/queries.ts'
import { siteSettings } from '../settings/views.ts'

/** Entries that are older than the settings say; by default none is. */
export const deleteOldAuditEntries = async (app: App) => {
  const { audit_days } = (await siteSettings(app)).audit
  if (audit_days === 0) return
  for (;;) {
    const until = app.clock.now() - audit_days * DAY
    if ((await app.transaction((tx) => deleteOldEntries(tx.db, until))).isAll) return
  }
}
