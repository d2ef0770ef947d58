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

/** Where machines in a cloud tell their own secrets, to whoever asks; besides 169.254.169.254. */
const METADATA = new Set(['100.100.100.200', 'fd00:ec2::254', 'fd20:ce::254'])

/** The IPv4 address that an IPv6 address leads to, by a translation or a tunnel. */
const carriedBy = (address: ipaddr.IPv6) => {
  const bytes = address.toByteArray()
  const range = address.range()
  if (range === '6to4') return new ipaddr.IPv4(bytes.slice(2, 6))
  return range === 'rfc6052' || range === 'rfc6145' ? new ipaddr.IPv4(bytes.slice(12)) : undefined
}

/** Whether nobody may be sent there, not even inside a private network: link-local addresses, no address at all, and the metadata of clouds. What can't be read counts too. */
export const isForbiddenAddress = (ip: string): boolean => {
  const plain = ip.replace(/^\[(.*)\]$/, '$1')
  if (!ipaddr.isValid(plain)) return true
  const address = ipaddr.process(plain) // ::ffff:169.254.169.254 becomes 169.254.169.254
  if (['linkLocal', 'unspecified'].includes(address.range()) || METADATA.has(address.toString())) return true
  const carried = address.kind() === 'ipv6' ? carriedBy(address as ipaddr.IPv6) : undefined
  return carried !== undefined && isForbiddenAddress(carried.toString())
}

/** The network that an address is in, for people to read: /24 of IPv4, /48 of IPv6, which is no single household. */
export const networkNameOf = (ip: string) => {
  if (!ipaddr.isValid(ip)) return ''
  const address = ipaddr.process(ip)
  const bits = address.kind() === 'ipv6' ? 48 : 24
  const cidr = `${address.toString()}/${bits}`
  const network =
    address.kind() === 'ipv6'
      ? ipaddr.IPv6.networkAddressFromCIDR(cidr).toString()
      : ipaddr.IPv4.networkAddressFromCIDR(cidr).toString()
  return `${network}/${bits}`
}

/** The key for one client, as far as can be told: in IPv6 one household alone has 2^64 addresses. */
export const networkOf = (ip: string) => {
  if (!ip.includes(':') || !ipaddr.isValid(ip)) return ip
  const address = ipaddr.process(ip)
  return address.kind() === 'ipv6' ? address.toByteArray().slice(0, 8).join('.') : address.toString()
}

/** Whether this is the name of a network, as `networkNameOf` writes it. */
export const isNetworkName = (name: string) => name !== '' && networkNameOf(name.split('/')[0]!) === name

/** Tells the keys of `networkOf` that are in a network, by the beginning they share. */
export const keysWithin = (network: string) => {
  const [address, bits] = [ipaddr.parse(network.split('/')[0]!), Number(network.split('/')[1])]
  const begin = `${address
    .toByteArray()
    .slice(0, bits / 8)
    .join('.')}.`
  const rest = address.kind() === 'ipv6' ? /^\d+\.\d+$/ : /^\d+$/
  return (key: string) => key.startsWith(begin) && rest.test(key.slice(begin.length))
}
