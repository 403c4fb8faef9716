import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openJobs } from '../../src/infra/jobs.ts'
import { addFrequent } from '../queues.ts'
import { startWorld, stopWhenOver, until } from '../world.ts'

test('of the jobs that are due in the same minute, each begins after the one before it has ended', async () => {
  const { databaseUrl, appUrl, deps } = await startWorld()
  const jobs = await openJobs(appUrl, deps.log)
  stopWhenOver(jobs.stop)
  const events: string[] = []
  const named = (name: string) => async () => {
    events.push(`${name} begins`)
    await pause(30)
    events.push(`${name} ends`)
  }
  const names = ['monitor', 'count-choices', 'merge-tallies', 'clean-up'] as const
  await jobs.work(Object.fromEntries(names.map((name) => [name, named(name)])))
  await addFrequent(databaseUrl, 1)
  await until(() => events.length >= 2 * names.length)
  const begun = events.filter((_, at) => at % 2 === 0)
  expect(events).toEqual(begun.flatMap((begins) => [begins, begins.replace('begins', 'ends')]))
  expect(begun).toHaveLength(names.length)
})
