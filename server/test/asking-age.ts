import type { Age } from '@kindred/contract'
import { configure } from './configuring.ts'
import type { Person } from './people.ts'
import { until, type World } from './world.ts'

/** Saves the rules of the proof of age, as an administrator does. Without rules, there are none. */
export async function askAge(world: World, age: Age | undefined, by?: Person): Promise<Person> {
  const ines = by ?? (await world.administrator())
  await configure(ines.client, { age })
  return ines
}

export const ageOf = async ({ client }: Person) => (await client.getAge()).data.age

/** The first email with these words. Waits until there is one. */
export const mailWith = (world: World, { email }: Person, words: string): Promise<string> =>
  until(async () => (await world.mailsTo(email, 0)).map(({ text }) => text).find((text) => text?.includes(words)))

/** Uploads a photo for a proof of age. */
export async function addAgePhoto(world: World, { token }: Person, kind: 'document' | 'selfie', bytes: Uint8Array) {
  const form = new FormData()
  form.append('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), 'photo.jpg')
  const answer = await world.request(`/api/v1/age/photos/${kind}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  })
  return { status: answer.status, body: (await answer.json()) as { code?: string } }
}

const consent = { body: { consent: true } } as const

/** Sends a photo to the team, as the page does it. */
export async function sendAgePhoto(world: World, person: Person, kind: 'document' | 'selfie', bytes: Uint8Array) {
  await addAgePhoto(world, person, kind, bytes)
  await person.client.sendAgePhotos(consent)
}
