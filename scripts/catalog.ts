// What the statements of a version can use of its database: the columns of tables and views, and the functions.

export type Catalog = {
  /** The columns of each table and view, as `name type`, separated by commas. */
  tables: Record<string, string>
  /** What each function returns, by its name with the types of its arguments. */
  functions: Record<string, string>
}

type Row = { name: string; content: string }
type Ask = (text: string) => Promise<{ rows: Row[] }>

const COLUMNS = `
  select c.relname as name, string_agg(a.attname || ' ' || format_type(a.atttypid, a.atttypmod), ', ' order by a.attnum)
    as content
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v') and not c.relispartition
    and a.attnum > 0 and not a.attisdropped and c.relname not like 'kysely\\_%'
  group by 1 order by 1`

/** Without those of extensions, and without triggers, which no statement calls. */
const FUNCTIONS = `
  select p.proname || '(' || oidvectortypes(p.proargtypes) || ')' as name, pg_get_function_result(p.oid) as content
  from pg_proc p
  where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and p.prorettype <> 'trigger'::regtype
    and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  order by 1`

export async function catalogOf(ask: Ask): Promise<Catalog> {
  const read = async (text: string) =>
    Object.fromEntries((await ask(text)).rows.map(({ name, content }) => [name, content]))
  return { tables: await read(COLUMNS), functions: await read(FUNCTIONS) }
}
