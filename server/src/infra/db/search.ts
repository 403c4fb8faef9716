import { normalized } from '@kindred/contract'
import { sql, type RawBuilder } from 'kysely'

// The database folds search terms with the function that folded the stored text (`folded`), so that both always match.

/** The subselect makes the database fold the text once instead of for every row. */
export const folded = (text: string): RawBuilder<string> => sql<string>`(select folded(${text}))`

/** Matches anywhere. Folds the text first, because some characters of other scripts fold into wildcards. */
const pattern = (searched: string) =>
  sql`'%' || regexp_replace(folded(${searched}), '([\\\\%_])', '\\\\\\1', 'g') || '%'`

/** The search term is plain text without wildcards. */
export const hasWords = (words: RawBuilder<unknown>, searched: string): RawBuilder<boolean> =>
  isNothing(searched) ? sql<boolean>`false` : sql<boolean>`${words} like ${pattern(searched)}`

/** Use this in a statement with a cached plan, where the subselect builds the pattern once instead of for every row. */
export const hasWordsOnce = (words: RawBuilder<unknown>, searched: string): RawBuilder<boolean> =>
  isNothing(searched) ? sql<boolean>`false` : sql<boolean>`${words} like (select ${pattern(searched)})`

/** Lower case as in the stored lists. JavaScript's differs for a final sigma and a dotted İ. */
export const lowered = (texts: readonly string[]) => sql`lowered(${texts}::text[])`

/** Use this in a statement with a cached plan. */
export const loweredOnce = (texts: readonly string[]) => sql`(select ${lowered(texts)})`

/** Combining marks without a letter fold to an empty string, which would match everyone but should match no one. */
const isNothing = (searched: string): boolean => /^\p{M}+$/u.test(normalized(searched, 'NFKD').replaceAll(/\s/g, ''))
