import { members } from './member-client.ts'

type ScriptAddresses = { createScriptURL: (address: string) => string }
type TrustedTypes = { createPolicy: (name: string, rules: ScriptAddresses) => ScriptAddresses }

declare global {
  interface Window {
    trustedTypes?: TrustedTypes
  }
}

const WORKER = '/sw.js'
let started: Promise<ServiceWorkerRegistration | null> | undefined

/** The service worker, which opens the app offline and shows push notifications. Null if unsupported. */
export const startWorker = (): Promise<ServiceWorkerRegistration | null> => (started ??= start())

async function start(): Promise<ServiceWorkerRegistration | null> {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return null
  // Trusted Types block script URLs unless a policy allows them.
  const policy = window.trustedTypes?.createPolicy('kindred', { createScriptURL: () => WORKER })
  return navigator.serviceWorker.register(policy?.createScriptURL(WORKER) ?? WORKER).catch(() => null)
}

export const canPush = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis

/** Returns whether this browser gets pushes, and renews its subscription, which ended with an earlier session. */
export async function isPushed(): Promise<boolean> {
  const subscription = await (await startWorker())?.pushManager.getSubscription()
  return subscription ? send(subscription) : false
}

async function send(subscription: PushSubscription): Promise<boolean> {
  const { endpoint, keys } = subscription.toJSON()
  if (!endpoint || !keys?.['p256dh'] || !keys['auth']) return false
  await members.subscribePush({ body: { endpoint, keys: { p256dh: keys['p256dh'], auth: keys['auth'] } } })
  return true
}

/** Turns on push notifications for this browser. False if the user or the browser refuses. */
export async function startPush(publicKey: string): Promise<boolean> {
  const worker = await startWorker()
  if (!worker || (await Notification.requestPermission()) !== 'granted') return false
  return send(await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey }))
}

export async function stopPush(): Promise<void> {
  const subscription = await (await startWorker())?.pushManager.getSubscription()
  if (!subscription) return
  await members.unsubscribePush({ body: { endpoint: subscription.endpoint } })
  await subscription.unsubscribe()
}
