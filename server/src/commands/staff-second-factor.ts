import type { App } from '../events/events.ts'
import { writeSection } from '../features/operations/settings/save-section.ts'

/** Whether staff need a second factor; for when the setting locks out everybody who could change it. */
export const setStaffSecondFactor = (app: App, { on }: { on: boolean }): Promise<void> =>
  app.transaction((tx) => writeSection(tx, 0, 'login', { staff_second_factor: on }))
