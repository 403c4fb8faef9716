import type { DB } from './db/schema.ts'
import type { Purpose } from './keys.ts'

// Each feature declares its tables: the rows about a person, the person's export, and the effect of erasure. Erasure
// and export run from these declarations. A test compares them with the database's schema and fails if one is missing.
// In every condition, `$1` is the account's ID.

type Table = keyof DB
type ColumnOf<T> = T extends Table ? keyof DB[T] & string : string
type Why = string

/**
 * Columns as stored, or decrypted if they are `sealed`. `also` adds values in another form, as SQL. `without` has a
 * reason for each omitted column.
 */
type Exported<C extends string> =
  | {
      as: string
      columns: readonly C[]
      sealed?: { readonly [K in C]?: Purpose }
      also?: Readonly<Record<string, string>>
      without?: { readonly [K in C]?: Why }
      where?: string
      order?: string
    }
  | { withheld: Why }

type Erased<C extends string> =
  /**
   * Deletes all rows, or those that match `where`. `first` has rows of other tables that are found through these rows,
   * so they are deleted first. `files` is SQL for the file that is deleted with a row, if any.
   */
  | { how: 'delete'; where?: string; first?: { readonly [T in Table]?: string }; files?: string }
  /** Overwrites these columns, by SQL. `keeps` names every other column that can contain text. */
  | { how: 'change'; set: { readonly [K in C]?: string }; where?: string; keeps: readonly C[]; why: Why }
  /** Keeps the rows. `keeps` names every column that can contain text. */
  | { how: 'keep'; keeps: readonly C[]; why: Why }
  /** A trigger, a foreign key or another table’s statement erases the rows. */
  | { how: 'follows'; what: Why }

/**
 * The legal bases for processing data (GDPR, article 6; for special categories, also article 9): the service that
 * members joined for, legal obligations, safety and traceability, or consent.
 */
const bases = [
  'contract',
  'legal obligation',
  'legitimate interest',
  'consent',
  'consent to special categories',
] as const
export type Basis = (typeof bases)[number]

/**
 * One basis for all columns, or the columns of each basis, one of which may take the rest. A column with two bases
 * holds data of both kinds.
 */
type Bases<C extends string> = Basis | { readonly [B in Basis]?: readonly C[] | 'rest' }

export type PersonalTable<C extends string = string> = {
  of: string
  basis: Bases<C>
  /** Columns with an account's ID that reveal nothing about the person. They still refer to the erased account. */
  named?: readonly C[]
  exported: Exported<C>
  erased: Erased<C>
}

export type Impersonal = { impersonal: Why }

type Name = Table | `pgboss.${string}`

export type PersonalData = { readonly [T in Name]?: PersonalTable<ColumnOf<T>> | Impersonal }

export const isPersonal = (declared: PersonalTable | Impersonal): declared is PersonalTable => 'of' in declared

/** Empty for an unmarked column. */
export const basesOf = ({ basis }: PersonalTable, column: string): Basis[] => {
  if (typeof basis === 'string') return [basis]
  const naming = bases.filter((each) => Array.isArray(basis[each]) && basis[each].includes(column))
  return naming.length > 0 ? naming : bases.filter((each) => basis[each] === 'rest')
}

export type Declarations = ReadonlyMap<string, PersonalTable | Impersonal>

export const personalTables = (
  declarations: Declarations,
): readonly (readonly [table: string, declaration: PersonalTable])[] =>
  [...declarations].flatMap(([table, declared]) => (isPersonal(declared) ? [[table, declared] as const] : []))

/** The cast lets `$1` appear both as an ID and as text in one statement. */
export const about = (condition: string): string => `(${condition.replaceAll('$1', '$1::uuid')})`
