const HOSTS_MAX = 50

/** As manifests name hosts: small letters, at least one dot, no port. */
export const isHostName = (host: string) =>
  /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/.test(host)

/** As addresses have it; undefined for what is no host. Without a port those of the web are meant. */
const hostOf = (text: string) => {
  const url = /[/\\?#@]/.test(text) ? null : URL.parse(`https://${text}`)
  return url && /^[a-z\d](?:[a-z\d.-]*[a-z\d])?(?::\d+)?$/.test(url.host) ? url.host.replace(/:80$/, '') : undefined
}

/** Hosts that an admin has listed, with spaces or commas between them, such as `docs.example.org wiki.example.org:8443`; undefined where one is none. */
export const hostsIn = (list: string): string[] | undefined => {
  const hosts = list.split(/[\s,]+/).flatMap((text) => (text ? [hostOf(text)] : []))
  const known = hosts.filter((host) => host !== undefined)
  return known.length === hosts.length && hosts.length <= HOSTS_MAX ? [...new Set(known)] : undefined
}
