// Tests a contributor's first steps: cloning to a usual place, and running npm start.
// Plain JavaScript, run by the machine's own Node: node scripts/contributor.mjs
//   --here   only starts this clone, as .ci/run does, until a page answers
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './prepare.mjs'

const isRoot = process.getuid?.() === 0
const nobody = 65534
const place = mkdtempSync(join(tmpdir(), 'kindred-contributor-'))
chmodSync(place, 0o755)
const leftovers = [place]
const outcomes = []
const secret = 'Vq3xN8pL2rT9wZ5kB7mD1cF6hJ4sG0yA'

const expect = (truth, what) => {
  if (!truth) throw new Error(what)
}

/** A free port, so that two of these may run at the same time. */
async function freshPort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  await once(server, 'close')
  return port
}

const environment = (extra) => {
  const { NODE_COMPILE_CACHE: _cache, npm_execpath: _npm, npm_lifecycle_event: _event, ...clean } = process.env
  return { ...clean, DEMO: '3', ...extra }
}

function type(command, cwd, { env = {}, as } = {}) {
  const who = as === undefined ? {} : { uid: as, gid: as }
  const child = spawn('sh', ['-c', `exec ${command}`], {
    cwd,
    env: environment(env),
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...who,
  })
  const typed = { child, printed: '', ended: once(child, 'exit').then(([code]) => code) }
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (typed.printed += String(chunk)))
  return typed
}

const answers = (at) =>
  fetch(`http://127.0.0.1:${at}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )

async function until(what, look, seconds) {
  for (
    const end = Date.now() + seconds * 1000;
    Date.now() < end;
    await new Promise((resolve) => setTimeout(resolve, 25))
  )
    if (await look()) return
  throw new Error(`${what}: not within ${seconds} s`)
}

async function start(cwd, { env = {}, as, command = 'npm start', within = 300, at } = {}) {
  at ??= await freshPort()
  const began = Date.now()
  const typed = type(command, cwd, { as, env: { PORT: String(at), ...env } })
  const ended = typed.ended.then((code) => {
    throw new Error(`npm start ended with ${code}:\n${typed.printed}`)
  })
  ended.catch(() => {})
  await Promise.race([until('ready', async () => /is ready/.test(typed.printed) && answers(at), within), ended])
  return { ...typed, typed, at, took: (Date.now() - began) / 1000 }
}

const groupOf = ({ child }) => 0 - Number(child.pid)

async function stop({ child, ended, at }, signal = 'SIGINT') {
  process.kill(signal === 'SIGINT' ? groupOf({ child }) : child.pid, signal)
  await Promise.race([ended, until('stopped', () => false, 20)])
  // npm may exit a moment before its children.
  await until('silent', async () => !(await answers(at)), 15)
}

async function refused(cwd, options = {}) {
  const typed = type('npm start', cwd, { ...options, env: { PORT: String(await freshPort()), ...options.env } })
  const code = await Promise.race([typed.ended, until('refused', () => false, 150)])
  if (code === 0) throw new Error(`it should have refused:\n${typed.printed}`)
  return typed.printed
}

function clone(name, parent = place) {
  const folder = join(parent, name)
  execFileSync('git', ['clone', '--quiet', root, folder])
  return folder
}

/** Takes over what the first clone made, with hard links where there are any: seconds instead of half a minute. */
function takeOver(made, folder) {
  const [from, to] = [join(first, made), join(folder, made)]
  if (spawnSync('cp', ['-al', from, to]).status !== 0) {
    rmSync(to, { recursive: true, force: true })
    execFileSync('cp', ['-R', from, to])
  }
  // Unlike the packages, these files are written to.
  rmSync(join(to, '.cache'), { recursive: true, force: true })
}

/** A clone with its own installation, and the first clone's web build, which would be the same. */
function builtClone(name) {
  const folder = clone(name)
  takeOver('web/dist', folder)
  return folder
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

/** Starts a clone until a page answers, and stops it. */
async function startToAPage(folder, env = {}) {
  const fresh = await start(folder, { env })
  expect(/sign in as/.test(fresh.typed.printed), 'no sign-in was printed')
  const page = await fetch(`http://127.0.0.1:${fresh.at}/welcome`)
  expect(page.ok && (await page.text()).includes('<div id="root">'), 'the web is not served')
  await stop(fresh)
  return `usable after ${fresh.took.toFixed(1)} s`
}

