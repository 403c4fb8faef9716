// What a migration may do while servers of the previous version run on the same tables: nothing that they wait for, and
// nothing that breaks their statements. Reads the SQL statement by statement; the bodies of functions don't count.

const quoted = /--[^\n]*|\/\*[\s\S]*?\*\/|\$(\w*)\$[\s\S]*?\$\1\$|'(?:[^']|'')*'/g

/** The statements in lower case, without comments, and with texts and function bodies left out. */
export const statementsOf = (text: string): string[] =>
  text
    .replace(quoted, (part) => (/^(--|\/\*)/.test(part) ? ' ' : "''"))
    .toLowerCase()
    .split(';')
    .map((statement) => statement.replaceAll(/\s+/g, ' ').trim())
    .filter(Boolean)

/** The parts between commas that are in no parentheses. */
function partsOf(list: string): string[] {
  const parts = ['']
  let depth = 0
  for (const character of list) {
    depth += Number(character === '(') - Number(character === ')')
    if (character === ',' && depth === 0) parts.push('')
    else parts.push(parts.pop() + character)
  }
  return parts.map((part) => part.trim())
}

const created = (statements: readonly string[]) =>
  new Set(statements.flatMap((each) => /^create (?:unlogged )?table (?:if not exists )?([\w.]+)/.exec(each)?.[1] ?? []))

/** Copies the rows of a table that a trigger follows. Those that are being deleted don't come back: they are locked. */
const copies = /^insert into \w+ \([\w, ]+\) select [\w, ]+ from \w+ for key share on conflict do nothing$/
/** What may run outside a transaction, where a part of it may have run before. */
const isRepeatable = (statement: string) =>
  /^((create (unique )?index|drop index) concurrently if (not )?exists |call split_fill(_\w+)?\()/.test(statement) ||
  copies.test(statement)
/** Splitting a table while it is in use is what these are for (0149_splitting_tables.sql). Nobody waits for an analysis. */
const splits = /^(select (split_(parts|follow|swap|grant)|analyze_whole_tables)|call split_fill(_\w+)?) ?\([^()]*\)$/
const volatile = /\bdefault (uuid_v7|gen_random_uuid|random|clock_timestamp|nextval)\(/

/** What is wrong with an added column. */
function problemsOfColumn(column: string): string[] {
  return [
    /\bnot null\b/.test(column) && !/\bdefault\b/.test(column) && 'a column that is never null needs a default',
    volatile.test(column) && 'a default that differs from row to row rewrites the table',
    /\bgenerated\b.*\bstored\b/.test(column) && 'a generated column rewrites the table',
    /\b(unique|primary key)\b/.test(column) && 'a unique column builds its index while everyone waits',
    /\b(check|references)\b/.test(column) && 'a constraint is added as “not valid”, and validated by a later migration',
  ].filter((problem) => problem !== false)
}

/** What is wrong with a part of `alter table` for a table that exists. */
function problemsOfAction(action: string): string[] {
  if (/^rename\b/.test(action)) return ['the previous version uses the old name']
  if (/^drop (column )?(?!constraint\b)/.test(action)) return ['the previous version may read what is dropped']
  if (/^alter (column )?\w+ (set data )?type\b/.test(action)) return ['a new type rewrites the table']
  if (/^alter (column )?\w+ set not null/.test(action))
    return ['“set not null” reads the whole table, and the previous version may write null']
  if (/^set (tablespace|logged|unlogged|access method)/.test(action)) return ['this rewrites the table']
  const added = /^add (constraint \w+ )?(unique|primary key|exclude|check|foreign key)\b(.*)/.exec(action)
  if (added) {
    const [, , kind = '', rest = ''] = added
    if (/^(check|foreign key)$/.test(kind))
      return /\bnot valid$/.test(rest)
        ? []
        : ['a constraint is added as “not valid”, and validated by a later migration']
    return /\busing index\b/.test(rest) ? [] : ['a unique constraint uses an index that was built concurrently']
  }
  const column = /^add (?:column )?(?:if not exists )?(\w+ .*)/.exec(action)?.[1]
  return column ? problemsOfColumn(column) : []
}

function problemsOfStatement(statement: string, isNew: (table: string) => boolean): string[] {
  const altered = /^alter table (?:if exists )?(?:only )?([\w.]+) (.*)/.exec(statement)
  if (altered) return isNew(altered[1] ?? '') ? [] : partsOf(altered[2] ?? '').flatMap(problemsOfAction)
  if (/^alter (function|view|type|sequence|trigger|index|schema)\b.* rename\b/.test(statement))
    return ['the previous version uses the old name']
  const indexed = /^create (?:unique )?index (?!concurrently)(?:if not exists )?\w* ?on (?:only )?([\w.]+)/.exec(
    statement,
  )
  if (indexed) return isNew(indexed[1] ?? '') ? [] : ['an index of a table that exists is built concurrently']
  if (/^drop (?!index concurrently|function (if exists )?pg_temp)/.test(statement))
    return ['the previous version may use what is dropped']
  const written =
    /^(?:update|delete from|insert into|truncate(?: table)?|lock(?: table)?|cluster|vacuum|refresh materialized view) (?:only )?([\w.]+)/.exec(
      statement,
    )
  if (/^(do|select|with|call)\b/.test(statement) && !splits.test(statement))
    return ['what a call or a block does can’t be checked']
  if (written && !isNew(written[1] ?? '') && !copies.test(statement))
    return ['rows are changed by a job, in batches, and not while everyone waits']
  return []
}

/** What is wrong with a migration, or nothing. */
export function problemsOf(text: string): string[] {
  const statements = statementsOf(text)
  const own = created(statements)
  const problems = statements.flatMap((statement) => problemsOfStatement(statement, (table) => own.has(table)))
  const isOutside = text.startsWith('-- outside a transaction')
  if (statements.some((each) => /\bindex concurrently\b/.test(each)) && !isOutside)
    problems.push('the first line has to be “-- outside a transaction: …”')
  if (isOutside && !statements.every(isRepeatable))
    problems.push('outside a transaction, there are only indexes: “… index concurrently if [not] exists”')
  if (!isOutside && statements.some((each) => each.startsWith('call split_fill') || copies.test(each)))
    problems.push('a copy is filled outside a transaction')
  if (
    statements.some((each) => /\bnot valid\b/.test(each)) &&
    statements.some((each) => /\bvalidate constraint\b/.test(each))
  )
    problems.push('a constraint is validated by a later migration, because adding it locks the table')
  return [...new Set(problems)]
}
