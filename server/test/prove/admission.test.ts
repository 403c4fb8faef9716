import { expect, test } from 'vitest'
import { invitationBy, restrict } from '../admitting.ts'
import { proof } from '../proofs.ts'
import { startWorld } from '../world.ts'
import { invited } from '../admission-steps.ts'

/** The number. A run without PROVE=full takes a tenth, because each use creates an account. */
const USES = process.env['PROVE'] === 'full' ? 3000 : 300

test('simultaneous uses of a code admit exactly its limit', async () => {
  const world = await startWorld({ answerWithin: 500_000 })
  const ines = await restrict(world, { join: 'invitation' })
  const limit = Math.round(USES / 10)
  const { code, _id } = await invitationBy(ines, { limit })
  const outcomes = await Promise.allSettled(Array.from({ length: USES }, () => invited(world, code)))
  const joined = outcomes.filter(({ status }) => status === 'fulfilled').length
  const refused = outcomes.filter((each) => each.status === 'rejected' && /used up/.test(String(each.reason))).length
  expect({ joined, refused }).toEqual({ joined: limit, refused: USES - limit })
  const { rows } = await world.query(`
    select used, (select count(*)::int from admissions where invitation_id = i.id) as accounts
    from invitations i where id = '${_id}'`)
  expect(rows).toEqual([{ used: limit, accounts: limit }])
  proof(`${USES} simultaneous uses of a code: ${joined} joined, its limit`)
}, 900_000)
