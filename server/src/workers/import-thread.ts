import { renderImported } from '../lib/imported-text.ts'
import { run } from './run-task.ts'

/** For threads of an import, which do nothing else: what the other tasks need isn't loaded. */
export default run({ bring: renderImported })
