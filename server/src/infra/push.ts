import { ECDH } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import webPush from 'web-push'

// Clients name the endpoint, so we only call push services that browsers use, and follow no redirects.

export type Subscription = { endpoint: string; p256dh: string; auth: string }
export type Push = {
  publicKey: string
  isKnown: (endpoint: string) => boolean
  send: (to: Subscription, payload: object) => Promise<'sent' | 'gone' | 'failed'>
}

const services = [
  'fcm.googleapis.com',
  'android.googleapis.com',
  'updates.push.services.mozilla.com',
  '.push.services.mozilla.com',
  '.notify.windows.com',
  '.push.apple.com',
]

const bytesOf = (text: string): Buffer =>
  /^[\w-]*={0,2}$/.test(text) ? Buffer.from(text, 'base64url') : Buffer.alloc(0)

/** An uncompressed point on the curve P-256. */
function isPoint(p256dh: string): boolean {
  const point = bytesOf(p256dh)
  if (point.length !== 65 || point[0] !== 4) return false
  try {
    ECDH.convertKey(point, 'prime256v1')
    return true
  } catch {
    return false
  }
}

/** Returns the keys that no push can be encrypted for. Clients send the keys, so they may be anything. */
export const wrongKeys = ({ p256dh, auth }: Pick<Subscription, 'p256dh' | 'auth'>): ('p256dh' | 'auth')[] => [
  ...(isPoint(p256dh) ? [] : ['p256dh' as const]),
  ...(bytesOf(auth).length === 16 ? [] : ['auth' as const]),
]

/** The timeout for a push service. Members choose the service, and several of them wait for their pushes together. */
const SEND_WITHIN = 5_000

type Keys = { publicKey: string; privateKey: string }

/** Generates keys once and saves them. With other keys, every subscription would be lost. */
function ensureKeys(file: string): Keys {
  // Only this function writes the file.
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Keys
  const keys = webPush.generateVAPIDKeys()
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(`${file}.new`, JSON.stringify(keys), { mode: 0o600 })
  renameSync(`${file}.new`, file)
  return keys
}

type Options = {
  keys: Keys | string
  subject: string
  hosts: string | undefined
}

export function openPush({ keys, subject, hosts }: Options): Push {
  const { publicKey, privateKey } = typeof keys === 'string' ? ensureKeys(keys) : keys
  const known = [...services, ...(hosts?.split(',').map((host) => host.trim()) ?? [])]
  const isKnown = (endpoint: string) => {
    if (!URL.canParse(endpoint)) return false
    const { protocol, host, username } = new URL(endpoint)
    if (protocol !== 'https:' || username) return false
    return known.some((each) => (each.startsWith('.') ? host.endsWith(each) : host === each))
  }
  const send: Push['send'] = async (to, payload) => {
    if (!isKnown(to.endpoint) || wrongKeys(to).length > 0) return 'gone'
    const { endpoint, p256dh, auth } = to
    const vapidDetails = { subject, publicKey, privateKey }
    const request = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, JSON.stringify(payload), {
      vapidDetails,
      TTL: 24 * 3600,
    })
    const { status, body } = await fetch(endpoint, {
      method: 'POST',
      headers: Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)]),
      body: request.body && new Uint8Array(request.body),
      redirect: 'manual',
      signal: AbortSignal.timeout(SEND_WITHIN),
    }).catch(() => ({ status: 0, body: null }))
    // The response's body may be endless, so it isn't read.
    await body?.cancel().catch(() => {})
    return status >= 200 && status < 300 ? 'sent' : status === 404 || status === 410 ? 'gone' : 'failed'
  }
  return { publicKey, isKnown, send }
}
