import { run } from './run-task.ts'
import * as tasks from './tasks.ts'

export default run(tasks)
