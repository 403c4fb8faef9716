import { ApiError, type Configuration, iconFile, Recipe, recipeNames } from '@kindred/contract'
import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { configure } from '../configuring.ts'
import { startWorld, type World } from '../world.ts'

async function operated(env: Record<string, string> = {}) {
  const world = await startWorld({ env })
  const { client, token } = await world.administrator()
  const save = async (configuration: Configuration) =>
    client.changeConfiguration({ body: { configuration }, ifMatch: (await client.getConfiguration()).data.version })
  const change = (part: Partial<Configuration>) => configure(client, part)
  const use = async (recipe: Recipe) => save((await client.readRecipe({ body: recipe })).data.configuration)
  const now = async () => (await client.getConfiguration()).data.configuration
  return { world, client, token, change, use, now, exported: async () => (await client.exportRecipe()).data }
}

async function uploadIcon(world: World, token: string): Promise<string> {
  const form = new FormData()
  const bytes = await sharp({ create: { width: 512, height: 512, channels: 3, background: '#1d4ed8' } })
    .png()
    .toBuffer()
  form.append('file', new Blob([new Uint8Array(bytes)]), 'icon.png')
  const headers = { authorization: `Bearer ${token}` }
  const answer = await world.request('/api/v1/admin/look/icon', { method: 'POST', headers, body: form })
  return ((await answer.json()) as { data: { file: string } }).data.file
}

const faculty = {
  id: 'faculty',
  kind: 'one',
  label: 'Faculty',
  translations: { ar: { label: 'الكلية' } },
  options: [
    { id: 'law', label: 'Law' },
    { id: 'arts', label: 'Arts', translations: { de: 'Kunst' } },
  ],
  asked: 'joining',
  required: true,
  audience: 'everyone',
  filter: 'free',
  dealbreaker: true,
  weight: 2,
  sensitive: false,
} as const

const bytesAt = async (world: World, path: string) => {
  const answer = await world.request(path)
  return [answer.status, Buffer.from(await answer.arrayBuffer()).toString('base64')]
}

const refusal = (call: Promise<unknown>) =>
  call.then(
    () => 'accepted',
    (error: ApiError) => [error.code, error.details.errors?.map(({ path }) => path)],
  )

test('an installation as it came is an empty recipe, and a recipe doesn’t say who runs the site', async () => {
  const { change, exported } = await operated()
  expect(await exported()).toEqual({ recipe: 1, configuration: {} })
  await change({
    brand: 'Uferweg',
    supportEmail: 'hallo@uferweg.example',
    operator: { name: 'Verein Uferweg', email: 'vorstand@uferweg.example' },
  })
  expect(await exported()).toEqual({ recipe: 1, configuration: { brand: 'Uferweg' } })
})

test('a recipe goes out of one site and into another byte for byte, with its pictures', async () => {
  const from = await operated()
  const icon = await uploadIcon(from.world, from.token)
  await from.change({
    look: {
      accent: '#1d4ed8',
      icon,
      welcome: { headline: 'On campus', translations: { ar: { headline: 'في الحرم' } } },
    },
    fields: [{ ...faculty, options: [...faculty.options] }],
    admission: { join: 'domain', domains: ['*.campus.example'] },
    yourTurnLimit: 7,
    currency: 'CHF',
    prices: { monthly: 900, quarterly: 2400, annual: 7200 },
  })
  const recipe = await from.exported()
  expect(Object.keys(recipe.files ?? {})).toHaveLength(4)

  const to = await operated({ BRAND_NAME: 'Elsewhere', SUPPORT_EMAIL: 'help@elsewhere.example' })
  await to.change({ operator: { name: 'Elsewhere e. V.' }, trialDays: { monthly: 3, quarterly: 3, annual: 3 } })
  await to.use(recipe)
  expect(JSON.stringify(await to.exported())).toBe(JSON.stringify(recipe))
  expect(await to.now()).toMatchObject({
    brand: 'Elsewhere',
    supportEmail: 'help@elsewhere.example',
    operator: { name: 'Elsewhere e. V.' },
    // What the recipe leaves out is as installed.
    trialDays: { monthly: 0, quarterly: 0, annual: 0 },
  })
  for (const name of [icon, iconFile(icon, 180), iconFile(icon, 'masked')])
    expect(await bytesAt(to.world, `/look/${name}`)).toEqual(await bytesAt(from.world, `/look/${name}`))
})

