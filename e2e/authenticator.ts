import type { Page } from 'playwright-core'

/** A virtual key of the browser that always says its user was verified by finger or PIN. */
export const giveAuthenticator = async (page: Page) => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    /** The person shakes their head, or the finger doesn't fit. */
    refuse: () => devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false }),
    agree: () => devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true }),
  }
}
