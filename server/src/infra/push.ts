import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import webPush from 'web-push'

// Web push: only to services that browsers use, over https, without following a redirect. What the endpoint says is not ours.

export type Subscription = { endpoint: string; p256dh: string; auth: string }
export type Push = {
  publicKey: string
  /** Whether this is an address of a push service that we know. */
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

type Keys = { publicKey: string; privateKey: string }

/** Made once, and kept: with other keys every subscription would be lost. */
function keysIn(file: string): Keys {
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Keys
  const made = webPush.generateVAPIDKeys()
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(`${file}.new`, JSON.stringify(made), { mode: 0o600 })
  renameSync(`${file}.new`, file)
  return made
}

type Options = {
  keys: Keys | string
  subject: string
  /** More hosts, apart by commas. */
  hosts: string | undefined
}

export function openPush({ keys, subject, hosts }: Options): Push {
  const { publicKey, privateKey } = typeof keys === 'string' ? keysIn(keys) : keys
  const known = [...services, ...(hosts?.split(',').map((host) => host.trim()) ?? [])]
  const isKnown = (endpoint: string) => {
    if (!URL.canParse(endpoint)) return false
    const { protocol, host, username } = new URL(endpoint)
    if (protocol !== 'https:' || username) return false
    return known.some((each) => (each.startsWith('.') ? host.endsWith(each) : host === each))
  }
  const send: Push['send'] = async ({ endpoint, p256dh, auth }, payload) => {
    if (!isKnown(endpoint)) return 'gone'
    const vapidDetails = { subject, publicKey, privateKey }
    const made = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, JSON.stringify(payload), {
      vapidDetails,
      TTL: 24 * 3600,
    })
    const { status } = await fetch(endpoint, {
      method: 'POST',
      headers: made.headers as Record<string, string>,
      body: made.body as unknown as Uint8Array<ArrayBuffer>,
      redirect: 'manual',
      signal: AbortSignal.timeout(10_000),
    }).catch(() => ({ status: 0 }))
    return status >= 200 && status < 300 ? 'sent' : status === 404 || status === 410 ? 'gone' : 'failed'
  }
  return { publicKey, isKnown, send }
}
