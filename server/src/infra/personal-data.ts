import type { DB } from './db/schema.ts'

// What each room declares about its tables: which rows are about a person, what their export says of them, and what erasing does.
// Erasure and export run from these declarations, and a test reads the database's schema and refuses what is missing in them.
// In every condition `$1` is the account's id.

type Table = keyof DB
type ColumnOf<T> = T extends Table ? keyof DB[T] & string : string
type Why = string

/** Columns as they are; `also` has what is told in another form, as SQL. Each remaining column has its reason in `without`. */
export type Exported<C extends string> =
  | {
      as: string
      columns: readonly C[]
      also?: Readonly<Record<string, string>>
      without?: { readonly [K in C]?: Why }
      /** Where fewer rows are told than are erased. */
      where?: string
      order?: string
    }
  | { withheld: Why }

export type Erased<C extends string> =
  /** The rows go; `where` if not all of them do. */
  | { how: 'delete'; where?: string }
  /** These columns are overwritten, by SQL. Of the others that can hold words, `keeps` names each. */
  | { how: 'change'; set: { readonly [K in C]?: string }; where?: string; keeps: readonly C[]; why: Why }
  /** The rows stay; `keeps` names the columns that can hold words. */
  | { how: 'keep'; keeps: readonly C[]; why: Why }
  /** A trigger or a foreign key does it. */
  | { how: 'follows'; what: Why }

export type Holding<C extends string = string> = {
  /** The rows about a person. */
  of: string
  /** Columns with an account's id that say nothing about its person: they may go on pointing at the empty account. */
  named?: readonly C[]
  exported: Exported<C>
  erased: Erased<C>
}

/** A table that holds nothing about anybody. */
export type Impersonal = { impersonal: Why }

type Name = Table | `pgboss.${string}` | `kysely_${string}`

/** By table, in the order in which it is erased. */
export type PersonalData = { readonly [T in Name]?: Holding<ColumnOf<T>> | Impersonal }

export const isPersonal = (declared: Holding | Impersonal): declared is Holding => 'of' in declared

/** What every room declares, by table, in the order in which erasing goes through them. */
export type Declarations = ReadonlyMap<string, Holding | Impersonal>

/** The tables that hold something about people. */
export const holdingsIn = (declarations: Declarations): readonly (readonly [table: string, holding: Holding])[] =>
  [...declarations].flatMap(([table, declared]) => (isPersonal(declared) ? [[table, declared] as const] : []))

/** A condition, for one account: `$1` may stand in it as an id and as a text. */
export const about = (condition: string): string => `(${condition.replaceAll('$1', '$1::uuid')})`
