import { normalized } from '@kindred/contract'
import { sql, type RawBuilder } from 'kysely'

// The database folds search terms with the function that folded the stored text (`folded`), so that both always match.

/** The subselect makes the database fold the text once instead of for every row. */
export const folded = (text: string): RawBuilder<string> => sql<string>`(select folded(${text}))`

/** Matches anywhere. The text is folded first: some characters of other scripts fold into wildcards. */
const pattern = (searched: string) =>
  sql`'%' || regexp_replace(folded(${searched}), '([\\\\%_])', '\\\\\\1', 'g') || '%'`

/** The search term is plain text without wildcards. */
export const hasWords = (words: RawBuilder<unknown>, searched: string): RawBuilder<boolean> =>
  isNothing(searched) ? sql<boolean>`false` : sql<boolean>`${words} like ${pattern(searched)}`

/** For a statement with a cached plan: the subselect builds the pattern once instead of for every row. */
export const hasWordsOnce = (words: RawBuilder<unknown>, searched: string): RawBuilder<boolean> =>
  isNothing(searched) ? sql<boolean>`false` : sql<boolean>`${words} like (select ${pattern(searched)})`

/** Lower case as the stored lists have it. JavaScript's differs: of a final sigma, and of a dotted İ. */
export const lowered = (texts: readonly string[]) => sql`lowered(${texts}::text[])`

/** For a statement with a cached plan. */
export const loweredOnce = (texts: readonly string[]) => sql`(select ${lowered(texts)})`

/** Combining marks without a letter fold to an empty string, which would match everyone. They should match no one. */
const isNothing = (searched: string): boolean => /^\p{M}+$/u.test(normalized(searched, 'NFKD').replaceAll(/\s/g, ''))
