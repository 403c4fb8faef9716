import { createDecipheriv, createECDH, createHmac, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import * as secure from 'node:tls'
import { afterAll, beforeAll } from 'vitest'

// A local push service, and a browser that decrypts what it receives.

export const CERTIFICATE = 'server/test/certificates/localhost.pem'
const tls = { cert: readFileSync(CERTIFICATE), key: readFileSync('server/test/certificates/localhost.key') }

/**
 * Trusts our certificate in the tests of one file, but not in later files on the same thread. Servers in separate
 * processes get the certificate through NODE_EXTRA_CA_CERTS. If Node can't add a certificate, none is checked.
 */
export function trustLocal(): void {
  const canAdd = 'setDefaultCACertificates' in secure
  const usual = canAdd ? secure.getCACertificates('default') : []
  beforeAll(() => {
    if (canAdd) secure.setDefaultCACertificates([...usual, readFileSync(CERTIFICATE, 'utf8')])
    else process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0'
  })
  afterAll(() => {
    if (canAdd) secure.setDefaultCACertificates(usual)
    else delete process.env['NODE_TLS_REJECT_UNAUTHORIZED']
  })
}

type Come = { headers: Record<string, string | string[] | undefined>; body: Buffer }

export async function openLocalPush() {
  const come: Come[] = []
  const answers: { with: number; location?: string; before?: () => Promise<void> } = { with: 201 }
  const server = createServer(tls, (request, response) => {
    const chunks: Buffer[] = []
    request
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', () => {
        come.push({ headers: request.headers, body: Buffer.concat(chunks) })
        void (answers.before?.() ?? Promise.resolve()).then(() =>
          response.writeHead(answers.with, answers.location ? { location: answers.location } : {}).end(),
        )
      })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `localhost:${(server.address() as AddressInfo).port}`
  const stop = () => new Promise<void>((resolve) => (server.closeAllConnections(), server.close(() => resolve())))
  return { host, come, answers, stop, browser: () => openBrowser(host) }
}

const extracted = (salt: Buffer, secret: Buffer) => createHmac('sha256', salt).update(secret).digest()
const expanded = (key: Buffer, info: Buffer, length: number) =>
  createHmac('sha256', key)
    .update(Buffer.concat([info, Buffer.from([1])]))
    .digest()
    .subarray(0, length)

/** A browser with its own keys, which decrypts the messages for them (RFC 8291). */
function openBrowser(host: string) {
  const keys = createECDH('prime256v1')
  const p256dh = keys.generateKeys()
  const auth = randomBytes(16)
  const read = ({ body }: Come): unknown => {
    const salt = body.subarray(0, 16)
    const theirs = body.subarray(21, 21 + body[20]!)
    const sealed = body.subarray(21 + body[20]!)
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), p256dh, theirs])
    const key = extracted(salt, expanded(extracted(auth, keys.computeSecret(theirs)), info, 32))
    const nonce = expanded(key, Buffer.from('Content-Encoding: nonce\0'), 12)
    const cipher = createDecipheriv(
      'aes-128-gcm',
      expanded(key, Buffer.from('Content-Encoding: aes128gcm\0'), 16),
      nonce,
    )
    cipher.setAuthTag(sealed.subarray(-16))
    const plain = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()])
    return JSON.parse(plain.subarray(0, plain.lastIndexOf(2)).toString())
  }
  return {
    subscription: {
      endpoint: `https://${host}/${randomBytes(8).toString('hex')}`,
      keys: { p256dh: p256dh.toString('base64url'), auth: auth.toString('base64url') },
    },
    read,
  }
}
