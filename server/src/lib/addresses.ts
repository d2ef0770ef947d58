import ipaddr from 'ipaddr.js'

/**
 * Whether an IP address is anything but a public one. What can't be read counts as private, and so do addresses that carry another one
 * inside (6to4, NAT64, Teredo), for they lead wherever that leads.
 */
export const isPrivateAddress = (ip: string) => {
  const plain = ip.replace(/^\[(.*)\]$/, '$1')
  if (!ipaddr.isValid(plain)) return true
  const address = ipaddr.process(plain) // ::ffff:10.0.0.1 becomes 10.0.0.1
  if (address.range() !== 'unicast') return true
  return address.kind() === 'ipv6' && !(address as ipaddr.IPv6).match(ipaddr.parseCIDR('2000::/3')) // all that is given out so far
}

/** The key for one client, as far as can be told: in IPv6 one household alone has 2^64 addresses. */
export const networkOf = (ip: string) => {
  if (!ip.includes(':') || !ipaddr.isValid(ip)) return ip
  const address = ipaddr.process(ip)
  return address.kind() === 'ipv6' ? address.toByteArray().slice(0, 8).join('.') : address.toString()
}
