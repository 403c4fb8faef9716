import { normalized } from '@kindred/contract'
import { sql, type RawBuilder } from 'kysely'

// The database folds search terms with the function that folded the stored text (`folded`), so that both
// always match.

/** Text as the database folds it. The subselect makes the database fold it once instead of for every row. */
export const folded = (text: string): RawBuilder<string> => sql<string>`(select folded(${text}))`

/** A pattern for this anywhere. It is folded first: some signs of other scripts fold into those of patterns. */
const pattern = (searched: string) =>
  sql`'%' || regexp_replace(folded(${searched}), '([\\\\%_])', '\\\\\\1', 'g') || '%'`

/** Whether the folded words contain the search term anywhere. The term is plain text without wildcards. */
export const hasWords = (words: RawBuilder<unknown>, searched: string): RawBuilder<boolean> =>
  isNothing(searched) ? sql<boolean>`false` : sql<boolean>`${words} like ${pattern(searched)}`

/** The same for a statement with a cached plan: the subselect builds the pattern once instead of for every row. */
export const hasWordsOnce = (words: RawBuilder<unknown>, searched: string): RawBuilder<boolean> =>
  isNothing(searched) ? sql<boolean>`false` : sql<boolean>`${words} like (select ${pattern(searched)})`

/** Combining marks without a letter fold to an empty string, which would match everyone. They should match nobody. */
const isNothing = (searched: string): boolean => /^\p{M}+$/u.test(normalized(searched, 'NFKD').replaceAll(/\s/g, ''))
