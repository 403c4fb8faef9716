import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import * as z from 'zod/mini'

// The environment is parsed once, and nothing else in the server reads it.

const whole = (least: number, most: number) =>
  z.pipe(
    z.string().check(z.regex(/^\d+$/, 'must be a whole number')),
    z.pipe(
      z.transform(Number),
      z.number().check(z.gte(least, `must be at least ${least}`), z.lte(most, `must be at most ${most}`)),
    ),
  )
const address = (...protocols: string[]) =>
  z
    .string()
    .check(
      z.refine(
        (value) => URL.canParse(value) && protocols.includes(new URL(value).protocol),
        `must be a URL that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
      ),
    )
const web = address('http:', 'https:')
const vapidKey = (length: number) =>
  z
    .string()
    .check(
      z.regex(
        new RegExp(`^[\\w-]{${length}}$`),
        `must have ${length} characters, as npx web-push generate-vapid-keys prints it`,
      ),
    )
/** Matches servers after the first one (infra/db/hosts.ts), because `URL` can't parse them. */
const moreServers = /^(\w+:\/\/(?:[^@/?#]*@)?[^,@/?#]*),[^@/?#]*(?=[/?#]|$)/
const database = z.string().check(
  z.refine((value) => /^postgres(ql)?:\/\//.test(value), 'must be a URL that begins with postgres:// or postgresql://'),
  z.refine(
    (value) => !/^postgres(ql)?:\/\//.test(value) || URL.canParse(value.replace(moreServers, '$1')),
    'can’t be read. In its password, write / as %2F, @ as %40, : as %3A, # as %23, ? as %3F and % as %25',
  ),
  z.refine(
    (value) => !moreServers.test(value) || /[?&]target_session_attrs=/.test(value),
    'names several servers, so it needs target_session_attrs=read-write at its end',
  ),
)

/** True for a scheme, a host and perhaps a port, so that the paths of the API can be appended. */
const isOrigin = (value: string): boolean =>
  URL.canParse(value) && /^https?:$/.test(new URL(value).protocol) && new URL(value).origin === value.replace(/\/$/, '')
const longSecret = z.string().check(z.minLength(16, 'must have at least 16 characters'))
const filled = z.string().check(z.minLength(1))
const email = z.string().check(z.regex(/^[^\s@]+@[^\s@]+$/, 'must be an email address'))

/** Secrets separated by commas, newest first. The first signs, and all verify. */
const secrets = z.pipe(
  z.string().check(z.regex(/^[^,]{32,}(,[^,]{32,})*$/, 'must have at least 32 characters')),
  z.transform((value: string) => value.split(',')),
)

const Environment = z.object({
  NODE_ENV: z._default(
    z.enum(['development', 'production', 'test'], 'must be development, production or test'),
    'development',
  ),
  HOST: z._default(
    filled.check(
      z.refine((value) => !/^[\d.]+$/.test(value) || isIP(value) !== 0, 'must be an IP address or a host name'),
    ),
    '127.0.0.1',
  ),
  PORT: z._default(whole(0, 65_535), 3000),
  PUBLIC_URL: z.optional(web),
  API_URL: z.optional(filled),
  DATA_DIR: z._default(filled, '.data'),
  DATABASE_URL: z.optional(database),
  DATABASE_POOLED: z.optional(z.literal('transaction', 'must be transaction')),
  DATABASE_DIRECT_URL: z.optional(database),
  DATABASE_REPLICA_URL: z.optional(database),
  APP_PASSWORD: z.optional(longSecret),
  REDIS_URL: z.optional(address('redis:', 'rediss:')),
  ADMIN_EMAIL: z.optional(email),
  ADMIN_PASSWORD: z.optional(z.string().check(z.minLength(8, 'must have at least 8 characters'), z.maxLength(256))),
  DEMO: z.optional(whole(0, 5_000)),
  DEMO_RECIPE: z.optional(
    z.enum(
      ['town', 'campus', 'over-sixty', 'queer-city', 'faith'],
      'must be town, campus, over-sixty, queer-city or faith',
    ),
  ),
  BRAND_NAME: z._default(filled.check(z.maxLength(40, 'must have at most 40 characters')), 'Kindred'),
  SUPPORT_EMAIL: z._default(email, 'support@kindred.example'),
  DEFAULT_LANGUAGE: z._default(
    z.enum(['en', 'de', 'fr', 'es', 'pt-BR', 'ar'], 'must be en, de, fr, es, pt-BR or ar'),
    'en',
  ),
  SMTP_URL: z.optional(address('smtp:', 'smtps:')),
  MAIL_FROM: z.optional(
    z
      .string()
      .check(
        z.regex(
          /^([^<>@]*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/,
          'must be an email address, or a name with one in angle brackets: Kindred <hello@love.example>',
        ),
      ),
  ),
  STRIPE_SECRET_KEY: z.optional(filled),
  STRIPE_PUBLISHABLE_KEY: z.optional(filled),
  STRIPE_WEBHOOK_SECRET: z.optional(filled),
  STRIPE_API_URL: z.optional(web),
  GOOGLE_CLIENT_ID: z.optional(filled),
  GOOGLE_JWKS_URL: z._default(web, 'https://www.googleapis.com/oauth2/v3/certs'),
  FACEBOOK_APP_ID: z.optional(filled),
  FACEBOOK_APP_SECRET: z.optional(filled),
  FACEBOOK_GRAPH_URL: z._default(web, 'https://graph.facebook.com/v21.0'),
  AGE_OPENID_ISSUER: z.optional(web),
  AGE_OPENID_CLIENT_ID: z.optional(filled),
  AGE_OPENID_CLIENT_SECRET: z.optional(filled),
  S3_ENDPOINT: z.optional(web),
  S3_REGION: z.optional(filled),
  S3_BUCKET: z.optional(filled),
  S3_ACCESS_KEY_ID: z.optional(filled),
  S3_SECRET_ACCESS_KEY: z.optional(filled),
  TOKEN_SECRET: z.optional(secrets),
  RATE_LIMIT: z._default(z.enum(['on', 'off'], 'must be on or off'), 'on'),
  STAFF_2FA: z._default(z.enum(['optional', 'required'], 'must be optional or required'), 'optional'),
  PUBLIC_TRANSPARENCY: z._default(z.enum(['on', 'off'], 'must be on or off'), 'off'),
  SECOND_LOOK_PERCENT: z._default(whole(0, 100), 5),
  PICTURE_REVIEW: z.optional(z.enum(['off', 'new-accounts'], 'must be off or new-accounts')),
  METRICS_TOKEN: z.optional(longSecret),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.optional(web),
  TURN_URLS: z.optional(
    z.string().check(z.regex(/^turns?:[^\s,]+(,turns?:[^\s,]+)*$/, 'must begin with turn: or turns:')),
  ),
  TURN_SECRET: z.optional(longSecret),
  VAPID_PUBLIC_KEY: z.optional(vapidKey(87)),
  VAPID_PRIVATE_KEY: z.optional(vapidKey(43)),
  PUSH_HOSTS: z.optional(
    z
      .string()
      .check(
        z.regex(/^[a-z\d.-]+(:\d+)?(,[a-z\d.-]+(:\d+)?)*$/i, 'must be host names, separated by commas without spaces'),
      ),
  ),
  SINGLE_SERVER: z._default(z.enum(['yes', 'no'], 'must be yes or no'), 'no'),
  TRUSTED_HOPS: z._default(whole(0, 10), 0),
  LOG_LEVEL: z.optional(
    z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'], 'must be a level such as info'),
  ),
})
type Environment = z.infer<typeof Environment>
type Addresses = 'PUBLIC_URL' | 'API_URL'

export type Config = Omit<Environment, 'DATA_DIR' | Addresses | 'DEMO' | 'PICTURE_REVIEW' | 'LOG_LEVEL'> & {
  production: boolean
  DATA_DIR: string
  PUBLIC_URL: string
  /** The URL of the API, which is PUBLIC_URL unless the web app is hosted elsewhere. */
  API_URL: string
  passkeyHost: string | null
  DEMO: number
  PICTURE_REVIEW: 'off' | 'new-accounts'
  LOG_LEVEL: NonNullable<Environment['LOG_LEVEL']>
}

/** Problems with the URLs if the web app is hosted apart from the API. The web app's build checks them, too. */
export function addressProblems({ API_URL, PUBLIC_URL }: { [K in Addresses]?: string | undefined }): string[] {
  if (API_URL === undefined) return []
  if (!isOrigin(API_URL)) return ['API_URL must be a URL without a path, such as https://api.example.org.']
  if (PUBLIC_URL === undefined) return ['PUBLIC_URL must be set if API_URL is. It’s the URL of the web app.']
  // Browsers don't let pages loaded by https send requests to http URLs.
  return API_URL.startsWith('http:') && PUBLIC_URL.startsWith('https:')
    ? ['API_URL must begin with https:// if PUBLIC_URL does.']
    : []
}

/** Variables that only work if the whole group is set. */
const groups: (keyof Environment)[][] = [
  ['DATABASE_POOLED', 'DATABASE_DIRECT_URL'],
  ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'],
  ['FACEBOOK_APP_ID', 'FACEBOOK_APP_SECRET'],
  ['AGE_OPENID_ISSUER', 'AGE_OPENID_CLIENT_ID', 'AGE_OPENID_CLIENT_SECRET'],
  ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
  ['TURN_URLS', 'TURN_SECRET'],
  ['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY'],
]

function incompleteGroups(env: Environment): string[] {
  return groups.flatMap((group) => {
    const missing = group.filter((name) => env[name] === undefined)
    if (missing.length === 0 || missing.length === group.length) return []
    return missing.map(
      (name) => `${name} is missing, but ${group.filter((other) => env[other] !== undefined).join(', ')} is set.`,
    )
  })
}

/** Words in secrets that people make up. Fewer than one in a million random secrets contain one of them. */
const typedWords = new RegExp(
  [
    'change|secret|example|replace|password|placeholder|default|random|sample|insert|kindred|production',
    'qwerty|asdfgh|letmein|yourtoken|yourkey|signingkey',
  ].join('|'),
)
const LONGEST_ROW = 8
const LEAST_NOVEL = 0.7
/** True if a secret isn't random: it contains words, a sequence such as 'abcdefgh', or repetition. */
function isGuessable(secret: string): boolean {
  const text = secret.toLowerCase()
  if (typedWords.test(text.replace(/[^a-z0-9]/g, ''))) return true
  let row = 1
  for (let at = 1; at < text.length; at++) {
    row = text.charCodeAt(at) === text.charCodeAt(at - 1) + 1 ? row + 1 : 1
    if (row >= LONGEST_ROW) return true
  }
  const groups = Array.from({ length: text.length - 2 }, (_, at) => text.slice(at, at + 3))
  return new Set(secret).size < 10 || new Set(groups).size < groups.length * LEAST_NOVEL
}

/** True for a database on another machine, whose address doesn't say whether to encrypt. The default is not to. */
export function leavesUnencrypted(url: string | undefined): boolean {
  if (url === undefined || /[?&]sslmode=/.test(url)) return false
  const host = /^\w+:\/\/(?:[^@/?#]*@)?([^/?#]*)/.exec(url)?.[1] ?? ''
  return host.split(',').some((each) => !/^(|localhost|127\.[\d.]+|\[::1\])(:\d+)?$/.test(each))
}

/** Finds settings that are convenient on a laptop and dangerous on the internet. Production refuses them. */
function unsafe(env: Environment): string[] {
  const problems: string[] = []
  if (env.TOKEN_SECRET?.some(isGuessable))
    problems.push('TOKEN_SECRET must be random. This one is easy to guess; generate one with: openssl rand -base64 32')
  if (!env.TOKEN_SECRET)
    problems.push('TOKEN_SECRET must be set: at least 32 random characters, the same on every server.')
  if (!env.PUBLIC_URL) problems.push('PUBLIC_URL must be set to the https URL of the site.')
  else if (!env.PUBLIC_URL.startsWith('https:')) problems.push('PUBLIC_URL must begin with https://.')
  if (!env.SMTP_URL) problems.push('SMTP_URL must be set. Without it, emails are only saved to a folder.')
  for (const name of ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URL'] as const)
    if (leavesUnencrypted(env[name]))
      problems.push(
        `${name} leads to another machine, so it must end with ?sslmode=verify-full, or with ?sslmode=disable if no one ` +
          'else can reach that network.',
      )
  if (env.RATE_LIMIT === 'off') problems.push('RATE_LIMIT can’t be off.')
  for (const name of ['STRIPE_API_URL', 'GOOGLE_JWKS_URL', 'FACEBOOK_GRAPH_URL', 'AGE_OPENID_ISSUER'] as const)
    if (env[name]?.startsWith('http:')) problems.push(`${name} must begin with https://.`)
  return problems
}

export class ConfigError extends Error {
  readonly problems: string[]
  constructor(problems: string[]) {
    super(['The configuration isn’t valid:', ...problems.map((problem) => `  - ${problem}`)].join('\n'))
    this.problems = problems
  }
}

/** Browsers allow passkeys only for host names, not for IP addresses, and only with https or on localhost. */
function passkeyHostOf(publicUrl: string): string | null {
  const { protocol, hostname } = new URL(publicUrl)
  const isAddress = isIP(hostname) !== 0 || hostname.startsWith('[')
  const isSafe = protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost')
  return isAddress || !isSafe ? null : hostname
}

export function parseConfig(source: Record<string, string | undefined>, root: string): Config {
  const set = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = Environment.safeParse(set)
  const problems = parsed.success ? [] : parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}.`)
  // Production's checks run even if parsing failed, so that all problems are reported together. They read only text and
  // secrets.
  const env = parsed.success ? parsed.data : (withDefaults(set) as unknown as Environment)
  problems.push(...incompleteGroups(env), ...addressProblems(env))
  if (env.DATABASE_POOLED && !env.DATABASE_URL) problems.push('DATABASE_POOLED needs DATABASE_URL, the pooler’s URL.')
  if (env.NODE_ENV === 'production') problems.push(...unsafe(env))
  if (problems.length > 0) throw new ConfigError([...new Set(problems)])
  const production = env.NODE_ENV === 'production'
  const host = env.HOST.includes(':') ? `[${env.HOST}]` : env.HOST
  const publicUrl = (env.PUBLIC_URL ?? `http://${host}:${env.PORT}`).replace(/\/+$/, '')
  return {
    ...env,
    production,
    DATA_DIR: resolve(root, env.DATA_DIR),
    PUBLIC_URL: publicUrl,
    API_URL: env.API_URL?.replace(/\/$/, '') ?? publicUrl,
    passkeyHost: passkeyHostOf(publicUrl),
    DEMO: production ? 0 : (env.DEMO ?? (env.DATABASE_URL ? 0 : 200)),
    PICTURE_REVIEW: env.PICTURE_REVIEW ?? (production ? 'new-accounts' : 'off'),
    LOG_LEVEL: env.LOG_LEVEL ?? (production ? 'info' : 'warn'),
  }
}

const withDefaults = (set: Record<string, string | undefined>) => ({
  ...set,
  TOKEN_SECRET: set['TOKEN_SECRET']?.split(','),
})

export const mediaFolder = (config: Config) => join(config.DATA_DIR, 'media')
export const outboxFolder = (config: Config) => join(config.DATA_DIR, 'outbox')
