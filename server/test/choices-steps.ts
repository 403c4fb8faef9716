import { type Person } from './people.ts'

export const choose = ({ client }: Person, { user }: Person, action: 'like' | 'pass' | 'superlike' = 'like') =>
  client.choose({ body: { userId: user._id, action } })
