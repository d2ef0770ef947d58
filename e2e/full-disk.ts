import { DatabaseSync } from 'node:sqlite'

// For `node --import`: at SIGUSR2 the databases of the process can't grow any more, as on a full disk; at the next one they can.

const UNLIMITED = 1_073_741_823

const opened = new Set<DatabaseSync>()
const { prepare } = DatabaseSync.prototype
DatabaseSync.prototype.prepare = function (this: DatabaseSync, ...asked: Parameters<typeof prepare>) {
  opened.add(this)
  return prepare.apply(this, asked)
}

let isFull = false
process.on('SIGUSR2', () => {
  isFull = !isFull
  for (const database of opened) if (database.isOpen) database.exec(`pragma max_page_count = ${isFull ? 1 : UNLIMITED}`)
})
