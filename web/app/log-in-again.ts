/** The page puts its dialog in here, where somebody was logged in. False: they would rather not. */
export const logInDialog: { ask: (() => Promise<boolean>) | undefined } = { ask: undefined }
