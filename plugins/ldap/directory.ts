import type { Socket } from 'node:net'
import { type ExternalIdentity, type Kit, OUTGOING_SECONDS } from '@askwell/plugin-kit'
import { Client, type Entry, InvalidCredentialsError } from 'ldapts'
import { socketOf } from './socket.ts'

export interface Directory {
  /** `ldaps://…`, or `ldap://…` with StartTLS. */
  url: URL
  starttls: boolean
  /** The account that looks for people; without one the directory is asked anonymously. */
  bind_dn: string
  bind_password: string
  base_dn: string
  /** `{{username}}` stands for what was typed. */
  filter: string
  attributes: { external_id: string; username: string; display_name: string; e_mail: string }
  e_mail_verified: boolean
}

const HERE = ['localhost', '127.0.0.1', '[::1]']

/** Passwords go there: nobody on the way may read them. */
export const addressIn = (said: string, starttls: boolean) => {
  const url = URL.parse(said)
  if (url?.protocol !== 'ldaps:' && url?.protocol !== 'ldap:')
    throw new Error('the server has to be an address such as ldaps://ldap.example.org')
  if (url.protocol === 'ldap:' && !starttls && !HERE.includes(url.hostname))
    throw new Error('over ldap: passwords could be read on the way: turn on StartTLS, or use ldaps:')
  return url
}

/** RFC 4515: what was typed stands for itself, and can't widen the search. The library encodes what isn't ASCII; escaped it would take each byte for a letter. */
export const inFilter = (text: string) =>
  text.replace(/[^\w@.\u0080-\uffff-]/g, (sign) => `\\${sign.charCodeAt(0).toString(16).padStart(2, '0')}`)

const valuesIn = (entry: Entry, name: string) => {
  const key = name && Object.keys(entry).find((one) => one.toLowerCase() === name.toLowerCase())
  return key ? [entry[key]!].flat().filter((value) => value.length > 0) : []
}

const asText = (value: string | Buffer | undefined) => (Buffer.isBuffer(value) ? value.toString('hex') : value)
const textIn = (entry: Entry, name: string) => asText(valuesIn(entry, name)[0])

/** Values have no order: the first of several may be another tomorrow. */
const idIn = (entry: Entry, name: string) => {
  const [id, more] = valuesIn(entry, name)
  if (!id) throw new Error(`${entry.dn} has no ${name}`)
  if (more) throw new Error(`${entry.dn} has more than one ${name}`)
  return asText(id)!
}

/** IDs of Active Directory are bytes. */
const BINARY = ['objectGUID', 'objectSid']

const START_TLS = '1.3.6.1.4.1.1466.20037'
const PORTS = { 'ldap:': 389, 'ldaps:': 636 }

const withClient = async <T>({ connect }: Kit, { url, starttls }: Directory, work: (client: Client) => Promise<T>) => {
  const { protocol, hostname, port } = url
  const secure = protocol === 'ldaps:'
  const connection = await connect(`${hostname}:${port || PORTS[protocol as 'ldap:']}`, { tls: secure })
  /** To the library it is a connection like any other, however it is encrypted. */
  const clientOn = (socket: Socket) =>
    new Client({
      url: `ldap://${url.host}`,
      timeout: OUTGOING_SECONDS * 1000,
      createConnection: () => socket,
    })
  try {
    if (starttls && !secure) {
      const plain = socketOf(connection)
      await clientOn(plain).exop(START_TLS)
      plain.destroy() // it reads no more
      await connection.startTls()
    }
    // A new one: nothing counts that the other side, or somebody on the way, has said before.
    const client = clientOn(socketOf(connection))
    const worked = await work(client)
    await client.unbind().catch(() => {}) // the server has perhaps hung up
    return worked
  } finally {
    await connection.close()
  }
}

const find = async (client: Client, directory: Directory, username: string) => {
  const { base_dn, filter, attributes } = directory
  const { searchEntries } = await client.search(base_dn, {
    scope: 'sub',
    filter: filter.replaceAll('{{username}}', () => inFilter(username)),
    attributes: Object.values(attributes).filter(Boolean),
    explicitBufferAttributes: BINARY,
    sizeLimit: 2,
  })
  if (searchEntries.length > 1) throw new Error(`the filter finds several people for one name`)
  return searchEntries[0]
}

/** Whose name and password these are: the person is looked for first, then the directory itself judges the password. */
export const identityIn = async (
  kit: Kit,
  directory: Directory,
  { username, password }: { username: string; password: string },
): Promise<ExternalIdentity | { wrong: true }> => {
  // Without a password the directory would let anybody in, as nobody (RFC 4513, 5.1.2).
  if (!username || !password) return { wrong: true }
  const { bind_dn, bind_password, attributes, e_mail_verified } = directory
  return withClient(kit, directory, async (client) => {
    if (bind_dn) await client.bind(bind_dn, bind_password)
    const entry = await find(client, directory, username)
    if (!entry) return { wrong: true }
    const isTheirs = await client.bind(entry.dn, password).then(
      () => true,
      (error: unknown) => {
        if (error instanceof InvalidCredentialsError) return false
        throw error
      },
    )
    if (!isTheirs) return { wrong: true }
    return {
      external_id: idIn(entry, attributes.external_id),
      username: textIn(entry, attributes.username),
      display_name: textIn(entry, attributes.display_name),
      e_mail: textIn(entry, attributes.e_mail),
      e_mail_verified,
    }
  })
}

/** Whether the directory can be reached, and lets the site look for people. */
export const reachDirectory = (kit: Kit, directory: Directory) =>
  withClient(kit, directory, async (client) => {
    if (directory.bind_dn) await client.bind(directory.bind_dn, directory.bind_password)
    await find(client, directory, 'nobody')
  })
