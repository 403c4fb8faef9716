import { ApiError } from '@kindred/contract/errors'
import { writeFileSync } from 'node:fs'
import { drawPicture } from './drawing.ts'
import type { Asked, Told } from './messages.ts'

// The process that decodes and draws pictures. What a picture needs is the decoder's own memory, which no limit of Node's
// counts, so the process watches all that it takes. It ends with its channel, however its server ended.

const CHECK_EVERY = 20

const most = Number(process.argv[2]) * 1024 * 1024
// Leaving in order would wait for the decoder.
const end = () => process.kill(process.pid, 'SIGKILL')
const tell = (told: Told, then = () => {}) => void process.send?.(told, undefined, undefined, then)

process.on('disconnect', end)
// Ctrl-C reaches the whole group: the server finishes what it has begun, and ends this process itself.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})

/** Where memory runs out on the whole machine, Linux takes this process rather than the server or the database. */
try {
  writeFileSync('/proc/self/oom_score_adj', '1000')
} catch {
  // Other systems have no such file.
}

process.on('message', ({ bytes, ours }: Asked) => {
  const watch = setInterval(() => {
    if (process.memoryUsage.rss() <= most) return
    clearInterval(watch)
    tell({ kind: 'too-heavy' }, end)
  }, CHECK_EVERY)
  drawPicture(bytes, ours)
    .then(
      (drawn) => tell({ kind: 'drawn', drawn }),
      ({ code, message, details }: ApiError) => tell({ kind: 'refused', code, message, details }),
    )
    .finally(() => clearInterval(watch))
})
