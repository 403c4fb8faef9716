import type { Deps } from '../../deps.ts'
import { countLikes, findShownLikes, saveShownLikes, type NewlyShown } from './likes.sql.ts'
import { bucketOf, nextBucket } from './rules.ts'

type Shown = { id: string; likes: number; announced: number }

/**
 * The number of people who like these members, as a bucket that is renewed once a day, at each member's own hour
 * (likesRenewedAt). The first request after that hour renews it.
 */
export async function renewLikes({ db, clock }: Pick<Deps, 'db' | 'clock'>, ids: readonly string[]): Promise<Shown[]> {
  const now = clock.now()
  const before = await findShownLikes(db, ids, now)
  const due = before.filter(({ likes, at, renewed_at }) => likes === null || at === null || at < renewed_at)
  const shown = new Map(before.map(({ id, likes }) => [id, bucketOf(likes ?? 0)]))
  if (due.length > 0) {
    const wereShown = new Map(due.map(({ id, likes }) => [id, likes === null ? null : bucketOf(likes)]))
    const counted = await countLikes(
      db,
      due.map(({ id }) => id),
      now,
    )
    const renewed = counted.map(({ id, renewed_at, likers, others, waiting }): NewlyShown => {
      const was = wereShown.get(id) ?? null
      const next = nextBucket(was, others, waiting)
      return next === null ? { id, renewed_at, likes: was ?? 0, likers: null } : { id, renewed_at, likes: next, likers }
    })
    await saveShownLikes(db, renewed)
    for (const { id, likes } of renewed) shown.set(id, likes)
  }
  return before.map(({ id, announced }) => ({ id, likes: shown.get(id) ?? 0, announced: announced ?? 0 }))
}
