import { buffer } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { onTestFinished } from 'vitest'
import { listeningPort } from '../src/infra/listening-port.ts'

/** Starts a mail server. `take` runs between an email's last byte and the reply, and refuses the email by failing. */
export async function openPostOffice(take: (raw: Buffer) => Promise<void> | void): Promise<string> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => {
      void buffer(stream)
        .then(take)
        .then(() => done(), done)
    },
  })
  // A sender that is killed while it sends.
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return `smtp://127.0.0.1:${listeningPort(server.server)}`
}
