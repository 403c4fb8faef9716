import { pictureSizes } from '@kindred/contract'
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Deps } from '../deps.ts'
import { seededRandom } from '../features/discovery/index.ts'
import { demoMember } from './demo.ts'
import { portrait } from './portraits.ts'
import { loaf } from './still-life.ts'

const AT_ONCE = 2

/** What the demo member sees comes first: pictures in conversations, their own, and those of their matches. */
const priority = sql<number>`case when position is null then 0 when accounts.email = ${demoMember.email} then 1
  when exists (select from matches m join accounts z on z.id in (m.a_id, m.b_id)
    where z.email = ${demoMember.email} and accounts.id in (m.a_id, m.b_id)) then 2 else 3 end`

/** Draws the portraits of the demo people, at most `most` of them. Until one is drawn, people see an initial. */
export async function drawDemo(
  { db, storage, images }: Pick<Deps, 'db' | 'storage' | 'images'>,
  most?: number,
): Promise<void> {
  const undrawn = db
    .selectFrom('pictures')
    .innerJoin('accounts', 'accounts.id', 'pictures.account_id')
    .innerJoin('profiles', 'profiles.account_id', 'pictures.account_id')
    .select(['public_id', 'position', 'first_name', 'last_name', 'profiles.gender'])
    .where('is_demo', '=', true)
    .where('placeholder', '=', '')
    .orderBy(priority)
    .orderBy('position')
    .orderBy('accounts.created_at')
  const pictures = await (most ? undrawn.limit(most) : undrawn).execute()
  for (let at = 0; at < pictures.length; at += AT_ONCE)
    await Promise.all(pictures.slice(at, at + AT_ONCE).map((picture) => draw({ db, storage, images }, picture)))
}

type Undrawn = {
  public_id: string
  position: number | null
  first_name: string
  last_name: string
  gender: string | null
}

async function draw(
  { db, storage, images }: Pick<Deps, 'db' | 'storage' | 'images'>,
  { public_id, position, first_name, last_name, gender }: Undrawn,
): Promise<void> {
  const name = `${first_name} ${last_name}`
  const feminine =
    gender === 'woman' || (gender !== 'man' && createHash('sha1').update(name).digest().readUInt8() % 2 === 0)
  const face = { seed: seededRandom(`face of ${name}`), scene: seededRandom(`scene ${position} of ${name}`), feminine }
  // A picture without a position in a profile belongs to a message.
  const svg = position === null ? loaf() : portrait(face)
  const drawn = await images.drawOurs(Buffer.from(svg))
  for (const size of pictureSizes) await storage.put(`${public_id}/${size}.webp`, drawn.files[size])
  await db
    .updateTable('pictures')
    .set({ placeholder: drawn.placeholder, width: drawn.width, height: drawn.height, size: drawn.files.large.length })
    .where('public_id', '=', public_id)
    .execute()
}
