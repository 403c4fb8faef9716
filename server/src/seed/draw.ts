import { pictureSizes } from '@kindred/contract'
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Deps } from '../deps.ts'
import { seededRandom } from '../features/discovery/index.ts'
import { ageOn } from '../features/profiles/index.ts'
import type { Drawn } from '../infra/images/drawing.ts'
import type { Storage } from '../infra/storage/storage.ts'
import { demoMember } from './demo.ts'
import { PORTRAIT, portrait } from './portraits.ts'
import { loaf } from './still-life.ts'

const AT_ONCE = 2

/** The demo member's view comes first: photos in conversations, the member's own photos, and those of matches. */
const priority = sql<number>`case when position is null then 0 when accounts.email = ${demoMember.email} then 1
  when exists (select from matches m join accounts z on z.id in (m.a_id, m.b_id)
    where z.email = ${demoMember.email} and accounts.id in (m.a_id, m.b_id)) then 2 else 3 end`

type Drawing = Pick<Deps, 'db' | 'storage' | 'images' | 'clock'>

const undrawn = (db: Deps['db']) =>
  db
    .selectFrom('pictures')
    .innerJoin('accounts', 'accounts.id', 'pictures.account_id')
    .innerJoin('profiles', 'profiles.account_id', 'pictures.account_id')
    .select([
      'public_id',
      'position',
      'pictures.name as file',
      'first_name',
      'last_name',
      'date_of_birth',
      'profiles.gender',
    ])
    .where('is_demo', '=', true)
    .where('placeholder', '=', '')

export async function drawDemo({ db, storage, images, clock }: Drawing, most?: number): Promise<void> {
  const inOrder = undrawn(db).orderBy(priority).orderBy('position').orderBy('accounts.created_at')
  const pictures = await (most ? inOrder.limit(most) : inOrder).execute()
  for (let at = 0; at < pictures.length; at += AT_ONCE)
    await Promise.all(pictures.slice(at, at + AT_ONCE).map((picture) => draw({ db, storage, images, clock }, picture)))
}

/** Draws a portrait immediately if it is requested before its turn, so that none is missing. */
export function withDemoPortraits({ db, storage, images, clock }: Drawing): Storage {
  const drawing = new Map<string, Promise<Files | null>>()
  const drawMissing = async (publicId: string): Promise<Files | null> => {
    const picture = await undrawn(db).where('public_id', '=', publicId).executeTakeFirst()
    return picture ? draw({ db, storage, images, clock }, picture) : null
  }
  return {
    ...storage,
    get: async (key) => {
      const stored = await storage.get(key)
      const [, publicId, size] = /^(\w+)\/(\w+)\.webp$/.exec(key) ?? []
      if (stored || !publicId) return stored
      // A page may request several sizes of one photo, or one size in several places.
      const drawn = drawing.get(publicId) ?? drawMissing(publicId).finally(() => drawing.delete(publicId))
      drawing.set(publicId, drawn)
      return (await drawn)?.[pictureSizes.find((each) => each === size) ?? 'large'] ?? null
    },
  }
}

type Files = Drawn['files']
type Undrawn = {
  public_id: string
  position: number | null
  file: string
  first_name: string
  last_name: string
  date_of_birth: string | null
  gender: string | null
}

async function draw(
  { db, storage, images, clock }: Drawing,
  { public_id, position, file, first_name, last_name, date_of_birth, gender }: Undrawn,
): Promise<Files> {
  // Photos that several people use have their own name, and so the same face.
  const name = file === PORTRAIT ? `${first_name} ${last_name}` : file
  const feminine =
    gender === 'woman' || (gender !== 'man' && createHash('sha1').update(name).digest().readUInt8() % 2 === 0)
  const face = {
    seed: seededRandom(`face of ${name}`),
    scene: seededRandom(`scene ${position} of ${name}`),
    feminine,
    age: date_of_birth === null ? 30 : ageOn(date_of_birth, clock.now()),
  }
  // A photo without a position in a profile belongs to a message.
  const svg = position === null ? loaf() : portrait(face)
  const drawn = await images.drawOurs(Buffer.from(svg))
  for (const size of pictureSizes) await storage.put(`${public_id}/${size}.webp`, drawn.files[size])
  await db
    .updateTable('pictures')
    .set({ placeholder: drawn.placeholder, width: drawn.width, height: drawn.height, size: drawn.files.large.length })
    .where('public_id', '=', public_id)
    .execute()
  return drawn.files
}
