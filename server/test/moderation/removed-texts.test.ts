import { pictures, places, profile, type Route } from '@kindred/contract'
import { toJSONSchema } from 'zod'
import { expect, test } from 'vitest'
import { decide } from '../deciding.ts'
import { startWorld } from '../world.ts'

type Schema = {
  type?: string
  enum?: unknown[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
}
type Input = { path: string; value: unknown }

/** Text that refers to something else, or that members choose from a list. */
const NOT_WRITTEN = /\.(publicId|order|dateOfBirth|timeZone|intention)$/

/** Inputs with this text in one place each, and only what is required in all others. */
function inputsWith(text: string, schema: Schema, needed: object, path: string): Input[] {
  const { enum: listed, properties = {}, required = [], items, anyOf = [] } = schema
  if (schema.type === 'string') return listed || NOT_WRITTEN.test(path) ? [] : [{ path, value: text }]
  const others = Object.fromEntries(required.map((key) => [key, key in needed ? needed[key as never] : null]))
  return [
    ...anyOf.flatMap((each) => inputsWith(text, each, needed, path)),
    ...(items ? inputsWith(text, items, needed, path).map((each) => ({ ...each, value: [each.value] })) : []),
    ...Object.entries(properties).flatMap(([key, each]) =>
      inputsWith(text, each, needed, `${path}.${key}`).map((input) => ({
        ...input,
        value: { ...others, [key]: input.value },
      })),
    ),
  ]
}

test('no text of the profile accepts what staff removed from it, not even in lookalike letters', async () => {
  const world = await startWorld()
  const [ines, ada] = [await world.administrator(), await world.dater()]
  const { public_id: publicId } = await world.picture(ada, 1)
  const removed = 'Write to me elsewhere'
  const disguised = 'Wʀɪte ᴛo me elsewhere'
  await ada.client.editProfile({ body: { bio: removed } })
  await decide(ines, ada, { kind: 'hide', hide: { bio: true } })
  const needed = { publicId, question: 'Where I spend Sundays', answer: 'By the river.', city: 'Lisbon' }
  const answers: Record<string, string> = {}
  for (const [name, { body }] of Object.entries<Route>({ ...profile, ...pictures, ...places })) {
    const schema = body ? (toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as Schema) : {}
    const call: (input: object) => Promise<unknown> = ada.client[name as 'editProfile']
    for (const { path, value } of inputsWith(disguised, schema, needed, name))
      answers[path] = await call({ params: { publicId }, body: value }).then(
        () => 'accepted',
        ({ message }: Error) => message,
      )
  }
  const paths = Object.keys(answers)
  expect(paths).toEqual(expect.arrayContaining(['editProfile.prompts.question', 'describePicture.alt']))
  const refused = 'Our team removed this text from your profile. Please write something else.'
  expect(answers).toEqual(Object.fromEntries(paths.map((path) => [path, refused])))
})
