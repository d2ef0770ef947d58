/** Made when it is first asked for, and kept. */
export const whenNeeded = <T>(make: () => T) => {
  let made: { it: T } | undefined
  return () => (made ??= { it: make() }).it
}
