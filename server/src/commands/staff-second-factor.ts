import type { App } from '../events/events.ts'
import { keepSection } from '../features/operations/settings/service.ts'

/** Whether staff need a second factor; for when the setting locks out everybody who could change it. */
export const setStaffSecondFactor = (app: App, { on }: { on: boolean }): Promise<void> =>
  app.transaction((tx) => keepSection(tx, 0, 'login', { staff_second_factor: on }))
