// npm run dev: runs the web app with hot reload, and restarts the server behind it when its code changes.
import { spawn } from 'node:child_process'

const server = spawn(
  process.execPath,
  ['--watch-path=server/src', '--watch-path=contract/src', '--watch-preserve-output', 'server/src/main.ts'],
  { stdio: 'inherit' },
)
const web = spawn(process.execPath, ['node_modules/vite/bin/vite.js', 'web'], { stdio: 'inherit' })
const stop = () => {
  web.kill('SIGTERM')
  server.kill('SIGTERM')
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)
process.on('disconnect', stop)
for (const child of [server, web]) child.on('exit', stop)
