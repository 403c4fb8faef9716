import type { Person } from './people.ts'

export const date = async ({ client }: Person, { user }: Person) =>
  (await client.choose({ body: { userId: user._id, action: 'like' } })).data
