import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { dataFolder } from '../data-folder.ts'
import { ownPort } from '../processes.ts'
import { proof } from '../proofs.ts'
import { conversation, rollingInstallation } from '../rolling.ts'
import { follow, missingLines, namesOf, readRunbook } from '../runbook.ts'
import { openPair } from '../standby.ts'
import { runsWhere } from '../where.ts'
import { askDatabase, startWorld, stopWhenOver, until } from '../world.ts'

// Runs the commands of docs/runbooks unchanged, with real servers, and compares their output with the pages.

const account = { email: 'ines@people.example', password: 'harbour lemon violin' }

/** An installation in a folder, with the settings of a runbook. */
async function installation() {
  const folder = dataFolder()
  const port = await ownPort()
  const address = `http://127.0.0.1:${port}`
  const settingsWith = (data: string) => `
    export DATA_DIR=${folder}/${data} PORT=${port} DEMO=0 RATE_LIMIT=off LOG_LEVEL=error
    export ADMIN_EMAIL=${account.email} ADMIN_PASSWORD='${account.password}'
    BACKUPS=${folder}/backups
    NEW_DATA_DIR=${folder}/restored
    ADDRESS=${address}
    . ${folder}/service.sh`
  // The script replaces systemd.
  writeFileSync(
    join(folder, 'service.sh'),
    `kindred() {
      if [ "$1" != start ] && [ -e ${folder}/pid ]; then
        kill "$(cat ${folder}/pid)"
        while ps -o stat= -p "$(cat ${folder}/pid)" | grep -q '^[^Z]'; do sleep 0.1; done
        rm ${folder}/pid
      fi
      if [ "$1" != stop ]; then
        "$NODE" server/src/main.ts > ${folder}/log 2>&1 &
        echo $! > ${folder}/pid
      fi
    }
    NODE='${process.execPath}'`,
  )
  const run = (commands: string) => follow({ settings: '', steps: [{ commands, prints: [] }] }, settingsWith('data'))
  stopWhenOver(async () => void (await run('kindred stop')))
  /** Follows a runbook, and returns its unknown settings and the expected lines that weren't printed. */
  const followPage = async (name: string, data = 'data') => {
    const page = readRunbook(name)
    const known = [...namesOf(settingsWith(data).replaceAll(/^ +/gm, '')), 'kindred']
    const printed = await follow(page, settingsWith(data))
    return [
      ...namesOf(page.settings).filter((each) => !known.includes(each)),
      ...page.steps.flatMap((step, at) => missingLines(step, printed[at] ?? '')),
    ]
  }
  const signIn = async () => {
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify(account)
    const answer = await fetch(`${address}/api/v1/auth/login`, { method: 'POST', headers, body })
    return [answer.status, ((await answer.json()) as { data?: { token: string } }).data?.token] as const
  }
  const statusFor = async (token: string | undefined) =>
    (await fetch(`${address}/api/v1/auth/profile`, { headers: { authorization: `Bearer ${token}` } })).status
  return { run, followPage, signIn, statusFor }
}

test('the commands of the pages on backup, restore and secrets do what they say', { timeout: 600_000 }, async () => {
  const { run, followPage, signIn, statusFor } = await installation()
  await run('kindred start\ncurl -sf --retry 60 --retry-delay 1 --retry-connrefused "$ADDRESS/readyz/database"')
  const [, token] = await signIn()
  expect(await statusFor(token)).toBe(200)
  expect(await followPage('backup')).toEqual([])
  expect(await followPage('restore')).toEqual([])
  // Everyone has to sign in again after a restore, but not after a rotation of secrets.
  expect(await statusFor(token)).toBe(401)
  const [status, fresh] = await signIn()
  expect(status).toBe(200)
  expect(await followPage('secrets', 'restored')).toEqual([])
  expect(await statusFor(fresh)).toBe(200)
  proof('the commands of the pages on backup, restore and secrets were run as they are')
})

const psql = spawnSync('psql', ['--version']).status === 0

test.for(runsWhere(psql, 'psql'))(
  'the commands of the page on failing over make the standby take over',
  { timeout: 600_000 },
  async () => {
    const pair = await openPair()
    const world = await startWorld({ databaseUrl: pair.ownerUrl, appUrl: pair.url, eavesdrop: false })
    const { client } = await world.member()
    const page = readRunbook('failover')
    expect(namesOf(page.settings)).toEqual(['ADDRESS', 'STANDBY', 'stop_primary'])
    pair.killPrimary()
    await until(async () => (await world.request('/readyz/database')).status === 503)
    // The primary is gone, so there is nothing left to stop.
    const settings = `ADDRESS=${world.base}\nSTANDBY='${pair.standbyUrl}'\nstop_primary() { true; }`
    const printed = await follow(page, settings)
    expect(page.steps.flatMap((step, at) => missingLines(step, printed[at] ?? ''))).toEqual([])
    await expect(client.editProfile({ body: { bio: 'Written after the failover' } })).resolves.toBeTruthy()
    proof('the commands of the page on failing over were run as they are, and members write again')
  },
)

test(
  'the commands of the pages on upgrading and rolling back lose nothing and fail nobody',
  { timeout: 600_000 },
  async () => {
    const { OLD, NEW, url, balancer, followPage, running } = await rollingInstallation()
    const { base, what } = balancer
    expect(running()).toEqual([OLD, OLD])
    const { sent, failed, stop } = await conversation(base, url)
    await pause(1000)
    expect(await followPage('upgrade')).toEqual([])
    expect(running()).toEqual([NEW, NEW])
    const upgraded = sent.length
    expect(await followPage('rollback')).toEqual([])
    expect(running()).toEqual([OLD, OLD])
    const rolledBack = sent.length
    expect(await followPage('upgrade')).toEqual([])
    const asked = await stop()
    expect(failed).toEqual([])
    // The next version's view stays while servers of this version run.
    expect((await askDatabase(url, 'select mood from chat_messages limit 1')).rows).toEqual([{ mood: null }])
    const { rows } = await askDatabase(url, 'select client_id from messages')
    expect(rows.map((row: { client_id: string }) => row.client_id).toSorted()).toEqual(sent.toSorted())
    expect([upgraded, rolledBack - upgraded, sent.length - rolledBack].every((each) => each > 10)).toBe(true)
    proof(
      `two servers behind ${what} were upgraded, rolled back and upgraded again by the commands of the pages: ${asked} ` +
        `requests, of which none failed, and all ${sent.length} messages are there`,
    )
  },
)
