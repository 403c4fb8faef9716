import type { Admission } from '@kindred/contract'
import { configure } from './configuring.ts'
import { codeIn } from './outbox.ts'
import type { Person } from './people.ts'
import type { World } from './world.ts'

/** Saves the rules of who may join, as an administrator does. Without rules, anyone may. */
export async function restrict(world: World, admission: Admission | undefined, by?: Person): Promise<Person> {
  const ines = by ?? (await world.administrator())
  await configure(ines.client, { admission })
  return ines
}

/** Confirms a person's address with the emailed code. */
export async function confirm(world: World, { email, verificationToken, token }: Person) {
  const code = codeIn((await world.mailsTo(email)).at(-1)!)
  return world.client(token).verifyEmail({ body: { verificationToken, code } })
}

/** An invitation code of the team. */
export const invitationBy = async (
  { client }: Person,
  body: Partial<Parameters<Person['client']['createInvitation']>[0]['body']> = {},
) => (await client.createInvitation({ body: { limit: 1, ...body } })).data.invitation
