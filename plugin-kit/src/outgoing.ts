/** Time for each reply. A person who signs in waits for several. */
export const OUTGOING_SECONDS = 5

const HERE = ['localhost', '127.0.0.1', '[::1]']

/** Whether nobody on the way can read or change what is sent there: https, or on this machine. */
export const isSafeAddress = (address: string) => {
  const url = URL.parse(address)
  return (
    url !== null &&
    !url.username &&
    !url.password &&
    (url.protocol === 'https:' || (url.protocol === 'http:' && HERE.includes(url.hostname)))
  )
}

export const safeAddress = (address: string) => {
  if (!isSafeAddress(address)) throw new Error(`${address || 'nothing'} is no https address`)
  return new URL(address)
}
