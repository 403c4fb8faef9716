import { bucketOf, contactIn, hashedText, type HashedContact } from '@kindred/contract'
import { createHash, createHmac } from 'node:crypto'
import type { Person } from './people.ts'

/** Hashes contacts as a member's device does. */
export async function hashedBy({ client }: Pick<Person, 'client'>, lines: readonly string[]): Promise<HashedContact[]> {
  const key = Buffer.from((await client.listBlockedContacts()).data.key, 'base64url')
  return lines.map((line) => {
    const contact = contactIn(line)
    if (!contact) throw new Error(`${line} is no contact.`)
    const { kind, hint } = contact
    const hash = createHmac('sha256', key).update(hashedText(contact)).digest('base64url')
    return { kind, hint, hash, bucket: bucketOf(createHash('sha256').update(hashedText(contact)).digest()) }
  })
}

export const blockContacts = async (person: Pick<Person, 'client'>, ...lines: string[]) =>
  person.client.blockContacts({ body: { contacts: await hashedBy(person, lines) } })
