import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { newMember, likeEachOther } from './world.ts'

export type Person = Awaited<ReturnType<typeof newMember>>

export const write = ({ client }: Person, id: string, text: string) =>
  client.sendMessage({ params: { id }, body: { clientId: randomUUID(), text } })

/** Someone who wrote to Ada and waits for her answer. */
export async function waiting(page: Page, ada: Person, firstName: string): Promise<string> {
  const person = await newMember(page, { firstName })
  const id = await likeEachOther(person, ada)
  await write(person, id, `Hello from ${firstName}, who has a lot to say about boats, bread and the river`)
  return id
}
