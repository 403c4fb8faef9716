import { expect, test } from 'vitest'
import { configure } from '../configuring.ts'
import type { Person } from '../people.ts'
import { startWorld, type World } from '../world.ts'

// The export of the audit log: its content, its readers, and the entries it leaves.

const REASON = 'A yearly count.'
const PATH = '/api/v1/admin/audit/export.csv'

const csv = (world: World, { token }: Person, query = '', reason: string | null = REASON) =>
  world.request(`${PATH}${query}`, {
    headers: { authorization: `Bearer ${token}`, ...(reason === null ? {} : { 'x-reason': reason }) },
  })

test('the log downloads as it is filtered, with what each entry changed, and without formulas', async () => {
  const world = await startWorld()
  const [ada, ben, ines] = [await world.dater(), await world.dater({ firstName: 'Ben' }), await world.administrator()]
  const params = { id: ada.user._id }
  await ines.client.editUser({ params, body: { firstName: 'Ida', bio: '=SUM(1), "quoted"' } })
  await ines.client.deactivateUser({ params: { id: ben.user._id }, body: { reason: '=HYPERLINK("http://evil")' } })
  const text = await (await csv(world, ines, `?actor=${ines.user._id}`)).text()
  const [head, ...lines] = text.trim().split('\r\n')
  expect(head).toBe('id,at,actor,actorId,action,about,aboutId,reason,changes,isErased')
  const line = (action: string) => lines.find((each) => each.includes(`,${action},`)) ?? ''
  expect(line('account.edited')).toContain(`,Ida Marlowe,${ada.user._id},`)
  expect(line('account.edited')).toContain('firstName: Ada → Ida"')
  expect(line('account.edited')).toMatch(/"bio: .* → =SUM\(1\), ""quoted""; firstName/)
  expect(line('account.deactivated')).toContain(`,"'=HYPERLINK(""http://evil"")",`)
  // Filters narrow the file as they narrow the list, and the log records each download.
  const only = async (query: string) =>
    (await (await csv(world, ines, query)).text())
      .trim()
      .split('\r\n')
      .slice(1)
      .map((each) => each.split(',')[4])
  expect(await only(`?subject=${ada.user._id}&actor=${ines.user._id}`)).toEqual(['account.edited'])
  expect(await only('?action=account.deactivated')).toEqual(['account.deactivated'])
  expect(await only('?from=2999-01-01')).toEqual([])
  expect((await ines.client.listAudit({ query: { action: 'audit.exported' } })).data.entries).toMatchObject([
    { reason: REASON, details: { from: '2999-01-01' } },
    { details: { action: 'account.deactivated' } },
    { details: { actor: ines.user._id, subject: ada.user._id } },
    { details: { actor: ines.user._id } },
  ])
  expect((await csv(world, ines, '?actor=me')).status).toBe(400)
})

test('a cell has what is nested as plain text, and amounts as money', async () => {
  const world = await startWorld()
  const ines = await world.administrator()
  const { prices } = await configure(ines.client, {
    brand: 'Nest',
    prices: { monthly: 1190, quarterly: 2970, annual: 8280 },
  })
  await configure(ines.client, { currency: 'JPY', prices: { ...prices, monthly: 1500 } })
  const details = {
    invoice: 'i',
    amount: 1235,
    currency: 'KWD',
    decisions: [{ decision: 'a', after: 'undone' }],
    none: [],
  }
  await world.query(`with content as (
      insert into audit_contents (audit_id, actor_id, details)
        values (uuid_v7(), '${ines.user._id}', '${JSON.stringify({ ...details, odd: { from: { day: 1 }, to: null } })}') returning *)
    insert into audit_log (id, at, actor_kind, actor_id, action, fields, content_digest)
      select audit_id, now(), 'administrator', actor_id, 'test.entry', array['x'], sha256('')
      from content`)
  const lines = (await (await csv(world, ines)).text()).trim().split('\r\n')
  const found = (action: string) =>
    lines.filter((each) => each.includes(`,${action},`)).map((each) => each.split(',,,,')[1])
  expect(found('test.entry')).toEqual([
    '"amount: 1.235 KWD; currency: KWD; decisions: after: undone, decision: a; invoice: i; none: ; ' +
      'odd: to: null, from: day: 1",false',
  ])
  expect(found('configuration.changed')).toEqual([
    '"changed: currency, prices; currency: EUR → JPY; prices monthly: 11.90 EUR → 1500 JPY; version: 2",false',
    '"brand: Kindred → Nest; changed: brand, prices; currency: EUR; prices monthly: 12.90 EUR → 11.90 EUR; version: 1",false',
  ])
})

test('a long log downloads whole and in one order, and what was erased stays erased', async () => {
  const world = await startWorld()
  const ines = await world.administrator()
  await world.query(`with content as (
      insert into audit_contents (audit_id, actor_id, details)
        select uuid_v7(), '${ines.user._id}', jsonb_build_object('nth', n) from generate_series(1, 1200) n returning *)
    insert into audit_log (id, at, actor_kind, actor_id, action, fields, content_digest)
      select audit_id, now() - (details ->> 'nth')::int / 7 * interval '1 minute', 'administrator', actor_id, 'test.entry',
        array['nth'], sha256('') from content`)
  await world.query(`delete from audit_contents where details ->> 'nth' = '77'`)
  const lines = (await (await csv(world, ines, '?action=test.entry')).text()).trim().split('\r\n').slice(1)
  expect(lines).toHaveLength(1200)
  expect(new Set(lines).size).toBe(1200)
  const times = lines.map((line) => line.split(',')[1] ?? '')
  expect(times).toEqual(times.toSorted((one, other) => other.localeCompare(one)))
  expect(lines.filter((line) => line.endsWith(',nth,true'))).toHaveLength(1)
  expect(lines.filter((line) => /,nth: \d+,false$/.test(line))).toHaveLength(1199)
})

test('the log is exported only by staff, for a reason, and once for each ticket', async () => {
  const world = await startWorld()
  const [ada, ines] = [await world.dater(), await world.administrator()]
  const ticketFor = async () => (await ines.client.issueAuditTicket({ reason: REASON })).data.ticket
  expect(await (await csv(world, ines, '', null)).json()).toMatchObject({ code: 'reason_required' })
  await expect(ines.client.issueAuditTicket()).rejects.toMatchObject({ code: 'reason_required' })
  expect((await csv(world, ada)).status).toBe(403)
  await expect(ada.client.issueAuditTicket({ reason: REASON })).rejects.toMatchObject({ status: 403 })
  const byLink = async (path: string, ticket: string) => (await world.request(`${path}?ticket=${ticket}`)).status
  const ticket = await ticketFor()
  // A ticket is valid for one kind of export.
  expect(await byLink('/api/v1/admin/users/export.csv', ticket)).toBe(401)
  const users = (await ines.client.issueExportTicket({ reason: REASON })).data.ticket
  expect(await byLink(PATH, users)).toBe(401)
  expect([await byLink(PATH, ticket), await byLink(PATH, ticket)]).toEqual([200, 401])
  const late = await ticketFor()
  world.turnClock(61_000)
  expect(await byLink(PATH, late)).toBe(401)
  const unused = await ticketFor()
  await ines.client.logout({ body: { refreshToken: ines.refreshToken } })
  expect(await byLink(PATH, unused)).toBe(401)
})
