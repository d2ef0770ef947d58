import { join } from 'node:path'
import { TOP } from '../source.ts'
import { buildPackage } from './build.ts'

const FOLDER = join(TOP, 'create-plugin')
buildPackage(join(FOLDER, 'src'), join(FOLDER, 'dist'), { types: ['node'] })
