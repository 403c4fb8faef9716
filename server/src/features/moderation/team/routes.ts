import type { team, TeamMemberStats } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Handlers } from '../../../http/mount.ts'
import { days, later } from '../../../infra/clock.ts'
import { findColleagues, findTeamStats } from './queries.ts'

async function teamStatistics({ db, clock }: Pick<Deps, 'db' | 'clock'>, period: number): Promise<TeamMemberStats[]> {
  const colleagues = await findColleagues(db)
  const ids = colleagues.map(({ id }) => id)
  const rows = await findTeamStats(db, ids, later(clock.now(), -days(period)))
  const byId = new Map(rows.map((row) => [row.id, row]))
  return colleagues.flatMap(({ id, name }) => {
    const row = byId.get(id)
    if (!row) return []
    return {
      _id: id,
      name,
      handled: row.handled,
      firstAnswer: { median: row.median, of: row.answered },
      overturned: { count: row.overturned, of: row.decisions },
      agreed: { count: row.agreed, of: row.reviewed },
    }
  })
}

export const teamHandlers: Handlers<typeof team> = {
  listColleagues: async ({ db }) => ({
    data: { colleagues: (await findColleagues(db)).map(({ id, name }) => ({ _id: id, name })) },
  }),
  getTeamStatistics: async (context, { query }) => ({
    data: { members: await teamStatistics(context, Number(query.days)) },
  }),
}
