import { parentPort } from 'node:worker_threads'
import type { PostText } from '@askwell/server/features/search/queries.ts'
import { analysed } from '@askwell/server/features/search/views.ts'

parentPort!.on('message', ({ texts, language }: { texts: PostText[]; language: string }) =>
  parentPort!.postMessage(texts.map((text) => analysed(text, language))),
)