function end() {
  const failed = outcomes.filter((passed) => !passed).length
  for (const each of leftovers) rmSync(each, { recursive: true, force: true })
  console.log(`\ncontributor: ${outcomes.length - failed} passed, ${failed} failed`)
  process.exit(failed > 0 ? 1 : 0)
}

if (process.argv.includes('--here')) {
  await scenario('this clone starts, and a page answers', () => startToAPage(root, { DATA_DIR: join(place, 'data') }))
  end()
}

const first = clone('a first clone, with spaces')
await scenario('from nothing but Node and npm, under a path with spaces', () => startToAPage(first))

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
    const port = await freshPort()
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
  await scenario('against an outside PostgreSQL, two servers at the same moment on an empty database', async () => {
    // The outside one is the first clone's own.
    const outside = await start(first)
    const read = (name) => readFileSync(join(first, '.data', `database.${name}`), 'utf8').trim()
    const url = `postgres://kindred:${read('password')}@127.0.0.1:${read('port')}/postgres`
    const env = (name) => ({ DATABASE_URL: url, DATA_DIR: join(place, name), TOKEN_SECRET: secret })
    const two = await Promise.all([start(first, { env: env('one') }), start(first, { env: env('two') })])
    const made = two.filter(({ typed }) => typed.printed.includes('shown only once'))
    expect(made.length === 1, 'the first administrator was not made exactly once')
    for (const each of two) await stop(each)
    const script = `
      import pg from 'pg'
      const client = new pg.Client(process.env.URL)
      await client.connect()
      await client.query("insert into migrations values ('9999_next', now(), '9998_from_the_future')")
      await client.end()`
    const node = join(first, 'node_modules/.bin/node')
    execFileSync(node, ['--input-type=module', '-e', script], { cwd: first, env: { ...process.env, URL: url } })
    const said = await refused(first, { env: env('one') })
    await stop(outside)
    expect(/changed by a newer version that this one can’t work with/.test(said), said)
  })
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
    for (const made of ['node_modules', 'web/dist']) takeOver(made, folder)
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
  await scenario('in production: refused by name, then installed and started with what it asks for', async () => {
    const folder = builtClone('production')
    const env = { NODE_ENV: 'production', DEMO: '' }
    const said = await refused(folder, { env })
    for (const name of ['TOKEN_SECRET', 'PUBLIC_URL', 'SMTP_URL'])
      expect(said.includes(name), `${name} is not named:\n${said}`)
    const asked = {
      TOKEN_SECRET: secret,
      PUBLIC_URL: 'https://kindred.example',
      SMTP_URL: 'smtp://127.0.0.1:2525',
      ADMIN_EMAIL: 'admin@kindred.example',
      ADMIN_PASSWORD: crypto.randomUUID(),
    }
    const running = await start(folder, { env: { ...env, ...asked } })
    const { status } = await fetch(`http://127.0.0.1:${running.at}/dev/outbox`)
    expect(status !== 200, 'the outbox is served in production')
    await stop(running, 'SIGTERM')
  })
  await scenario('with npm 10', async () => {
    const folder = builtClone('npm 10')
    const npm10 = join(place, 'npm10')
    mkdirSync(npm10)
    execFileSync('npm', ['install', '--no-save', '--prefix', npm10, 'npm@10'], { cwd: npm10, stdio: 'pipe' })
    await stop(await start(folder, { command: `node "${join(npm10, 'node_modules/npm/bin/npm-cli.js')}" start` }))
  })
}

// Installing and starting mostly wait, so they run in parallel.
await Promise.all([inTheFirst().then(inOtherPlaces), installations()])

end()
