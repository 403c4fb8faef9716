// A migration must not rewrite a large table while people use it, or block reads. These rules check the SQL statement
// by statement, without the bodies of functions.

const quoted = /--[^\n]*|\/\*[\s\S]*?\*\/|\$(\w*)\$[\s\S]*?\$\1\$|'(?:[^']|'')*'/g

/** Statements in lower case, without comments, string literals and function bodies. */
const statementsOf = (text: string): string[] =>
  text
    .replace(quoted, (part) => (/^(--|\/\*)/.test(part) ? ' ' : "''"))
    .toLowerCase()
    .split(';')
    .map((statement) => statement.replaceAll(/\s+/g, ' ').trim())
    .filter(Boolean)

const TABLE = String.raw`(?:if exists )?(?:only )?([\w.]+)`
const column = String.raw`\badd (?:column )?(?:if not exists )?(?!constraint|unique|primary|foreign|check)\w+ [^,]*`

const refused: [pattern: RegExp, instead: string][] = [
  [RegExp(`^create (?:unique )?index (?!concurrently).*? on ${TABLE}`), 'build the index concurrently'],
  [RegExp(`^alter table ${TABLE} .*\\balter (?:column )?\\w+ (?:set data )?type\\b`), 'add another column'],
  [RegExp(`^alter table ${TABLE} .*\\bset not null`), 'add a check as “not valid”, and validate it later'],
  [
    RegExp(`^alter table ${TABLE} .*${column}\\bdefault (?:uuid_v7|gen_random_uuid|random|clock_timestamp|nextval)\\(`),
    'fill the column in batches',
  ],
  [RegExp(`^alter table ${TABLE} .*${column}\\bgenerated\\b.*\\bstored\\b`), 'fill the column in batches'],
  [
    RegExp(`^alter table ${TABLE} .*\\badd (?:constraint \\w+ )?(?:unique|primary key)(?!.*using index)`),
    'use an index that was built concurrently',
  ],
  [RegExp(`^alter table ${TABLE} .*${column}\\b(?:unique|primary key)\\b`), 'use an index that was built concurrently'],
  [
    RegExp(`^alter table ${TABLE} .*\\badd (?:constraint \\w+ )?(?:check|foreign key)\\b(?!.*not valid)`),
    'add it as “not valid”, and validate it later',
  ],
  [
    RegExp(`^alter table ${TABLE} .*${column}\\b(?:check|references)\\b`),
    'add it as “not valid”, and validate it later',
  ],
  [RegExp(`^alter table ${TABLE} .*\\bset (?:tablespace|logged|unlogged|access method)`), 'leave the table as it is'],
  [
    /^(?:update|delete from|truncate(?: table)?|lock(?: table)?|cluster|vacuum full) (?:only )?([\w.]+)/,
    'change rows in batches, by a job',
  ],
]

/** The problems of a migration. The tables that it creates are empty, so they allow anything. */
export function problemsOf(text: string): string[] {
  const statements = statementsOf(text)
  const own = statements.flatMap(
    (each) => /^create (?:unlogged )?table (?:if not exists )?([\w.]+)/.exec(each)?.[1] ?? [],
  )
  return statements.flatMap((statement) =>
    refused.flatMap(([pattern, instead]) => {
      const table = pattern.exec(statement)?.[1]
      return table && !own.includes(table) ? [`${statement.slice(0, 60)}: ${instead}`] : []
    }),
  )
}
