import { ApiError } from '@kindred/contract/errors'
import { writeFileSync } from 'node:fs'
import { drawPicture } from './drawing.ts'
import { drawLookFile } from './look-files.ts'
import type { WorkerMessage, WorkerRequest } from './messages.ts'
import { encodeVoice } from './voice.ts'

// The process that decodes and encodes photos and recordings. The decoder's memory isn't subject to Node's limits, so
// the process watches its total memory. It ends when its channel closes, however the server ended.

const CHECK_EVERY = 20

const most = Number(process.argv[2]) * 1024 * 1024
// Unlike SIGKILL, a regular exit would wait for the decoder.
const end = () => process.kill(process.pid, 'SIGKILL')
const send = (message: WorkerMessage, then = () => {}) => void process.send?.(message, undefined, undefined, then)

process.on('disconnect', end)
// Ctrl-C reaches the whole process group. The server finishes its work first and then ends this process.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})

/** If the machine runs out of memory, Linux kills this process rather than the server or the database. */
try {
  writeFileSync('/proc/self/oom_score_adj', '1000')
} catch {
  // Other systems have no such file.
}

async function work(request: WorkerRequest): Promise<WorkerMessage> {
  if (request.kind === 'voice') return { kind: 'encoded', voice: await encodeVoice(request.bytes) }
  if (request.kind === 'look') return { kind: 'look-drawn', files: await drawLookFile(request.bytes, request.use) }
  return { kind: 'drawn', drawn: await drawPicture(request.bytes, request.ours) }
}

process.on('message', (request: WorkerRequest) => {
  const watch = setInterval(() => {
    if (process.memoryUsage.rss() <= most) return
    clearInterval(watch)
    send({ kind: 'too-heavy' }, end)
  }, CHECK_EVERY)
  work(request)
    .then(
      (message) => send(message),
      ({ code, said, details }: ApiError) => send({ kind: 'refused', code, said, details }),
    )
    .finally(() => clearInterval(watch))
})
