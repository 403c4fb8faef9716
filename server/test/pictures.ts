import sharp from 'sharp'
import type { Person } from './people.ts'
import type { World } from './world.ts'

// Recognizable pictures, a different one for each number.

const scene = (which: number): string => {
  let state = which * 7919 + 1
  const next = (most: number) => (state = (state * 48271) % 2147483647) % most
  const shapes = Array.from(
    { length: 14 },
    () =>
      `<rect x="${next(500)}" y="${next(700)}" width="${60 + next(300)}" height="${60 + next(300)}" fill="rgb(${next(255)},${next(255)},${next(255)})"/>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="800"><rect width="600" height="800" fill="#bbb"/>${shapes.join('')}</svg>`
}

export const photoOf = (which: number) =>
  sharp(Buffer.from(scene(which)))
    .jpeg()
    .toBuffer()

/** A copy as if saved from a profile: smaller, recompressed and slightly brighter. */
export const copyOf = async (which: number) =>
  sharp(await photoOf(which))
    .resize(400)
    .modulate({ brightness: 1.08 })
    .jpeg({ quality: 55 })
    .toBuffer()

/** Uploads a plain picture, which may be refused. */
export async function tryToUpload(world: World, token: string, background = '#c0563a') {
  const picture = await sharp({ create: { width: 600, height: 800, channels: 3, background } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.append('file', new Blob([picture as Uint8Array<ArrayBuffer>]), 'me.png')
  const headers = { authorization: `Bearer ${token}` }
  const answer = await world.request('/api/v1/media', { method: 'POST', headers, body: form })
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), body: await answer.text() }
}

export async function uploadTo(world: World, { token }: Person, bytes: Uint8Array): Promise<string> {
  const form = new FormData()
  form.append('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), 'me.jpg')
  const headers = { authorization: `Bearer ${token}` }
  const answer = await world.request('/api/v1/media', { method: 'POST', headers, body: form })
  return ((await answer.json()) as { publicId: string }).publicId
}

/** Uploads pictures and adds them to the profile. */
export async function showPictures(world: World, person: Person, ...pictures: Uint8Array[]): Promise<string[]> {
  const ids: string[] = []
  for (const bytes of pictures) ids.push(await uploadTo(world, person, bytes))
  await person.client.uploadPictures({ body: { imagesData: ids.map((publicId) => ({ publicId })) } })
  return ids
}
