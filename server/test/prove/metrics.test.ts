import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { metricsOf, valueOf } from '../metrics.ts'
import { startPaying } from '../paying.ts'
import { runsWhere } from '../where.ts'
import { MANY_CONNECTIONS, askDatabase, startWorld, until } from '../world.ts'

// The metrics for Prometheus, the alerting rules, and the dashboard.

type Rule = { alert: string; expr: string; annotations: Record<string, string> }
type Case = { alert_rule_test: { alertname: string; exp_alerts: object[] }[] }
const { groups } = parse(readFileSync('ops/alerts.yml', 'utf8')) as { groups: { rules: Rule[] }[] }
const { tests } = parse(readFileSync('ops/alerts.test.yml', 'utf8')) as { tests: Case[] }
const dashboard = JSON.parse(readFileSync('ops/dashboard.json', 'utf8')) as {
  panels: { targets?: { expr: string }[] }[]
}
const rules = groups.flatMap((group) => group.rules)
const panels = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))

/** The metrics in an expression: every name that isn't a function, a label or an operator. */
const namesIn = (expression: string): string[] =>
  expression
    .replaceAll(/\{[^}]*\}|\[[^\]]*\]|\b(?:by|on)\s*\([^)]*\)/g, ' ')
    .match(/\b[a-z]\w*\b(?!\s*\()/g)!
    .filter((word) => !/^(?:or|and|unless|offset|sum|max|min|\d*[smhd])$/.test(word))
    .map((name) => name.replace(/(http_\w+)_(?:bucket|count|sum)$/, '$1'))

test('every metric of the alerts and the dashboard is served, and every metric of ours is used', async () => {
  const world = await startWorld()
  const served = [...(await metricsOf(world)).matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name!)
  const [alerted, shown] = [rules.map(({ expr }) => expr), panels].map((all) => new Set(all.flatMap(namesIn)))
  // Prometheus itself provides `up`.
  expect([...alerted!].filter((name) => name !== 'up' && !served.includes(name))).toEqual([])
  expect([...shown!].filter((name) => !served.includes(name))).toEqual([])
  const ours = served.filter((name) => !/^(?:process|nodejs)_/.test(name))
  expect(ours.filter((name) => !shown!.has(name))).toEqual([])
  expect(ours.length).toBeGreaterThan(20)
})

test('each alert says what happened and what to do, and is tested both ways', () => {
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length)
  for (const { alert, annotations } of rules) {
    expect([alert, Object.keys(annotations).sort()]).toEqual([alert, ['action', 'summary']])
    const cases = tests.flatMap((each) => each.alert_rule_test).filter(({ alertname }) => alertname === alert)
    expect([alert, cases.map(({ exp_alerts }) => exp_alerts.length).toSorted((one, other) => one - other)]).toEqual([
      alert,
      [0, 1],
    ])
  }
})

// scripts/ops-tools installs promtool.
const promtool = spawnSync('promtool', ['--version']).status === 0

test.for(runsWhere(promtool, 'promtool (npm run ops-tools)'))(
  'Prometheus fires and withholds each alert as its tests say',
  () => {
    const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', 'ops/alerts.test.yml'], {
      encoding: 'utf8',
    })
    expect(`${stdout}${stderr}`).toMatch(/SUCCESS/)
    expect(status).toBe(0)
  },
)

test('metrics count sockets, connections, due and failed jobs, waiting files, cached results and pictures', async () => {
  const world = await startWorld({ connections: MANY_CONNECTIONS })
  const { token } = await world.dater()
  await world.listen(token)
  await world.query(`insert into pgboss.job (name, data, start_after)
    values ('resume-pushes', '{}', now() - interval '1 hour'), ('failed-jobs', '{}', now())`)
  await world.query(`insert into media_waiting (key, owner_id, bytes, size, since, due_at)
    values ('ab', gen_random_uuid(), '', 0, now() - interval '1 hour', now())`)
  const before = await metricsOf(world)
  const cached = () =>
    world.deps.memory.cache(
      'answer',
      async () => 42,
      () => true,
    )
  expect([await cached(), await cached(), await cached()]).toEqual([42, 42, 42])
  const text = await until(async () => {
    const all = await metricsOf(world)
    return valueOf(all, 'jobs_failed') === 1 ? all : undefined
  })
  expect(valueOf(text, 'sockets_connected')).toBe(1)
  expect(valueOf(text, 'jobs_due{job="resume-pushes"}')).toBe(1)
  expect(valueOf(text, 'jobs_oldest_seconds{job="resume-pushes"}')).toBeGreaterThan(3590)
  expect(valueOf(text, 'media_waiting')).toBe(1)
  expect(valueOf(text, 'media_waiting_seconds')).toBeGreaterThan(3590)
  expect(valueOf(text, 'database_connections_max{pool="main"}')).toBe(20)
  expect(valueOf(text, 'database_connections{pool="main",state="idle"}')).toBeGreaterThan(0)
  expect(valueOf(text, 'database_waiting{pool="main"}')).toBe(0)
  expect(valueOf(text, 'pictures_waiting')).toBe(0)
  expect(valueOf(text, 'cache_misses_total')).toBe(valueOf(before, 'cache_misses_total')! + 1)
  expect(valueOf(text, 'cache_hits_total')).toBe(valueOf(before, 'cache_hits_total')! + 2)
  expect(valueOf(text, 'replica_lag_seconds')).toBe(0)
})

test('a reused token, a forged or failed payment event and an answer of 500 are counted', async () => {
  const { world, id, sendEvent } = await startPaying()
  const { refreshToken } = await world.member()
  const series = [
    'token_reuse_total',
    'webhooks_failed_total{reason="signature"}',
    'webhooks_failed_total{reason="error"}',
  ]
  const errors = 'http_request_duration_seconds_count{call="receiveGatewayEvent",status="500"}'
  const counted = async () => {
    const text = await metricsOf(world)
    return [...series, errors].map((each) => valueOf(text, each))
  }
  // Prometheus sees the first increase only if the series was zero before.
  expect(await counted()).toEqual([0, 0, 0, undefined])

  const refresh = () => world.client().refreshToken({ body: { refreshToken } })
  await refresh()
  world.turnClock(31_000)
  await expect(refresh()).rejects.toMatchObject({ status: 401 })
  await expect(refresh()).rejects.toMatchObject({ status: 401 })
  const headers = { 'content-type': 'application/json', 'stripe-signature': 't=1,v1=forged' }
  expect((await world.request('/webhooks/stripe', { method: 'POST', headers, body: '{}' })).status).toBe(400)
  world.deps.payments.fetch = () => Promise.reject(new Error('the gateway broke'))
  await sendEvent('customer.subscription.updated', { object: 'subscription', id }, 500)
  expect(await counted()).toEqual([1, 1, 1, 1])
})

test('without its database, a server still serves metrics', async () => {
  const world = await startWorld()
  const name = new URL(world.databaseUrl).pathname.slice(1)
  const elsewhere = world.databaseUrl.replace(/\/[^/]*$/, '/postgres')
  await askDatabase(elsewhere, `alter database ${name} with allow_connections false`)
  await askDatabase(elsewhere, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
  await until(async () => valueOf(await metricsOf(world), 'database_up') === 0)
  await askDatabase(elsewhere, `alter database ${name} with allow_connections true`)
  expect(await until(async () => valueOf(await metricsOf(world), 'database_up') === 1)).toBe(true)
})
