import { unzipSync } from 'fflate'
import { tokenIn } from './outbox.ts'
import type { Person } from './people.ts'
import { until, type World } from './world.ts'

/** The files that a member gets when they request their data and open the link in the email. */
export async function ownExport(world: World, { client, email }: Person): Promise<Record<string, Uint8Array>> {
  await client.exportOwnData()
  const mail = await until(async () =>
    (await world.mailsTo(email)).find(({ text }) => text.includes('/settings/export')),
  )
  const answer = await world.request('/api/v1/auth/export/file', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token: tokenIn(mail) }),
  })
  return unzipSync(new Uint8Array(await answer.arrayBuffer()))
}
