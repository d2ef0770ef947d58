import { parentPort } from 'node:worker_threads'
import type { PostText } from '../features/search/queries.ts'
import { analysed } from '../features/search/views.ts'

parentPort!.on('message', ({ texts, language }: { texts: PostText[]; language: string }) =>
  parentPort!.postMessage(texts.map((text) => analysed(text, language))),
)
