import { expect } from 'vitest'
import { postFrom } from './post-from.ts'
import type { Person } from './people.ts'
import { until, type World } from './world.ts'

export const failedSignIns = async (world: World, { user }: Person): Promise<number> =>
  (
    await world.query(`select count(*)::int as count from sign_ins
      where account_id = '${user._id}' and outcome = 'failed'`)
  ).rows[0].count

export const warnings = async (world: World, { user }: Person): Promise<string[]> =>
  (
    await world.query(
      `select kind from mails where account_id = '${user._id}' and kind like 'wrong-%' order by created_at`,
    )
  ).rows.map(({ kind }) => kind)

/** Tries wrong passwords, each from a different network. */
export async function guess(world: World, person: Person, times: number, net: string): Promise<void> {
  const before = await failedSignIns(world, person)
  const { email } = person
  const guesses = Array.from({ length: times }, (_, n) =>
    postFrom(world, `198.51.${net}.${n}`, 'login', { email, password: `wrong wrong ${n}` }),
  )
  expect(new Set((await Promise.all(guesses)).map(({ status }) => status))).toEqual(new Set([401]))
  await until(async () => (await failedSignIns(world, person)) === before + times)
}
