import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** An authority for a test, which signs certificates for servers. Whoever makes one removes its folder. */
export const certificateAuthority = () => {
  const folder = mkdtempSync(join(tmpdir(), 'askwell-authority-'))
  const at = (name: string) => join(folder, name)
  const make = (name: string, subject: string, ...more: string[]) => {
    const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
    const files = ['-keyout', at(`${name}.key`), '-out', at(`${name}.crt`)]
    execFileSync('openssl', ['req', '-x509', ...kind, '-subj', subject, ...more, ...files], { stdio: 'ignore' })
    return { key: readFileSync(at(`${name}.key`), 'utf8'), cert: readFileSync(at(`${name}.crt`), 'utf8') }
  }
  const { cert: certificate } = make('authority', '/CN=An authority for tests')
  return {
    certificate,
    /** Of `certificate`, for programs that want a file. */
    file: at('authority.crt'),
    /** `names`: as `DNS:ldap.example.org` or `IP:127.0.0.1`. */
    sign(name: string, ...names: string[]) {
      const by = ['-CA', at('authority.crt'), '-CAkey', at('authority.key')]
      const said = ['-addext', `subjectAltName=${names.join()}`, '-addext', 'basicConstraints=critical,CA:FALSE']
      return make(name, `/CN=${name}`, ...by, ...said)
    },
    remove: () => rmSync(folder, { recursive: true }),
  }
}
