import { join } from 'node:path'
import { TOP } from '../source.ts'
import { buildPackage } from './build.ts'
import { writtenCalls } from './written-calls.ts'

const CLIENT = join(TOP, 'client')
buildPackage(join(CLIENT, 'src'), join(CLIENT, 'dist'), { written: { 'calls.ts': writtenCalls() } })
