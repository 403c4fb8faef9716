import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { runsWhere } from '../where.ts'
import { askDatabase, startWorld, until, type World } from '../world.ts'

// What Prometheus reads, the rules that alert, and the dashboard that shows it.

async function metricsOf(world: World): Promise<string> {
  const answer = await world.request('/metrics')
  expect(answer.status).toBe(200)
  return answer.text()
}
const value = (text: string, series: string) => {
  const line = text.split('\n').find((each) => each.startsWith(`${series} `))
  return line === undefined ? undefined : Number(line.split(' ').at(-1))
}

type Rule = { alert: string; expr: string; annotations: Record<string, string> }
type Case = { alert_rule_test: { alertname: string; exp_alerts: object[] }[] }
const { groups } = parse(readFileSync('ops/alerts.yml', 'utf8')) as { groups: { rules: Rule[] }[] }
const { tests } = parse(readFileSync('ops/alerts.test.yml', 'utf8')) as { tests: Case[] }
const dashboard = JSON.parse(readFileSync('ops/dashboard.json', 'utf8')) as {
  panels: { targets?: { expr: string }[] }[]
}
const rules = groups.flatMap((group) => group.rules)
const panels = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))

/** The metrics in an expression: what isn't a function, a label or an operator. */
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
  // Prometheus itself says whether it could read a server.
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

// scripts/ops-tools installs it.
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

test('metrics count sockets, connections, due and failed jobs, cached results and pictures', async () => {
  const world = await startWorld()
  const { token } = await world.dater()
  await world.listen(token)
  await world.query(`insert into pgboss.job (name, data, start_after)
    values ('resume-batches', '{}', now() - interval '1 hour'), ('failed-jobs', '{}', now())`)
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
    return value(all, 'jobs_failed') === 1 ? all : undefined
  })
  expect(value(text, 'sockets_connected')).toBe(1)
  expect(value(text, 'jobs_due{job="resume-batches"}')).toBe(1)
  expect(value(text, 'jobs_oldest_seconds{job="resume-batches"}')).toBeGreaterThan(3590)
  expect(value(text, 'database_connections_max{pool="main"}')).toBe(20)
  expect(value(text, 'database_connections{pool="main",state="idle"}')).toBeGreaterThan(0)
  expect(value(text, 'database_waiting{pool="main"}')).toBe(0)
  expect(value(text, 'pictures_waiting')).toBe(0)
  expect(value(text, 'cache_misses_total')).toBe(value(before, 'cache_misses_total')! + 1)
  expect(value(text, 'cache_hits_total')).toBe(value(before, 'cache_hits_total')! + 2)
  expect(value(text, 'replica_lag_seconds')).toBe(0)
})

test('without its database, a server still serves metrics', async () => {
  const world = await startWorld()
  const name = new URL(world.databaseUrl).pathname.slice(1)
  const elsewhere = world.databaseUrl.replace(/\/[^/]*$/, '/postgres')
  await askDatabase(elsewhere, `alter database ${name} with allow_connections false`)
  await askDatabase(elsewhere, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
  await until(async () => value(await metricsOf(world), 'database_up') === 0)
  await askDatabase(elsewhere, `alter database ${name} with allow_connections true`)
  expect(await until(async () => value(await metricsOf(world), 'database_up') === 1)).toBe(true)
})
