import { globSync, readFileSync } from 'node:fs'

type Files = ReadonlyMap<string, string>

export type Access = { how: 'write' | 'read'; name: string; line: number }
export type Trespass = { feature: string; how: Access['how']; table: string; owner: string; file: string; line: number }

const featureOf = (file: string): string | undefined => /^server\/src\/features\/([\w-]+)\//.exec(file)?.[1]

/** Maps tables to features. A table belongs to the feature that declares its personal data. */
export function tableOwners(files: Files): Map<string, string> {
  const owners = new Map<string, string>()
  for (const [file, source] of files) {
    const feature = featureOf(file)
    if (!feature || !file.endsWith('/personal-data.ts')) continue
    for (const [, table = ''] of source.matchAll(/^ {2}'?([\w.]+)'?: \{/gm)) owners.set(table, feature)
  }
  return owners
}

/** Blanks out comments, so that lines keep their numbers. */
const withoutComments = (source: string): string =>
  source.replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)(?:\/\/|--).*$/gm, (comment) => comment.replaceAll(/[^\n]/g, ' '))

const KYSELY_WRITES = String.raw`insertInto|replaceInto|updateTable|deleteFrom|mergeInto`
const KYSELY_READS = [
  String.raw`selectFrom|from|using|(?:inner|left|right|full|cross)Join(?:Lateral)?`,
  String.raw`(?:cross|outer)Apply|sql\.table|dynamic\.table`,
].join('|')
const kysely = new RegExp(String.raw`\b(?:(${KYSELY_WRITES})|${KYSELY_READS})\(\s*(\[[^\]]*\]|'[^']*')`, 'g')

