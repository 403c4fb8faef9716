// Tests a contributor's first steps: cloning to a usual place, and running npm start.
// Plain JavaScript, run by the machine's own Node: node scripts/contributor.mjs [--hand-over]
import { execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { linkFolder } from './link-folder.mjs'
import { root } from './prepare.mjs'
import { freshPort, groupOf, refused, start, stop, until } from './typed.mjs'

const isRoot = process.getuid?.() === 0
const nobody = 65534
const place = mkdtempSync(join(tmpdir(), 'kindred-contributor-'))
chmodSync(place, 0o755)
const leftovers = [place]
const outcomes = []

const expect = (truth, what) => {
  if (!truth) throw new Error(what)
}

function clone(name, parent = place) {
  const folder = join(parent, name)
  execFileSync('git', ['clone', '--quiet', root, folder])
  return folder
}

const linkMade = (made, folder) => linkFolder(join(first, made), join(folder, made))

/** A clone with its own installation, and the first clone's web build, which would be the same. */
async function builtClone(name) {
  const folder = clone(name)
  await linkMade('web/dist', folder)
  return folder
}

/** Some npm releases install packages for other platforms, too. All those in the first clone must be identical. */
function expectSamePackages(folder) {
  const [wanted, present] = [first, folder].map(
    (each) => JSON.parse(readFileSync(join(each, 'node_modules/.package-lock.json'), 'utf8')).packages,
  )
  for (const [path, { version, integrity }] of Object.entries(wanted))
    expect(
      present[path]?.version === version && present[path].integrity === integrity,
      `another ${path} was installed than in the first clone`,
    )
}

async function scenario(name, work) {
  const began = Date.now()
  try {
    const note = await work()
    outcomes.push(true)
    console.log(`✓ ${name}${note ? `: ${note}` : ''} (${((Date.now() - began) / 1000).toFixed(1)} s)`)
  } catch (error) {
    outcomes.push(false)
    console.log(`✗ ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)\n${error.message}`)
  }
}

/** Hands over the first clone's installation and build to this folder for further work, if it lacks them. */
function handOver() {
  for (const made of ['node_modules', 'web/dist'].filter((each) => !existsSync(join(root, each)))) {
    if (isRoot) execFileSync('chown', ['-R', '0:0', join(first, made)])
    execFileSync('mv', [join(first, made), join(root, made)])
  }
}

const first = clone('a first clone, with spaces')
await scenario('from nothing but Node and npm, under a path with spaces', async () => {
  const fresh = await start(first)
  expect(/sign in as/.test(fresh.typed.printed), 'no sign-in was printed')
  const page = await fetch(`http://127.0.0.1:${fresh.at}/welcome`)
  expect(page.ok && (await page.text()).includes('<div id="root">'), 'the web is not served')
  await stop(fresh)
  return `usable after ${fresh.took.toFixed(1)} s`
})

/** Runs `work` with another PostgreSQL: the machine's if it has one (15 here), or else the clone's, started by hand. */
async function outside(work) {
  const debian = ['15', '16', '17']
    .map((version) => `/usr/lib/postgresql/${version}/bin`)
    .find((bin) => existsSync(bin))
  const folder = join(place, 'outside')
  let url
  let running
  if (debian && isRoot) {
    const port = freshPort()
    mkdirSync(folder)
    execFileSync('chown', ['postgres', folder])
    const as = (...args) =>
      execFileSync('setpriv', ['--reuid=postgres', '--regid=postgres', '--clear-groups', ...args], {
        cwd: '/',
        stdio: 'ignore',
      })
    as(`${debian}/initdb`, '-D', `${folder}/data`, '-A', 'trust', '-E', 'UTF8')
    as(
      `${debian}/pg_ctl`,
      '-D',
      `${folder}/data`,
      '-w',
      '-l',
      `${folder}/log`,
      '-o',
      `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=`,
      'start',
    )
    url = `postgres://postgres@127.0.0.1:${port}/postgres`
    leftovers.unshift(() => as(`${debian}/pg_ctl`, '-D', `${folder}/data`, '-m', 'immediate', 'stop'))
  } else {
    running = await start(first)
    const data = join(first, '.data')
    const read = (name) => readFileSync(join(data, `database.${name}`), 'utf8').trim()
    url = `postgres://kindred:${read('password')}@127.0.0.1:${read('port')}/postgres`
  }
  try {
    return await work(url)
  } finally {
    if (running) await stop(running)
  }
}

async function inTheFirst() {
  await scenario('stopped by Ctrl-C and started again; by SIGTERM and started again', async () => {
    const again = await start(first)
    await stop(again, 'SIGTERM')
    const third = await start(first)
    await stop(third)
    await until('the database stopped', () => !existsSync(join(first, '.data/database/cluster/postmaster.pid')), 10)
    return `${again.took.toFixed(1)} s and ${third.took.toFixed(1)} s`
  })
  await scenario('killed outright, twice, and started at once', async () => {
    const times = []
    for (const whole of [false, true]) {
      const running = await start(first)
      process.kill(whole ? groupOf(running) : running.child.pid, 'SIGKILL')
      await running.ended
      const next = await start(first, { at: running.at })
      times.push(next.took.toFixed(1))
      await stop(next)
    }
    return times.join(' s and ') + ' s'
  })
  await scenario('with its port taken by another program', async () => {
    const port = freshPort()
    const taken = createServer().listen(port, '127.0.0.1')
    await once(taken, 'listening')
    const said = await refused(first, { env: { PORT: String(port) } })
    taken.close()
    expect(/Port \d+ is already in use/.test(said), said)
  })
  await scenario('with a configuration that cannot be used: every mistake at once', async () => {
    const said = await refused(first, { env: { STAFF_2FA: 'maybe', DATABASE_URL: 'mysql://x', S3_BUCKET: 'b' } })
    for (const name of ['STAFF_2FA', 'DATABASE_URL', 'S3_ENDPOINT', 'S3_SECRET_ACCESS_KEY'])
      expect(said.includes(name), `${name} is not named:\n${said}`)
  })
  await scenario('against an outside PostgreSQL, two servers at the same moment on an empty database', () =>
    outside(async (url) => {
      const env = (name) => ({
        DATABASE_URL: url,
        DATA_DIR: join(place, name),
        TOKEN_SECRET: 'Vq3xN8pL2rT9wZ5kB7mD1cF6hJ4sG0yA',
      })
      const two = await Promise.all([start(first, { env: env('one') }), start(first, { env: env('two') })])
      expect(
        two.filter(({ typed }) => typed.printed.includes('shown only once')).length === 1,
        'the first administrator was not made exactly once',
      )
      for (const each of two) await stop(each)
      const script = `
        import pg from 'pg'
        const client = new pg.Client(process.env.URL)
        await client.connect()
        await client.query("insert into migrations values ('9999_next', now(), '9998_from_the_future')")
        await client.end()`
      execFileSync(join(first, 'node_modules/.bin/node'), ['--input-type=module', '-e', script], {
        cwd: first,
        env: { ...process.env, URL: url },
      })
      const said = await refused(first, { env: env('one') })
      expect(/changed by a newer version that this one can’t work with/.test(said), said)
      return url.includes('kindred:') ? 'the one from npm' : "the machine's own"
    }),
  )
}

/** Moves one clone to each of the other places, and starts it there without data. */
async function inOtherPlaces() {
  let folder
  const moveTo = (to) => {
    rmSync(join(folder, '.data'), { recursive: true, force: true })
    execFileSync('mv', [folder, to])
    folder = to
  }
  await scenario('under a path of 150 characters', async () => {
    folder = clone('x'.repeat(150 - place.length - 1))
    for (const made of ['node_modules', 'web/dist']) await linkMade(made, folder)
    await stop(await start(folder))
  })
  if (isRoot) {
    await scenario("in root's home, which the database's user may not enter", async () => {
      const home = mkdtempSync('/root/kindred-contributor-')
      leftovers.push(home)
      moveTo(join(home, 'clone'))
      const running = await start(folder)
      const location = readFileSync(join(folder, '.data/database.location'), 'utf8').trim()
      leftovers.push(location)
      expect(running.typed.printed.includes(location), 'where the database lives was not said')
      await stop(running)
      await stop(await start(folder))
    })
    // This scenario comes last, because its user then owns the files that the clones share.
    await scenario('as an ordinary user', async () => {
      moveTo(join(place, 'ordinary'))
      const home = join(place, 'home')
      mkdirSync(home)
      execFileSync('chown', ['-R', `${nobody}:${nobody}`, folder, home])
      const env = { HOME: home, npm_config_cache: join(home, '.npm') }
      await stop(await start(folder, { as: nobody, env }))
      await stop(await start(folder, { as: nobody, env }), 'SIGTERM')
    })
  } else console.log('· not root: the scenarios of root and of another user need it')
}

async function installations() {
  await scenario(
    'with NODE_ENV=production: refused by name, then installed and started with what it asks for',
    async () => {
      const folder = await builtClone('production')
      const env = { NODE_ENV: 'production', DEMO: '' }
      const said = await refused(folder, { env })
      for (const name of ['TOKEN_SECRET', 'PUBLIC_URL', 'SMTP_URL'])
        expect(said.includes(name), `${name} is not named:\n${said}`)
      expectSamePackages(folder)
      const set = {
        ...env,
        TOKEN_SECRET: 'Vq3xN8pL2rT9wZ5kB7mD1cF6hJ4sG0yA',
        PUBLIC_URL: 'https://kindred.example',
        SMTP_URL: 'smtp://127.0.0.1:2525',
      }
      const running = await start(folder, { env: set })
      expect(
        (await fetch(`http://127.0.0.1:${running.at}/dev/outbox`)).status !== 200,
        'the outbox is served in production',
      )
      await stop(running, 'SIGTERM')
    },
  )
  await scenario('with npm 10', async () => {
    const folder = await builtClone('npm 10')
    const npm10 = join(place, 'npm10')
    mkdirSync(npm10)
    const got = spawnSync('npm', ['install', '--no-save', '--prefix', npm10, 'npm@10'], {
      cwd: npm10,
      encoding: 'utf8',
    })
    expect(got.status === 0, got.stderr)
    await stop(await start(folder, { command: `node "${join(npm10, 'node_modules/npm/bin/npm-cli.js')}" start` }))
    expectSamePackages(folder)
  })
}

// Installing and starting mostly wait, so they run in parallel.
await Promise.all([inTheFirst().then(inOtherPlaces), installations()])

const failed = outcomes.filter((passed) => !passed).length
if (process.argv.includes('--hand-over') && failed === 0) handOver()
for (const each of leftovers) {
  if (typeof each === 'function') each()
  else rmSync(each, { recursive: true, force: true })
}
console.log(`\ncontributor: ${outcomes.length - failed} passed, ${failed} failed`)
process.exit(failed > 0 ? 1 : 0)
