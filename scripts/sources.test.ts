import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// Checks the source files for forbidden code and the packages they use.

type Sources = ReadonlyMap<string, string>

const sources: Sources = new Map(
  globSync('{server,web,contract}/src/**/*.{ts,tsx,js}', {
    exclude: (path) => /node_modules|\.test\./.test(path),
  })
    // The demo data is random, but protects nothing.
    .filter((file) => !file.includes('/seed/'))
    .map((file) => [file, readFileSync(file, 'utf8')]),
)

const filesWith = (pattern: RegExp, among: Sources = sources): string[] =>
  [...among].filter(([, source]) => pattern.test(source)).map(([file]) => file)

const asCode =
  /\beval\(|new Function\(|\.(?:inner|outer)HTML\b|insertAdjacentHTML|document\.write|dangerouslySetInnerHTML/
const uncheckedCertificate = /rejectUnauthorized: false|NODE_TLS_REJECT_UNAUTHORIZED|checkServerIdentity/

test('none of our code runs text as code or inserts it as markup', () => {
  expect(sources.size).toBeGreaterThan(400)
  expect(filesWith(asCode)).toEqual([])
})

test('Unicode is normalized by one function, which no text makes slow', () => {
  // The web app's file normalizes only its own user's input.
  expect(filesWith(/\.normalize\(/).sort()).toEqual(['contract/src/normalized.ts', 'web/src/ui/folded.ts'])
})

test('certificate checks are never turned off', () => {
  expect(filesWith(uncheckedCertificate)).toEqual([])
})

test('secrets never come from Math.random', () => {
  const onServer = new Map([...sources].filter(([file]) => file.startsWith('server/')))
  // Random numbers are allowed for retry times, and for the delay before a failed sign-in is recorded.
  expect(filesWith(/Math\.random/, onServer)).toEqual([
    'server/src/http/admission.ts',
    'server/src/features/identity/auth/auth.ts',
  ])
})

test('the server writes to its log, and only commands print', () => {
  const onServer = new Map([...sources].filter(([file]) => file.startsWith('server/')))
  expect(filesWith(/console\.|process\.std(?:out|err)|createWriteStream/, onServer).sort()).toEqual(
    ['admin', 'backup', 'doctor', 'finish-restore', 'main', 'restore'].map((command) => `server/src/${command}.ts`),
  )
  expect(filesWith(/appendFile/, onServer)).toEqual(['server/src/features/leaving/erasure.ts'])
})

test('the server makes outgoing requests only in known places', () => {
  const asks =
    /(?:^|[^.\w])fetch\(|createTransport\(|new Stripe\(|createRemoteJWKSet\(|new AwsClient\(|(?:new|extends) pg\.|createClient\(|\b(?:connect|request)\b[^}]*\} from 'node:(?:https?|net|tls|dgram)'/
  const adapters = new Map(
    [...sources].filter(
      ([file]) =>
        file.startsWith('server/src/') &&
        !/gateway\/sandbox|\/(?:admin|backup|finish-restore|restore|main)\.ts/.test(file),
    ),
  )
  expect(filesWith(asks, adapters).sort()).toEqual(
    [
      'certificate',
      'db/client',
      'db/pool',
      'embedded/cluster',
      'embedded/postgres',
      'fan-out/over-redis',
      'identity/age-provider',
      'identity/facebook',
      'identity/google',
      'mail/mailer',
      'payments/stripe',
      'push',
      'storage/s3',
      'tracing/export',
    ].map((adapter) => `server/src/infra/${adapter}.ts`),
  )
})

/** Matches every algorithm that the server passes to encryption, hash and signature functions. */
const algorithms =
  /(?:create(?:Hash|Hmac|Cipheriv|Decipheriv)\(|hkdfSync\(|\balg: |algorithms: \[|const algorithm = )['"]([\w-]+)['"]/g

// docs/measures.md explains the use of each algorithm.
test('only these algorithms are used', () => {
  const named = new Set(
    [...sources.values()].flatMap((source) => [...source.matchAll(algorithms)].map(([, name]) => name!)),
  )
  // SHA-1 is used for names of prepared statements, which aren't secret, and for the only credentials that TURN servers
  // check.
  expect(named.delete('sha1')).toBe(true)
  expect(filesWith(/'sha1'/).toSorted()).toEqual([
    'server/src/features/chat/calls/calls.ts',
    'server/src/infra/db/client.ts',
  ])
  expect([...named].sort()).toEqual(['HS256', 'RS256', 'aes-256-gcm', 'sha256'])
  const libraries = filesWith(
    /from '(?:node:crypto|jose|@node-rs\/argon2|otplib|web-push|aws4fetch|@simplewebauthn\/server)'/,
  )
  const others = filesWith(/from '(?:crypto-js|bcrypt\w*|node-forge|tweetnacl|scrypt\w*|sjcl|md5|sha\.?js|uuid)'/)
  expect([libraries.length > 10, others]).toEqual([true, []])
})

test('every package comes from the registry, in one version with its checksum', () => {
  type Package = { version?: string; resolved?: string; integrity?: string; link?: boolean }
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Package> }
  const ours = new Set(['', 'contract', 'server', 'web'])
  const odd = Object.entries(packages).filter(
    ([path, { version, resolved, integrity, link }]) =>
      !ours.has(path) &&
      !(link && ours.has(resolved ?? '-')) &&
      !(version && integrity?.startsWith('sha512-') && !/^(git|file|http:)/.test(resolved ?? '')),
  )
  expect(odd).toEqual([])
  for (const folder of ['.', 'contract', 'server', 'web']) {
    const { dependencies = {}, devDependencies = {} } = JSON.parse(
      readFileSync(`${folder}/package.json`, 'utf8'),
    ) as Record<string, Record<string, string>>
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies }))
      expect([folder, name, version]).toEqual([folder, name, expect.stringMatching(/^\d+\.\d+\.\d+/)])
  }
})
