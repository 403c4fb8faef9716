import { onTestFinished } from 'vitest'
import { sendPush } from '../src/features/delivery/push/push.ts'
import { openLocalPush } from './local-push.ts'
import { SECRET } from './processes.ts'
import { startWorld } from './world.ts'

/** Two matched members. Ben has a browser that receives pushes. The given hosts count as push services, too. */
export async function startPushPair(hosts: readonly string[] = []) {
  const service = await openLocalPush()
  onTestFinished(service.stop)
  const world = await startWorld({ env: { PUSH_HOSTS: [service.host, ...hosts].join(), TOKEN_SECRET: SECRET } })
  const { ada, ben, id } = await world.talking()
  await ben.client.readNotifications({ body: {} })
  const browser = service.browser()
  await ben.client.subscribePush({ body: browser.subscription })
  let count = 0
  const say = (text: string) => ada.client.sendMessage({ params: { id }, body: { clientId: `${id}-${count++}`, text } })
  const push = () => sendPush(world.deps, ben.user._id)
  const received = () => service.come.map(browser.read)
  const subscriptions = async () => (await world.query('select endpoint from push_subscriptions')).rows
  return { world, service, ada, ben, id, say, push, received, subscriptions }
}