function* inBuilders(source: string): Generator<[how: Access['how'], name: string, at: number]> {
  for (const { 1: write, 2: names = '', index } of source.matchAll(kysely))
    for (const [, name = ''] of names.matchAll(/'([\w.]+)/g)) yield [write ? 'write' : 'read', name, index]
}

const WRITING_WORDS = [
  String.raw`insert\s+into|delete\s+from|merge\s+into`,
  String.raw`truncate(?:\s+table)?|lock\s+table|alter\s+table|copy`,
].join('|')
const WRITES = new RegExp(
  [
    String.raw`\b(?:${WRITING_WORDS})\s+(?:only\s+)?([\w.]+)`,
    String.raw`\bupdate\s+(?:only\s+)?([\w.]+)(?:\s+(?:as\s+)?\w+)?\s+set\b`,
  ].join('|'),
  'gi',
)
const LISTS = /\b(?:from|join|using)\s+/gi
/** Keywords that end a list item without a comma, so that they aren't mistaken for aliases. */
const KEYWORDS = new RegExp(
  [
    String.raw`^(?:where|on|join|inner|left|right|full|cross|natural|group|order|limit|offset|union|except|intersect`,
    String.raw`returning|set|for|using|having|window|with|values|select|tablesample|when)\b`,
  ].join('|'),
  'i',
)

function after(source: string, open: number): number {
  const opening = source[open]
  const closing = opening === '(' ? ')' : '}'
  let depth = 0
  for (let at = open; at < source.length; at++) {
    if (source[at] === opening) depth++
    else if (source[at] === closing && --depth === 0) return at + 1
  }
  return source.length
}

/** Yields the tables in a `from` list: names with aliases, functions, subqueries, interpolations. */
function* listed(source: string, start: number): Generator<[name: string, at: number]> {
  let at = start
  const skip = (pattern: RegExp) => {
    const [found = ''] = pattern.exec(source.slice(at, at + 200)) ?? []
    at += found.length
    return found
  }
  for (;;) {
    skip(/^\s*(?:(?:lateral|only)\s+)?/i)
    const place = at
    const name = source.startsWith('${', at) ? '' : skip(/^"?[\w.]+"?/).replaceAll('"', '')
    if (source.startsWith('${', at)) at = after(source, at + 1)
    const isCall = source[at] === '('
    if (isCall) at = after(source, at)
    if (name && !isCall) yield [name, place]
    skip(/^\s+with\s+ordinality/i)
    skip(/^\s+(?:as\s+)?/i)
    if (!KEYWORDS.test(source.slice(at, at + 20))) skip(/^\w+/)
    skip(/^\s*/)
    if (source[at] === '(') at = after(source, at)
    if (!skip(/^\s*,/)) return
  }
}

function* inStatements(source: string): Generator<[how: Access['how'], name: string, at: number]> {
  for (const { 1: name, 2: updated = '', index } of source.matchAll(WRITES)) yield ['write', name ?? updated, index]
  for (const match of source.matchAll(LISTS)) {
    if (/\bdelete\s+$/i.test(source.slice(0, match.index))) continue
    for (const [name, at] of listed(source, match.index + match[0].length)) yield ['read', name, at]
  }
}

export function accesses(source: string): Access[] {
  const plain = withoutComments(source)
  return [...inBuilders(plain), ...inStatements(plain)].map(([how, name, at]) => ({
    how,
    name: name.replace(/^public\./, ''),
    line: plain.slice(0, at).split('\n').length,
  }))
}

/** The feature that a view or function is named after and belongs to: `chat_messages` belongs to chat. */
const namedAfter = (name: string, features: ReadonlySet<string>): string | undefined => {
  const [feature = ''] = name.split('_')
  return features.has(feature) ? feature : undefined
}

/**
 * Tables that `discovery` may read directly, with reasons. As the read model, it lists data that other features own.
 */
export const READ_MODEL: Readonly<Record<string, string>> = {
  accounts: 'who is listed to members and to staff, by state, name and dates, and who has a blocked address',
  last_seen: 'the order of who was here last, and who is here now',
  profiles: 'what is shown of people, and what they look for',
  pictures: 'who may see a picture',
  answer_sheets: 'how well two people fit together',
  choices: 'who was chosen already',
  likes_received: 'who likes the viewer',
  matches: 'who is matched with the viewer, and who was',
  messages: 'a picture in a conversation is seen by the two who talk',
  sessions: 'the address of a picture holds for one session, which may have ended',
}

/** Finds a feature's reads and writes of other features' tables that bypass their views, functions and commands. */
export function trespasses(files: Files, readModel: Readonly<Record<string, string>> = READ_MODEL): Trespass[] {
  const owners = tableOwners(files)
  const features = new Set(owners.values())
  return [...files].flatMap(([file, source]) => {
    const feature = featureOf(file)
    if (!feature || /personal-data\.ts$|\.test\.ts$/.test(file)) return []
    return strangers(source, feature, owners, features)
      .filter((access) => !isOfReadModel(feature, access, readModel))
      .map((access) => ({ feature, file, ...access }))
  })
}

const isOfReadModel = (feature: string, { how, table }: Stranger, readModel = READ_MODEL): boolean =>
  feature === 'discovery' && how === 'read' && table in readModel

type Stranger = Pick<Trespass, 'how' | 'table' | 'owner' | 'line'>

function strangers(
  source: string,
  feature: string,
  owners: ReadonlyMap<string, string>,
  features: ReadonlySet<string>,
): Stranger[] {
  return accesses(source).flatMap(({ how, name, line }) => {
    const view = owners.has(name) ? undefined : namedAfter(name, features)
    const owner = owners.get(name) ?? (how === 'write' ? view : undefined)
    return owner && owner !== feature ? [{ how, table: name, owner, line }] : []
  })
}

const MADE = /^create (?:or replace )?(view|function) (\w+)([\s\S]*?)(?=^create |^alter |^drop |(?![\s\S]))/gm

export function offered(migrations: Files, features: ReadonlySet<string>) {
  return [...migrations].flatMap(([file, source]) =>
    [...withoutComments(source).matchAll(MADE)].flatMap(([, kind, name = '', body = '']) => {
      const feature = namedAfter(name, features)
      return feature
        ? [{ kind: kind === 'view' ? ('view' as const) : ('function' as const), name, feature, body, file }]
        : []
    }),
  )
}

/** Finds views and functions that bypass an owner themselves. Each may access only what its feature may. */
export function strayOffers(migrations: Files, files: Files): string[] {
  const owners = tableOwners(files)
  const features = new Set(owners.values())
  return offered(migrations, features).flatMap(({ name, feature, body, file }) =>
    strangers(body, feature, owners, features)
      .filter((access) => !isOfReadModel(feature, access))
      .map(({ how, table }) => `${file}: ${name} ${how}s ${table}`),
  )
}

export const sqlFiles = (): Map<string, string> =>
  new Map(
    globSync('server/src/**/*.sql')
      .sort()
      .map((file) => [file, readFileSync(file, 'utf8')]),
  )
