import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const file = (rows: string[]) => `<?xml version="1.0" encoding="utf-8"?>\n<rows>\n${rows.join('\n')}\n</rows>\n`

/** A small community in the format of the public dumps: this many posts, half of them answers. `from` sets it apart from others. */
export const writeDump = (folder: string, posts: number, from = Date.UTC(2015, 0, 1)) => {
  mkdirSync(folder, { recursive: true })
  const at = (n: number) => new Date(from + n * 60_000).toISOString().slice(0, -1)
  const rows = {
    Tags: ['<row Id="1" TagName="beer" Count="1" />'],
    Users: Array.from(
      { length: 20 },
      (_, n) => `<row Id="${n + 1}" Reputation="101" CreationDate="${at(n)}" DisplayName="Member ${n}" />`,
    ),
    Posts: Array.from({ length: posts }, (_, n) => {
      const about = `Id="${n + 1}" CreationDate="${at(n)}" Score="${n % 7}" OwnerUserId="${(n % 20) + 1}" Body="&lt;p&gt;Text number ${n}, &lt;b&gt;bold&lt;/b&gt;.&lt;/p&gt;"`
      return n % 2
        ? `<row PostTypeId="2" ParentId="${n}" ${about} />`
        : `<row PostTypeId="1" Title="Question number ${n}" Tags="&lt;beer&gt;" ${about} />`
    }),
    Comments: ['<row Id="1" PostId="1" CreationDate="2015-02-01T00:00:00.000" Text="A comment." UserId="1" />'],
  }
  for (const [name, its] of Object.entries(rows)) writeFileSync(join(folder, `${name}.xml`), file(its))
  return folder
}