test('an answer’s option that was retired is in no recipe', async () => {
  const { change, exported } = await operated()
  await change({ fields: [{ ...faculty, options: [...faculty.options] }] })
  await change({ fields: [{ ...faculty, options: [faculty.options[0]] }] })
  const { configuration } = await exported()
  expect(configuration.fields?.[0]?.options).toEqual([faculty.options[0]])
  await change({ fields: [] })
  expect(await exported()).toEqual({ recipe: 1, configuration: {} })
})

test('a prompt that was retired is in no recipe', async () => {
  const { change, exported } = await operated()
  const [one, other] = [
    { id: 'tea', label: 'Tea or coffee' },
    { id: 'sea', label: 'By the sea' },
  ]
  await change({ profileValues: { prompts: [one, other] } })
  await change({ profileValues: { prompts: [one] } })
  expect((await exported()).configuration.profileValues).toEqual({ prompts: [one] })
})

test('pictures that aren’t what they say are refused, and nothing is stored', async () => {
  const { world, client, token, change, exported } = await operated()
  const icon = await uploadIcon(world, token)
  await change({ look: { icon } })
  const { files = {}, ...recipe } = await exported()
  const [name, content] = Object.entries(files)[0]!
  // A header is not a picture.
  const header = Buffer.concat([
    Buffer.from(content, 'base64').subarray(0, 60),
    Buffer.from('<script>alert(1)</script>'),
  ])
  const id = createHash('sha256').update(header).digest('hex').slice(0, 32)
  const page = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>').toString('base64')
  const other = await operated()
  for (const wrong of [
    // Another picture under a name that a version may show.
    { [name]: content, [iconFile(icon, 192)]: content },
    { [name]: page },
    { [`${id}-512x512.png`]: header.toString('base64') },
    { [name.replace('.png', '.jpg')]: content },
  ])
    expect(await refusal(other.client.readRecipe({ body: { ...recipe, files: wrong } }))).toEqual([
      'invalid_request',
      [expect.stringMatching(/^files\./)],
    ])
  expect((await bytesAt(other.world, `/look/${icon}`))[0]).toBe(404)
  expect(await refusal(client.readRecipe({ body: { ...recipe, files: { '../../a.png': content } } }))).toEqual([
    'invalid_request',
    [expect.stringContaining('files')],
  ])
})

test('a recipe of another format, with unknown settings or wrong values is refused by name', async () => {
  const { client } = await operated()
  const read = (body: unknown) => refusal(client.readRecipe({ body: body as Recipe }))
  expect(await read({ recipe: 2, configuration: {} })).toEqual(['invalid_request', ['recipe']])
  expect(await read({ recipe: 1, configuration: { theme: {} } })).toEqual(['invalid_request', ['configuration.theme']])
  expect(await read({ recipe: 1, configuration: { operator: {} } })).toEqual([
    'invalid_request',
    ['configuration.operator'],
  ])
  expect(await read({ recipe: 1, configuration: { fields: [{ ...faculty, label: '' }] } })).toEqual([
    'invalid_request',
    ['configuration.fields.0.label'],
  ])
})

test.each(recipeNames)('the recipe %s can be used as it comes', async (name) => {
  const { client, use, exported } = await operated()
  const recipe = (await client.getRecipe({ params: { name } })).data
  expect(recipe).toEqual(Recipe.parse(recipe))
  expect(Object.keys(recipe.configuration)).not.toEqual([])
  await use(recipe)
  expect(await exported()).toEqual(recipe)
})

test('recipes need the right to the configuration', async () => {
  const { world } = await operated()
  const moderator = (await world.staff('moderator')).client
  const member = (await world.member()).client
  for (const client of [moderator, member]) {
    expect(await refusal(client.exportRecipe())).toEqual(['forbidden', undefined])
    expect(await refusal(client.getRecipe({ params: { name: 'town' } }))).toEqual(['forbidden', undefined])
    expect(await refusal(client.readRecipe({ body: { recipe: 1, configuration: {} } }))).toEqual([
      'forbidden',
      undefined,
    ])
  }
})
