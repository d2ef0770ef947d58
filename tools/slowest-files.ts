import type { Reporter, TestModule } from 'vitest/node'

const SHOWN = 20

/** How long a file took, with what it imports. */
const msOf = (file: TestModule) => {
  const { duration, collectDuration } = file.diagnostic()
  return duration + collectDuration
}

/** Says at the end of a run where its time went, one line for each file. Of a few files nobody needs telling. */
export default class SlowestFiles implements Reporter {
  onTestRunEnd(files: readonly TestModule[]) {
    if (files.length <= SHOWN) return
    const total = files.reduce((sum, file) => sum + msOf(file), 0)
    const lines = files
      .map((file) => ({ name: file.relativeModuleId, ms: msOf(file) }))
      .sort((a, b) => b.ms - a.ms)
      .slice(0, SHOWN)
      .map(({ name, ms }) => `${(ms / 1000).toFixed(1).padStart(8)} s  ${name}`)
    console.log(
      `\nThe slowest of ${files.length} files, which took ${(total / 1000).toFixed(0)} s together:\n${lines.join('\n')}`,
    )
  }
}
